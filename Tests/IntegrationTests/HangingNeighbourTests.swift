import BlockingTests
import Testing
import VirtualReaders

/// A service that the daemon asks may never answer; only calls that need its answer wait.
@Suite(
    "Name services, a password helper and a journal that hang", .blocking, .asRoot, .tags(.needsRoot, .needsPython))
struct HangingNeighbourTests {
    @Test("Everyone else's status is answered, however many calls need the hanging services")
    func status() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let neighbours = try HangingNeighbours(for: daemon)
            try daemon.start(neighbours.configuration, launcher: neighbours.launcher)
            let client = try daemon.client()
            #expect(try client.availability()["state"] == "available")
            try neighbours.awaitQuestion("h")
            let hung = try Self.ask(daemon)
            try neighbours.awaitQuestion("?")
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            #expect(try watcher.receive().parameters["availability"]["fallbacks"] == ["pin"])
            for _ in 1...250 {
                // Each is a line in the journal, which no program reads.
                let broken = try daemon.client()
                try broken.send(raw: "no call\0")
                try broken.awaitClosing()
                #expect(try client.availability()["state"] == "available")
                #expect(try client.settings()["pinSet"] == true)
                #expect(try client.result(of: "ListReaders")["readers"][0]["state"] == "ready")
                #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
            }
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            #expect(try GateConnection.firstReady(of: hung.map(\.client), within: .zero) == nil)
            try neighbours.release()
            for (client, error) in hung { #expect(try client.last().error == error) }
            #expect(try watcher.receive().parameters["availability"]["fallbacks"] == ["password", "pin"])
            try daemon.stop()
        }
    }

    /// Calls that have to know the user, and how each ends once that is known.
    private static func ask(_ daemon: DaemonUnderTest) throws -> [(client: GateConnection, error: String?)] {
        let calls: [(String, JSON, String?)] = [
            ("GetAvailability", [:], nil), ("ListItems", [:], nil), ("ListPrints", [:], nil),
            ("SetPIN", ["pin": .string(Samples.pin)], "NotPermitted"),
            ("RetrieveSecret", Samples.retrieval, "ItemNotFound"),
            ("GetSettings", [:], nil),
        ]
        return try calls.map { method, parameters, error in
            let client = try daemon.client(as: HangingNeighbours.unknown)
            try client.send(method, parameters)
            return (client, error)
        }
    }

    @Test("The daemon still stops when told to")
    func stopping() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let neighbours = try HangingNeighbours(for: daemon)
            try daemon.start(neighbours.configuration, launcher: neighbours.launcher)
            #expect(try daemon.client().availability()["state"] == "available")
            try neighbours.awaitQuestion("h")
            let hung = try Self.ask(daemon)
            try neighbours.awaitQuestion("?")
            try daemon.stop()
            for (client, _) in hung { #expect(try client.receiveIfOpen() == nil) }
            try neighbours.release()
            try daemon.start()
            #expect(try daemon.client().retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }
}
