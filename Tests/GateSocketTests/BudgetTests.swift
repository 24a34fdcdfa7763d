import Foundation
import GateModel
import GateWire
import Glibc
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import GateSocket

/// Leaves all calls pending.
private final class PendingCalls: CallHandler {
    private let responders = Mutex<[CallResponder]>([])

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        responders.withLock { $0.append(responder) }
        return .pending
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) {}

    func closed(_ client: ClientConnection) {}

    let urgentMethods: Set = ["org.biometricgate.Gate.CancelRequest"]

    /// The last call cannot be answered any more.
    func endLast() {
        withExtendedLifetime(responders.withLock { $0.popLast() }) {}
    }
}

@Suite("The memory that connections hold") struct BudgetTests {
    /// A connection without a socket.
    private struct Wired {
        let channel = EmbeddedChannel()
        let handler: ConnectionHandler
        let rota: CallRota

        init(
            _ budget: ByteBudget? = nil, calls: any CallHandler = ScriptedHandler(), whenGone: @escaping () -> Void = {}
        ) throws {
            let client = ClientConnection(
                id: ConnectionID(rawValue: 1),
                peer: Peer(user: UserID(rawValue: 1), process: ProcessID(rawValue: getpid())), process: nil,
                claimant: .user(UserID(rawValue: 1)), channel: channel)
            rota = CallRota(on: channel.eventLoop)
            handler = ConnectionHandler(
                client: client, handler: calls, limits: GateListenerConfiguration(source: .inherited([])),
                rota: rota, urgentCalls: UrgentCalls(maximum: 8, maximumPerUser: 32),
                budget: budget ?? ByteBudget(maximum: .max, connections: 1), whenGone: whenGone)
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
        }

        var reads: Bool {
            channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool ?? true
        }

        /// Feeds the bytes as a socket does until the connection stops reading; returns how many it took.
        func feed(_ bytes: [UInt8]) throws -> Int {
            var fed = 0
            while fed < bytes.count, reads, handler.context != nil {
                let slice = bytes[fed..<min(fed + GateListenerConfiguration.readBytes, bytes.count)]
                var buffer = WipingAllocator.allocator.buffer(capacity: slice.count)
                buffer.writeBytes(slice)
                try channel.writeInbound(buffer)
                channel.embeddedEventLoop.run()
                fed += slice.count
            }
            return fed
        }
    }

