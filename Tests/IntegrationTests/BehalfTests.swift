import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// `onBehalfOf`: the program for which a caller says that it asks.
@Suite("The program for which a caller asks", .blocking)
struct BehalfTests {
    private static func process(_ id: Int) throws -> JSON {
        let fields = try #require(Files.text("/proc/\(id)/stat").split(separator: ")").last).split(separator: " ")
        return ["processId": .integer(id), "startTime": .integer(try #require(Int(fields[19])))]
    }

    /// What a watcher is told about the process that a call names.
    private func claimed(
        _ process: JSON, _ client: GateConnection, _ watcher: GateConnection
    ) throws -> JSON {
        try client.ask(
            "Authenticate", ["reason": "Test", "interaction": "prompt", "onBehalfOf": process])
        let claimed = try watcher.receive().parameters["request"]["onBehalfOf"]
        try client.send("CancelRequest", oneway: true)
        while try client.receive().continues {}
        while try watcher.receive().parameters["change"] != "ended" {}
        return claimed
    }

    private func prompting(_ watcher: GateConnection, for client: GateConnection) throws {
        try client.result(of: "SetPIN", ["pin": .string(Samples.pin)])
        try watcher.ask("WatchRequests", ["prompts": true])
        // A watch has no reply until there is a call, and without a prompt the call ends at once.
        try waitUntil("the daemon knows the prompt") {
            try client.ask("Authenticate", ["reason": "Test", "interaction": "prompt"])
            guard try client.receive().continues else { return false }
            try client.send("CancelRequest", oneway: true)
            while try client.receive().continues {}
            return true
        }
        while try watcher.receive().parameters["change"] != "ended" {}
    }

    @Test("The user's watchers are told the name of that process, and of no other that had or gets its number")
    func named() throws {
        try DaemonUnderTest.with { daemon in
            let (client, watcher) = (try daemon.client(), try daemon.client())
            try prompting(watcher, for: client)
            let own = try Self.process(Int(getpid()))
            let known = try claimed(own, client, watcher)
            #expect(
                known.with(["command": .null, "executable": .null])
                    == own.with(["command": .null, "executable": .null]))
            #expect(known["command"].string?.isEmpty == false)
            #expect(known["executable"].string?.isEmpty == false)
            let later = own.with(["startTime": .integer(try #require(own["startTime"].integer) + 1)])
            #expect(try claimed(later, client, watcher) == .null)
            #expect(try claimed(own.with(["processId": .integer(Int(Int32.max))]), client, watcher) == .null)
        }
    }

    @Test("Another user's process is not shown", .asRoot, .tags(.needsRoot, .needsPython))
    func foreign() throws {
        try DaemonUnderTest.with { daemon in
            let (client, watcher) = (try daemon.client(as: 1), try daemon.client(as: 1))
            try prompting(watcher, for: client)
            let own = try Self.process(try #require(client.relayProcess))
            #expect(try claimed(own, client, watcher)["command"].string?.hasPrefix("python") == true)
            #expect(try claimed(Self.process(Int(getpid())), client, watcher) == .null)
        }
    }
}
