import GateModel
import GateSocket
import GateWire
import Glibc
import Testing

@Suite struct AdmissionTests {
    @Test("the peer is the process that connected, by number and by pidfd")
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

    @Test("connections have different numbers")
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

    @Test("the kernel's stand-in user is turned away")
    func overflowUser() async throws {
        try await withListener {
            $0.overflowUser = UserID(rawValue: getuid())
        } _: { path, _ in
            let client = try RawClient(path)
            #expect(try await client.receive() == nil)
        }
    }

    @Test("a connection past a limit is closed, and there is room again when another ends", arguments: [true, false])
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

    @Test("a burst of clients is accepted in full")
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

func contents(of path: String) throws -> String {
    let file = open(path, O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