    /// A message of exactly that many bytes, with its NUL.
    private func message(_ bytes: Int, _ method: String = "GetSettings") -> [UInt8] {
        let empty = call(method, #"{"app":""}"#)
        let name = String(repeating: "a", count: bytes - empty.utf8.count - 1)
        return Array(empty.replacing(#""app":""#, with: #""app":"\#(name)"#).utf8) + [0]
    }

    @Test("Behind an endless call, a connection takes no more than the longest message and the read under way")
    func behindAWatch() throws {
        let limits = GateListenerConfiguration(source: .inherited([]))
        let connection = try Wired()
        let watch = Array(call("WatchReaders", "{}", #","more":true"#).utf8) + [0]
        #expect(try connection.feed(watch) == watch.count)
        let two = message(200_000) + message(200_000) + message(200_000)
        let fed = try connection.feed(two)
        #expect(!connection.reads)
        #expect(fed <= limits.messageBytes + GateListenerConfiguration.readBytes)
        #expect(connection.handler.heldBytes < mostHeld(limits))
    }

    @Test("A close counts among its user's calls: beyond their number it waits for the next round")
    func closing() throws {
        var isGone = false
        let connection = try Wired(whenGone: { isGone = true })
        let user = Claimant.user(UserID(rawValue: 1))
        while connection.rota.mayTake(of: user) { connection.rota.took(of: user) }
        try connection.channel.close().wait()
        #expect(!isGone)
        connection.channel.embeddedEventLoop.run()
        connection.rota.looked()
        connection.channel.embeddedEventLoop.advanceTime(by: .microseconds(100))
        #expect(isGone)
        #expect(connection.rota.mayTake(of: user))
    }

    @Test("Urgent calls behind a watch hold memory only while they wait")
    func urgentBehindAWatch() throws {
        let calls = PendingCalls()
        let connection = try Wired(calls: calls)
        _ = try connection.feed(Array(call("WatchReaders", "{}", #","more":true"#).utf8) + [0])
        let held = connection.handler.heldBytes
        let cancel = Array(call("CancelRequest", "{}", #","oneway":true"#).utf8) + [0]
        // One more than a connection may have running.
        for _ in 1...9 { _ = try connection.feed(cancel) }
        #expect(connection.handler.heldBytes == held + cancel.count - 1)
        #expect(!connection.reads)
        calls.endLast()
        connection.channel.embeddedEventLoop.run()
        #expect(connection.handler.heldBytes == held)
        #expect(connection.reads)
    }

    @Test("The longest message passes, whatever follows it")
    func longest() throws {
        let connection = try Wired()
        for _ in 1...2 {
            let bytes = message(262_145)
            #expect(try connection.feed(bytes) == bytes.count)
            // It counts as all the calls of a round.
            #expect(!connection.reads)
            connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            #expect(connection.reads)
        }
        #expect(connection.handler.heldBytes < 65_536)
    }

    @Test("A long message that is not a call counts for as many calls as one that is")
    func longNonsense() throws {
        let connection = try Wired()
        #expect(connection.rota.mayTake(of: .user(UserID(rawValue: 1))))
        _ = try connection.feed([UInt8](repeating: UInt8(ascii: "x"), count: 262_144) + [0])
        #expect(!connection.rota.mayTake(of: .user(UserID(rawValue: 1))))
    }

    @Test("Beyond the budget, the heaviest connections end and free their memory, and the light ones go on")
    func budget() throws {
        let budget = ByteBudget(maximum: 400_000, connections: 4)
        let pending = Array(call("Authenticate", #"{"reason":"test"}"#).utf8) + [0]
        let large = [try Wired(budget), try Wired(budget)]
        for connection in large { _ = try connection.feed(pending) }
        #expect(try large[0].feed(message(250_000)) == 250_000)
        #expect(large[0].handler.context != nil)
        #expect(try large[1].feed(message(250_000)) < 250_000)
        #expect(large[1].handler.context == nil)
        let small = try Wired(budget)
        #expect(try small.feed(pending + message(40_000)) == pending.count + 40_000)
        #expect(small.handler.context != nil)
        try large[0].channel.close().wait()
        let next = try Wired(budget)
        #expect(try next.feed(pending + message(250_000)) == pending.count + 250_000)
        #expect(next.handler.context != nil)
    }

    /// The most memory that one connection takes: the decoder's room, the calls, and unread answers.
    private func mostHeld(_ limits: GateListenerConfiguration) -> Int {
        2 * (limits.messageBytes + GateListenerConfiguration.readBytes) + (limits.queuedCalls + 1) * 8_192
    }

    @Test("Everything that clients can make the daemon hold fits into the unit's memory")
    func unit() throws {
        let unit = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../systemd/biogated.service")
        let setting = try #require(try String(contentsOf: unit, encoding: .utf8).firstMatch(of: /\nMemoryMax=(\d+)G\n/))
        let maximum = try #require(Int(setting.1)) << 30
        let limits = GateListenerConfiguration(source: .inherited([]))
        // The kernel holds the bytes that a client leaves unread (net.core.wmem_default); the daemon has a read buffer,
        // and objects.
        let outside = limits.connections * (212_992 + GateListenerConfiguration.readBytes + 32_768)
        // A PIN is stretched in 64 MiB, one at a time, and the rest of the daemon takes less than as much again.
        let daemon = 128 << 20
        #expect(2 * limits.heldBytes + outside + daemon < maximum)
        // Each connection's share is enough for the longest message.
        #expect(
            limits.heldBytes / limits.connections > limits.messageBytes + 2 * GateListenerConfiguration.readBytes
                + 8_192)
    }
}
