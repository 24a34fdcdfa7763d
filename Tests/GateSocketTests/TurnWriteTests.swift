import GateModel
import GateWire
import Glibc
import NIOCore
import NIOEmbedded
import Testing

@testable import GateSocket

private final class FlushCounter: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private(set) var flushes = 0

    func flush(context: ChannelHandlerContext) {
        flushes += 1
        context.flush()
    }
}

@Suite("What is written in one turn of the loop") struct TurnWriteTests {
    private let channel = EmbeddedChannel()
    private let counter = FlushCounter()
    private let handler = ScriptedHandler()
    private let responder: CallResponder

    init() async throws {
        let client = ClientConnection(
            id: ConnectionID(rawValue: 1),
            peer: Peer(user: UserID(rawValue: 1), process: ProcessID(rawValue: getpid())), process: nil,
            claimant: .user(UserID(rawValue: 1)), channel: channel)
        let connection = ConnectionHandler(
            client: client, handler: handler, limits: GateListenerConfiguration(source: .inherited([])),
            rota: CallRota(on: channel.eventLoop), urgentCalls: UrgentCalls(maximum: 8, maximumPerUser: 32),
            budget: ByteBudget(maximum: .max, connections: 1), whenGone: {})
        try channel.pipeline.syncOperations.addHandlers([counter, connection])
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).get()
        try channel.writeInbound(ByteBuffer(string: call("Authenticate", #"{"reason":"x"}"#, #","more":true"#) + "\0"))
        channel.embeddedEventLoop.run()
        responder = try await handler.nextPending("Authenticate")
    }

    private func answers() throws -> [String] {
        var texts: [String] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { texts.append(String(buffer: buffer)) }
        return texts.map { String($0.prefix { $0 != "," && $0 != "\0" }) }
    }

    @Test("A result takes the progress of its turn along, in one write")
    func together() throws {
        responder.send(.reply(["progress": "first"]), as: .progress)
        responder.send(.reply(["progress": "second"]), as: .progress)
        #expect(counter.flushes == 0)
        responder.send(.reply([:]), as: .result)
        #expect(counter.flushes == 1)
        #expect(try answers().count == 3)
        channel.embeddedEventLoop.run()
        #expect(counter.flushes == 1)
    }

    @Test("Held progress waits for a result, or a millisecond, or other progress")
    func held() throws {
        responder.send(.reply(["progress": "first"]), as: .progress, isHeld: true)
        channel.embeddedEventLoop.run()
        #expect(counter.flushes == 0)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(counter.flushes == 1)
        responder.send(.reply(["progress": "second"]), as: .progress, isHeld: true)
        responder.send(.reply(["progress": "third"]), as: .progress)
        channel.embeddedEventLoop.run()
        #expect(counter.flushes == 2)
        responder.send(.reply(["progress": "fourth"]), as: .progress, isHeld: true)
        responder.send(.reply([:]), as: .result)
        #expect(counter.flushes == 3)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(counter.flushes == 3)
        #expect(try answers().count == 5)
    }

    @Test("Progress without a result leaves at the turn's end")
    func alone() throws {
        responder.send(.reply(["progress": "first"]), as: .progress)
        #expect(try answers() == [])
        channel.embeddedEventLoop.run()
        #expect(counter.flushes == 1)
        #expect(try answers().count == 1)
    }
}
