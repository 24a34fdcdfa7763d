import Dispatch
import GateModel
import GateSystem
import GateWire
import Glibc
import NIOCore
import NIOPosix

/// A transport's state, on its event loop.
final class TransportCore {
    /// A call to send.
    struct Call: Sendable {
        let bytes: ByteBuffer
        let receiver: any AnswerReceiver
    }

    private enum Phase {
        case idle
        case connecting
        case open(any Channel)
        /// The last phase: the transport does not connect again.
        case shut
    }

    private let path: String
    private let trust: ServerTrust
    private let cancellationGrace: Duration
    private let eventLoop: any EventLoop
    private var phase = Phase.idle
    /// Unsent calls, in order.
    private var waiting: [Call] = []
    /// The call that was sent and is not fully answered.
    private var current: Call?
    /// Whether the daemon has answered on this connection.
    private var hasServed = false
    private var cancellation: Scheduled<Void>?

    init(path: String, trust: ServerTrust, cancellationGrace: Duration, eventLoop: any EventLoop) {
        self.path = path
        self.trust = trust
        self.cancellationGrace = cancellationGrace
        self.eventLoop = eventLoop
    }

    func submit(_ call: Call) {
        guard !call.receiver.isCancelled else { return call.receiver.ended(.cancelled) }
        waiting.append(call)
        advance()
    }

    func sendBehindCurrent(_ bytes: ByteBuffer) {
        guard case .open(let channel) = phase, current != nil else { return }
        channel.writeAndFlush(bytes, promise: nil)
    }

    func cancel(_ receiver: any AnswerReceiver, with request: ByteBuffer) {
        if let index = waiting.firstIndex(where: { $0.receiver === receiver }) {
            waiting.remove(at: index).receiver.ended(.cancelled)
        } else if case .open(let channel) = phase, let current, current.receiver === receiver, cancellation == nil {
            channel.writeAndFlush(request, promise: nil)
            cancellation = eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(cancellationGrace)) {
                self.endCurrent(.cancelled)
                channel.close(promise: nil)
            }
        }
    }

    func shut() {
        let open: (any Channel)? = if case .open(let channel) = phase { channel } else { nil }
        phase = .shut
        endAll(.disconnected)
        open?.close(promise: nil)
    }

    // MARK: The connection

    private func advance() {
        guard current == nil, let next = waiting.first else { return }
        switch phase {
        case .idle: connect()
        case .connecting: break
        case .open(let channel):
            waiting.removeFirst()
            current = next
            // Registered before the write, which may fail before it returns.
            let written = eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenFailure { _ in self.unsent(next) }
            channel.writeAndFlush(next.bytes, promise: written)
        case .shut: endAll(.disconnected)
        }
    }

    /// Sends a call over a new connection when the old one ended before the whole call was handed to it: the daemon
    /// takes only whole calls, so it has not seen this one. A daemon that never answered is not retried: it may refuse
    /// every client.
    private func unsent(_ call: Call) {
        guard hasServed, current?.receiver === call.receiver, cancellation == nil, !call.receiver.isCancelled else {
            return
        }
        forgetCurrent()
        waiting.insert(call, at: 0)
    }

    private func connect() {
        phase = .connecting
        let copy: Int32
        // NIO's own socket is inherited by every program that the process starts, which then keeps the connection open.
        do throws(SystemCallFailure) {
            let socket = try Descriptor.connected(to: path, waits: false)
            copy = fcntl(socket.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            guard copy >= 0 else { throw SystemCallFailure(function: "fcntl", path: path, errno: errno) }
        } catch {
            phase = .idle
            return endAll(.unreachable(path: path, errno: error.errno))
        }
        let core = NIOLoopBound(self, eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .channelOption(.allocator, value: WipingAllocator.allocator)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ReplyHandler(core.value))
                }
            }
            .withConnectedSocket(copy)
            .assumeIsolated()
            .whenComplete { result in self.connected(result) }
    }

    private func connected(_ result: Result<any Channel, any Error>) {
        switch result {
        case .success(let channel): identify(channel)
        case .failure(let error):
            guard case .connecting = phase else { return }
            phase = .idle
            endAll(.unreachable(path: path, errno: (error as? IOError)?.errnoCode))
        }
    }

    /// Opens the connection if the daemon is at its other end.
    private func identify(_ channel: any Channel) {
        // Fails only on a closed channel.
        let server = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: Int32) in
            Peer(socket: socket)?.user
        }
        guard let server = server ?? nil else { return turnAway(channel, .disconnected) }
        guard !trust.includes(server) else { return open(channel) }
        let core = NIOLoopBound(self, eventLoop: eventLoop)
        let eventLoop = eventLoop
        // Name services may be slow, and other clients of the process share the loop. The first job on a global queue
        // would start a watchdog that wakes the process every second from then on.
        DispatchQueue(label: "biogate.names").async {
            let isDaemon = UserID(account: "biogate") == server
            eventLoop.execute {
                let core = core.value
                if isDaemon { core.open(channel) } else { core.turnAway(channel, .untrusted(path: core.path, server)) }
            }
        }
    }

    private func open(_ channel: any Channel) {
        guard case .connecting = phase, channel.isActive else { return turnAway(channel, .disconnected) }
        phase = .open(channel)
        hasServed = false
        advance()
    }

    private func turnAway(_ channel: any Channel, _ error: GateTransportError) {
        channel.close(promise: nil)
        guard case .connecting = phase else { return }
        phase = .idle
        endAll(error)
    }

    fileprivate func received(_ reply: consuming IncomingReply) -> Bool {
        guard let call = current else { return false }
        hasServed = true
        let isLast = !reply.continues
        if isLast { forgetCurrent() }
        call.receiver.received(reply)
        if isLast { advance() }
        return true
    }

    /// Ends the current call with `fault` and goes on over a new connection.
    fileprivate func disconnected(_ fault: GateTransportError) {
        if case .open = phase { phase = .idle }
        endCurrent(fault)
        advance()
    }

    private func forgetCurrent() {
        cancellation?.cancel()
        cancellation = nil
        current = nil
    }

    private func endCurrent(_ error: GateTransportError) {
        let call = current
        forgetCurrent()
        call?.receiver.ended(error)
    }

    private func endAll(_ error: GateTransportError) {
        let unsent = waiting
        waiting = []
        endCurrent(error)
        for call in unsent { call.receiver.ended(error) }
    }
}

/// Splits the daemon's bytes into replies.
private final class ReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The longest reply in bytes: a full `ListItems` with long names.
    private static let limit = 8_388_608

    private let core: TransportCore
    private var decoder = FrameDecoder(limit: ReplyHandler.limit)
    private var fault = GateTransportError.disconnected
    private var isClosing = false

    init(_ core: TransportCore) {
        self.core = core
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = Self.unwrapInboundIn(data)
        unsafe buffer.withBytesThenWiped { bytes in
            guard !isClosing else { return }
            unsafe decoder.append(bytes)
        }
        do {
            while !isClosing, let frame = try decoder.nextFrame() {
                guard core.received(try IncomingReply.decode(frame)) else { throw ReplyFault() }
            }
        } catch {
            isClosing = true
            fault = .protocolViolation
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosing = true
        core.disconnected(fault)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
