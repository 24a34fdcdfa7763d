import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("Thousands of connections", .blocking)
struct ConnectionLeakTests {
    /// `BIOGATE_LEAK_CONNECTIONS`; `make crash` makes 100,000.
    private static var connections: Int {
        getenv("BIOGATE_LEAK_CONNECTIONS").flatMap { Int(String(cString: $0)) } ?? 5000
    }

    /// Connections before memory is compared, so that everything made once exists.
    private static let warmUp = 1000
    /// Far less than a task, or what a connection consists of.
    private static let bytesEach = 16
    /// Memory that an allocator's arenas take and return however many connections there were. A few thousand
    /// connections show a leak of a whole connection; a smaller one needs as many as `make crash` makes.
    private static let slack = 3_000_000

    /// A daemon's resources.
    private struct Holding {
        let descriptors: Int
        let threads: Int
        let bytes: Int

        init(of daemon: DaemonUnderTest) throws {
            let process = try #require(daemon.processID)
            descriptors = Files.names(in: "/proc/\(process)/fd").count
            threads = Files.names(in: "/proc/\(process)/task").count
            bytes = 1024 * (try daemon.kilobytes("RssAnon"))
        }
    }

    /// Makes one connection, uses it in one of many ways, and leaves.
    private func connect(_ number: Int, to daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        switch number % 10 {
        case 0: break
        case 1:
            try client.availability()
            try client.prints()
        case 2: try client.send(raw: number % 20 == 2 ? #"{"method":"# : "no call\0")
        case 3:
            try client.ask("WatchRequests")
            try client.ask("WatchReaders")
        case 4:
            // It queues, or is told that the queue is full.
            try client.ask("Authenticate", Samples.authentication)
            try client.receive()
        case 5: for _ in 0..<20 { try client.send("ListItems") }
        case 6: try client.result(of: "RetrieveSecret", Self.reused)
        default:
            try client.ask("WatchAvailability")
            try client.receive()
        }
    }

    private static let reused = Samples.retrieval.with(["credential": FixedPassword.right])

    @Test("Thousands of connections leave no descriptor, thread or task behind", .asRoot, .tags(.needsRoot))
    func leaks() throws {
        try DaemonUnderTest.prepared(state: .enrolled) { daemon in
            try daemon.start(FixedPassword.install(for: daemon))
            let client = try daemon.client()
            try client.ask(
                "StoreSecret", .storing(Samples.item, version: 1, factors: ["fingerprint", "password"]))
            try client.touch(daemon.reader())
            for number in 0..<Self.warmUp { try connect(number, to: daemon) }
            try openReader(client)
            let before = try Holding(of: daemon)
            for number in 0..<Self.connections { try connect(number, to: daemon) }
            try openReader(client)
            var after = try Holding(of: daemon)
            // The last connections are still being closed.
            try waitUntil("all descriptors are closed") {
                after = try Holding(of: daemon)
                return after.descriptors <= before.descriptors
            }
            #expect(after.threads <= before.threads + 2)
            let growth = after.bytes - before.bytes
            print("Leaks: \(Self.connections) connections: \(growth) bytes more")
            #expect(growth < Self.slack + Self.connections * Self.bytesEach)
            try client.availability()
            try daemon.stop()
        }
    }

    /// An open reader's memory is in both measurements.
    private func openReader(_ client: GateConnection) throws {
        try client.ask("Authenticate", Samples.authentication)
        try client.awaitProgress("waitingForFinger")
        try client.send("CancelRequest", oneway: true)
        try client.refusal("Cancelled")
    }
}
