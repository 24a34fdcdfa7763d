import GateModel
import GateSSH
import GateSystem
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Listens for ssh, and gives each connection a task of its own.
final class AgentListener: Sendable {
    enum Source {
        case path(String)
        case inherited([Int32])
    }

    private let servers: [any Channel]

    private init(_ servers: [any Channel]) { self.servers = servers }

    static func start(_ source: Source, _ service: AgentService) async throws -> AgentListener {
        let group = MultiThreadedEventLoopGroup.singleton
        let bootstrap = ServerBootstrap(group: group.next())
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { Peer(socket: $0) }
                    guard let peer = peer ?? nil else { return channel.close(promise: nil) }
                    // Root is another user here, too: it has no keys in this user's agent.
                    let isOwn = peer.user.rawValue == getuid()
                    if isOwn, service.takePlace(for: peer.process) {
                        return try channel.pipeline.syncOperations.addHandler(AgentHandler(service, peer))
                    }
                    service.noteRefusal(of: peer, isOwn: isOwn)
                    guard let handler = RefusingHandler(service) else { return channel.close(promise: nil) }
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
        var servers: [any Channel] = []
        switch source {
        case .inherited(let descriptors):
            for descriptor in descriptors { servers.append(try await bootstrap.withBoundSocket(descriptor).get()) }
        case .path(let path):
            let mask = umask(0o177)
            defer { umask(mask) }
            servers.append(
                try await bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get())
        }
        return AgentListener(servers)
    }

    func close() async {
        for server in servers { try? await server.close().get() }
    }
}

/// Answers the first request of a connection that has no place with a failure, and ends it: a connection that is closed
/// at once would tell its client nothing.
private final class RefusingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// ssh asks at once.
    private static let limit = TimeAmount.seconds(5)

    private let service: AgentService
    private var decoder = AgentFrameDecoder()
    private var end: Scheduled<Void>?

    /// Nil if too many connections wait for their failure.
    init?(_ service: AgentService) {
        guard service.takeRefusal() else { return nil }
        self.service = service
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: Self.limit) { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data).readableBytesView)
        // ssh writes the length and the message one after the other: it would be killed if this end closed in between.
        do {
            guard try decoder.next() != nil else { return }
        } catch {
            return context.close(promise: nil)
        }
        let failure = ByteBuffer(bytes: AgentFrameDecoder.frame(AgentAnswer.failure.message))
        context.writeAndFlush(wrapOutboundOut(failure), promise: nil)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        service.leaveRefusal()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Runs tasks on a loop's thread, which must not be blocked.
private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Cuts a connection's bytes into messages, and writes the answers in their order.
private final class AgentHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The most messages of a connection that wait for their answers, each of up to 256 KiB. ssh sends one at a time.
    private static let waitingLimit = 4

    private let service: AgentService
    private let peer: Peer
    private var decoder = AgentFrameDecoder()
    private let messages: AsyncStream<[UInt8]>
    private let arrived: AsyncStream<[UInt8]>.Continuation
    private var task: Task<Void, Never>?

    init(_ service: AgentService, _ peer: Peer) {
        self.service = service
        self.peer = peer
        (messages, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingLimit))
    }

    func channelActive(context: ChannelHandlerContext) {
        let (channel, messages, service, peer) = (context.channel, messages, service, peer)
        // On the loop's own thread, each request is answered without waking another.
        task = Task(executorPreference: LoopExecutor(channel.eventLoop)) {
            let connection = AgentConnection(service, peer)
            for await var message in messages {
                let answer = await connection.answer(to: message)
                AgentFrameDecoder.forget(&message)
                try? await channel.writeAndFlush(ByteBuffer(bytes: AgentFrameDecoder.frame(answer)))
            }
            connection.close()
            try? await channel.close()
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data).readableBytesView)
        do {
            while let message = try decoder.next() {
                guard case .enqueued = arrived.yield(message) else { return context.close(promise: nil) }
            }
        } catch {
            // Without an answer, the client would wait for ever.
            let failure = ByteBuffer(bytes: AgentFrameDecoder.frame(AgentAnswer.failure.message))
            context.writeAndFlush(wrapOutboundOut(failure), promise: nil)
            context.close(promise: nil)
        }
    }

    /// Ends the call that waits for its user.
    func channelInactive(context: ChannelHandlerContext) {
        arrived.finish()
        task?.cancel()
        service.leavePlace(of: peer.process)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
