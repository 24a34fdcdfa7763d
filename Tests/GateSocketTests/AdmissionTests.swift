import Dispatch
import GateModel
import GateSocket
import GateWire
import Glibc
import Testing

@Suite struct AdmissionTests {
    @Test("The peer is the process that connected, by number and by pidfd")
    func peer() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            let connection = try await handler.nextPending("Authenticate").client
            #expect(connection.peer == Peer(user: UserID(rawValue: getuid()), process: ProcessID(rawValue: getpid())))
            let process = try #require(connection.process)
            let described = try process.withDescriptor { descriptor in
                try contents(of: "/proc/self/fdinfo/\(descriptor)")
            }
            #expect(described.split(separator: "\n").contains("Pid:\t\(getpid())"))
        }
    }

    @Test("Connections have different numbers")
    func numbers() async throws {
        try await withListener { path, handler in
            let clients = [try RawClient(path), try RawClient(path)]
            var ids: Set<ConnectionID> = []
            for client in clients {
                try await client.send(authenticate)
                ids.insert(try await handler.nextPending("Authenticate").client.id)
            }
            #expect(ids.count == 2)
        }
    }

    @Test("A client is announced before its first call, unless it is refused")
    func announced() async throws {
        try await withListener {
            $0.connectionsPerUser = 1
            $0.refusalsPerUser = 1
        } _: { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            let connection = try await handler.nextPending("Authenticate").client
            #expect(handler.announced == [connection.id])
            let refused = try RawClient(path)
            try await refused.send(call("ListReaders"))
            #expect(try await refused.receive() != nil)
            #expect(handler.announced == [connection.id])
        }
    }

    @Test("The kernel's stand-in user is refused")
    func overflowUser() async throws {
        try await withListener {
            $0.overflowUser = UserID(rawValue: getuid())
        } _: { path, _ in
            let client = try RawClient(path)
            #expect(try await client.receive() == nil)
        }
    }

    @Test("Users who are not admitted are refused")
    func admitted() async throws {
        let own = UserID(rawValue: getuid())
        for (admitted, isServed) in [([own], true), ([UserID(rawValue: getuid() + 1)], false)] {
            try await withListener {
                $0.admitted = Set(admitted)
            } _: { path, _ in
                let client = try RawClient(path)
                if isServed { try await client.send(call("ListReaders")) }
                #expect((try await client.receive() != nil) == isServed)
            }
        }
    }

    @Test("A connection beyond a limit is closed, and there is room again when another ends", arguments: [true, false])
    func limits(perUser: Bool) async throws {
        try await withListener {
            if perUser { $0.connectionsPerUser = 2 } else { $0.connections = 2 }
        } _: { path, handler in
            let clients = [try RawClient(path), try RawClient(path)]
            for client in clients {
                try await client.send(call("ListReaders"))
                #expect(try await client.receive() != nil)
            }
            #expect(try await RawClient(path).receive() == nil)
            clients[0].leave()
            _ = try await handler.nextClosed()
            let next = try RawClient(path)
            try await next.send(call("ListReaders"))
            #expect(try await next.receive() != nil)
        }
    }

    @Test("The first call beyond a user's connections is served once, for its refusal, and the next client is closed")
    func refusal() async throws {
        try await withListener {
            $0.connectionsPerUser = 1
            $0.refusalsPerUser = 1
        } _: { path, _ in
            let first = try RawClient(path)
            try await first.send(call("ListReaders"))
            #expect(try await first.receive() != nil)
            let refused = try RawClient(path)
            #expect(try await RawClient(path).receive() == nil)
            try await refused.send(call("ListReaders"))
            #expect(try await refused.receive() != nil)
            #expect(try await refused.receive() == nil)
        }
    }

    @Test("A client that left before it was accepted costs nothing, unless it sent a call")
    func leftBefore() async throws {
        let directory = try TemporaryDirectory()
        let descriptor = try RawClient.bound(to: directory.socket, listening: true)
        for _ in 0..<8 { try RawClient(directory.socket).leave() }
        let clients = [try RawClient(directory.socket), try RawClient(directory.socket)]
        for client in clients { try await client.send(authenticate) }
        clients[0].shutdownWriting()
        let handler = ScriptedHandler()
        let listener = try await GateListener.start(
            GateListenerConfiguration(source: .inherited([descriptor])), on: .ofTests, handler: handler)
        var ids: [UInt64] = []
        for _ in clients { ids.append(try await handler.nextPending("Authenticate").client.id.rawValue) }
        #expect(ids.sorted() == [1, 2])
        await listener.close(grace: .zero)
    }

    @Test("The accept queue is no longer than the limit of connections")
    func queue() async throws {
        let directory = try TemporaryDirectory()
        var configuration = GateListenerConfiguration(source: .path(directory.socket))
        configuration.connections = 8
        let handler = BusyHandler()
        let listener = try await GateListener.start(configuration, on: ServingLoop(), handler: handler)
        let client = try RawClient(directory.socket)
        try await client.send(call("ListReaders"))
        await handler.untilBusy()
        var waiting: [RawClient] = []
        let failure = #expect(throws: RawClient.SystemFailure.self) {
            for _ in 0..<100 { waiting.append(try RawClient(directory.socket, waits: false)) }
        }
        #expect(failure?.errno == EAGAIN)
        // The kernel accepts one more than the limit.
        #expect(waiting.count == 9)
        handler.goOn()
        #expect(try await client.receive() != nil)
        await listener.close(grace: .zero)
    }

    @Test("A burst of clients is accepted in full")
    func burst() async throws {
        try await withListener {
            $0.connectionsPerUser = 400
        } _: { path, _ in
            var clients: [RawClient] = []
            for _ in 0..<300 { clients.append(try RawClient(path)) }
            for client in clients { try await client.send(call("ListReaders")) }
            for client in clients { #expect(try await client.receive() != nil) }
        }
    }
}

/// Blocks its event loop with the first call until it may go on.
private final class BusyHandler: CallHandler {
    private let begun: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let permission = DispatchSemaphore(value: 0)

    init() {
        (begun, continuation) = AsyncStream.makeStream()
    }

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        continuation.yield()
        permission.wait()
        return .reply(.reply([:]))
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) {}

    func closed(_ client: ClientConnection) {}

    let urgentMethods: Set<String> = []

    func untilBusy() async {
        for await _ in begun { return }
    }

    func goOn() { permission.signal() }
}

func contents(of path: String) throws -> String {
    let file = open(path, O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
