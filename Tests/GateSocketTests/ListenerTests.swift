import GateModel
import GateWire
import Glibc
import Testing

@testable import GateSocket

@Suite struct ListenerTests {
    private let directory: TemporaryDirectory
    private let handler = ScriptedHandler()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func start(_ source: GateListenerConfiguration.Source) async throws(GateListenerError) -> GateListener {
        try await GateListener.start(GateListenerConfiguration(source: source), on: .ofTests, handler: handler)
    }

    private func mode(of path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test("The socket has the requested mode, and is gone with its lock after the stop")
    func fileLifetime() async throws {
        let listener = try await start(.path(directory.socket))
        #expect(mode(of: directory.socket) == S_IFSOCK | 0o666)
        await listener.close(grace: .zero)
        #expect(mode(of: directory.socket) == nil)
        #expect(mode(of: directory.socket + ".lock") == nil)
    }

    @Test("A socket that nobody serves is replaced")
    func stale() async throws {
        close(try RawClient.bound(to: directory.socket, listening: true))
        let listener = try await start(.path(directory.socket))
        let client = try RawClient(directory.socket)
        try await client.send(call("ListReaders"))
        #expect(try await client.receive() != nil)
        await listener.close(grace: .zero)
    }

    @Test("A socket that another process serves is left alone")
    func live() async throws {
        let other = try RawClient.bound(to: directory.socket, listening: true)
        defer { close(other) }
        await #expect(throws: GateListenerError.inUse(path: directory.socket)) {
            try await start(.path(directory.socket))
        }
        #expect(mode(of: directory.socket) != nil)
        #expect(mode(of: directory.socket + ".lock") == nil)
    }

    @Test("Of two daemons that start, the second is refused, and the first goes on")
    func twoStarters() async throws {
        let first = try await start(.path(directory.socket))
        await #expect(throws: GateListenerError.inUse(path: directory.socket)) {
            try await start(.path(directory.socket))
        }
        let client = try RawClient(directory.socket)
        try await client.send(call("ListReaders"))
        #expect(try await client.receive() != nil)
        await first.close(grace: .zero)
        let second = try await start(.path(directory.socket))
        await second.close(grace: .zero)
    }

    @Test("Of many daemons that start at once, exactly one serves a stale path")
    func race() async throws {
        close(try RawClient.bound(to: directory.socket, listening: true))
        let path = directory.socket
        let handler = handler
        let winners = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try? await GateListener.start(
                        GateListenerConfiguration(source: .path(path)), on: .ofTests, handler: handler)
                }
            }
            var winners: [GateListener] = []
            for await listener in group { if let listener { winners.append(listener) } }
            return winners
        }
        #expect(winners.count == 1)
        for listener in winners { await listener.close(grace: .zero) }
    }

    @Test("A file that is not a socket is left alone")
    func notASocket() async throws {
        let file = open(directory.socket, O_WRONLY | O_CREAT, 0o600)
        close(file)
        await #expect(throws: GateListenerError.notASocket(path: directory.socket)) {
            try await start(.path(directory.socket))
        }
        #expect(mode(of: directory.socket) == S_IFREG | 0o600)
    }

    @Test("A missing directory and a path that is too long are reported")
    func badPaths() async throws {
        let missing = directory.path + "/none/gate"
        await #expect(throws: GateListenerError.directoryMissing(path: missing)) { try await start(.path(missing)) }
        let long = "/" + String(repeating: "x", count: 107)
        await #expect(throws: GateListenerError.invalidPath(long)) { try await start(.path(long)) }
        await #expect(throws: GateListenerError.invalidPath("")) { try await start(.path("")) }
    }

    @Test("Stopping keeps a file that replaced the socket")
    func replacedFile() async throws {
        let listener = try await start(.path(directory.socket))
        unlink(directory.socket)
        let other = try RawClient.bound(to: directory.socket, listening: false)
        defer { close(other) }
        await listener.close(grace: .zero)
        #expect(mode(of: directory.socket) != nil)
    }

    @Test("An inherited socket is served, and its file stays")
    func inherited() async throws {
        let descriptor = try RawClient.bound(to: directory.socket, listening: true)
        let listener = try await start(.inherited([descriptor]))
        let client = try RawClient(directory.socket)
        try await client.send(call("ListReaders"))
        #expect(try await client.receive() != nil)
        await listener.close(grace: .zero)
        #expect(mode(of: directory.socket) != nil)
    }

    @Test("An inherited descriptor that does not listen is named")
    func inheritedNotListening() async throws {
        let descriptor = try RawClient.bound(to: directory.socket, listening: false)
        defer { close(descriptor) }
        await #expect(throws: GateListenerError.notListening(descriptor: descriptor)) {
            try await start(.inherited([descriptor]))
        }
    }

    @Test("Clients that wait on an unserved inherited socket are refused, and the socket stays")
    func turnedAway() async throws {
        let descriptor = try RawClient.bound(to: directory.socket, listening: true)
        defer { close(descriptor) }
        let clients = try [RawClient(directory.socket), RawClient(directory.socket)]
        GateListener.turnAway([descriptor])
        for client in clients { #expect(try await client.receive() == nil) }
        _ = try RawClient(directory.socket)
    }

    @Test("Refusing clients ends even if new ones keep coming")
    func turnedAwayInPart() async throws {
        let descriptor = try RawClient.bound(to: directory.socket, listening: true)
        defer { close(descriptor) }
        let clients = try [RawClient(directory.socket), RawClient(directory.socket)]
        InheritedSocket.turnAway(descriptor, atMost: 1)
        #expect(try await clients[0].receive() == nil)
        let waiting = accept(descriptor, nil, nil)
        #expect(waiting >= 0)
        if waiting >= 0 { close(waiting) }
    }

    @Test("Descriptors passed to another process are ignored")
    func addressee() {
        let own = ProcessID(rawValue: getpid())
        #expect(GateListener.inheritedDescriptors(count: 2, addressee: own) == [3, 4])
        #expect(GateListener.inheritedDescriptors(count: 2, addressee: ProcessID(rawValue: 1)) == [])
        #expect(GateListener.inheritedDescriptors(count: -1, addressee: own) == [])
    }

    @Test("While stopping, a pending call is answered, and no new client is served")
    func graceful() async throws {
        let listener = try await start(.path(directory.socket))
        let client = try RawClient(directory.socket)
        try await client.send(authenticate, call("ListReaders"))
        let responder = try await handler.nextPending("Authenticate")
        await listener.stopAccepting()
        #expect(throws: RawClient.SystemFailure.self) { try RawClient(directory.socket) }
        async let closed: Void = listener.close(grace: .seconds(3600))
        responder.send(.reply(["authentication": [:]]), as: .result)
        #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
        await closed
        #expect(listener.connectionCount == 0)
    }

    @Test("A pending call is cut off when the grace is over")
    func graceOver() async throws {
        let listener = try await start(.path(directory.socket))
        let client = try RawClient(directory.socket)
        try await client.send(authenticate)
        let responder = try await handler.nextPending("Authenticate")
        await listener.close(grace: .zero)
        #expect(try await client.receive() == nil)
        #expect(responder.client.isClosed)
    }
}
