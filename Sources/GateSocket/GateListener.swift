public import GateModel
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Accepts clients on a Unix socket and has their calls served. `close` must be called before the last reference goes.
public final class GateListener: Sendable {
    private let eventLoop: any EventLoop
    private let table: ConnectionTable
    private let servers: [any Channel]
    private let file: Mutex<SocketFile?>

    /// The descriptors that systemd passed to this process (`sd_listen_fds(3)`), from the values of `LISTEN_FDS` and
    /// `LISTEN_PID`; empty if they are for another process.
    public static func inheritedDescriptors(count: Int, addressee: ProcessID) -> [Int32] {
        // SD_LISTEN_FDS_START of sd-daemon.h.
        let first: Int32 = 3
        guard addressee.rawValue == getpid(), (1...64).contains(count) else { return [] }
        return (first..<first + Int32(count)).map { $0 }
    }

    /// Ends the connections that wait on inherited sockets and will not be served.
    public static func turnAway(_ descriptors: [Int32]) {
        for descriptor in descriptors { InheritedSocket.turnAway(descriptor) }
    }

    /// Binds or takes over the socket and serves it on `loop`.
    public static func start(
        _ configuration: GateListenerConfiguration, on loop: ServingLoop, handler: any CallHandler
    ) async throws(GateListenerError) -> GateListener {
        var descriptors: [Int32] = []
        var file: SocketFile?
        switch configuration.source {
        case .path(let path, let mode):
            file = try SocketFile.bind(path, mode: mode) { descriptors = [$0] }
        case .inherited(let inherited):
            for descriptor in inherited { try InheritedSocket.adopt(descriptor) }
            descriptors = inherited
        }
        let table = ConnectionTable(
            maximum: configuration.connections, maximumPerUser: configuration.connectionsPerUser,
            refusalsPerUser: configuration.refusalsPerUser,
            ranges: SubordinateRanges(path: configuration.subordinateUsers),
            numberedBehind: configuration.numberedBehind)
        var servers: [any Channel] = []
        do {
            let rota = NIOLoopBoundBox.makeBoxSendingValue(CallRota(on: loop.eventLoop), eventLoop: loop.eventLoop)
            let bootstrap = bootstrap(on: loop.eventLoop, configuration, handler, table, rota)
            for descriptor in descriptors {
                servers.append(try await bootstrap.withBoundSocket(descriptor).get())
            }
        } catch {
            for server in servers { server.close(promise: nil) }
            file.take()?.remove()
            throw .system(call: "listen", errno: (error as? IOError)?.errnoCode ?? EINVAL)
        }
        return GateListener(eventLoop: loop.eventLoop, table: table, servers: servers, file: file.take())
    }

    private init(
        eventLoop: any EventLoop, table: ConnectionTable, servers: [any Channel],
        file: consuming sending SocketFile?
    ) {
        self.eventLoop = eventLoop
        self.table = table
        self.servers = servers
        self.file = Mutex(file)
    }

    /// The number of open connections.
    public var connectionCount: Int { table.count }

    /// Stops accepting, and removes the socket's file if it was bound here; open connections go on.
    public func stopAccepting() async {
        for server in servers {
            // Fails only if it is closed already.
            try? await server.close().get()
        }
        file.withLock { $0.take() }?.remove()
    }

    /// Stops accepting and reading, waits at most `grace` for the pending calls' last answers, and returns when every
    /// connection is closed. Call it once only.
    public func close(grace: Duration) async {
        await stopAccepting()
        table.beginClosing()
        for client in table.clients { client.finish() }
        let abort = eventLoop.scheduleTask(in: TimeAmount(grace)) { [table] in
            for client in table.clients { client.abort() }
        }
        await table.untilEmpty()
        abort.cancel()
    }

    private static func bootstrap(
        on eventLoop: any EventLoop, _ configuration: GateListenerConfiguration,
        _ handler: any CallHandler, _ table: ConnectionTable, _ rota: NIOLoopBoundBox<CallRota>
    ) -> ServerBootstrap {
        let urgentCalls = UrgentCalls(
            maximum: configuration.urgentCalls, maximumPerUser: configuration.urgentCallsPerUser)
        let budget = ByteBudget(maximum: configuration.heldBytes, connections: configuration.connections)
        return ServerBootstrap(group: eventLoop)
            .serverChannelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: Int32) in
                        // NIO listens with a queue of 128, which a burst of clients overruns: connect(2) then fails
                        // with EAGAIN. A queue longer than this lets a client that connects without end delay others
                        // further. The kernel caps it at net.core.somaxconn.
                        _ = listen(socket, Int32(clamping: configuration.connections))
                    }
                    try server.pipeline.syncOperations.addHandlers([
                        // For lack of descriptors or memory: an immediate retry would only spin.
                        AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { _ in .milliseconds(200) },
                        Admission(
                            limits: configuration, handler: handler, table: table, rota: rota.value,
                            urgentCalls: urgentCalls, budget: budget),
                    ])
                }
            }
            .childChannelOption(.allocator, value: WipingAllocator.allocator)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Limits how much is read before a connection at its limit is paused.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: GateListenerConfiguration.readBytes)
            )
    }
}
