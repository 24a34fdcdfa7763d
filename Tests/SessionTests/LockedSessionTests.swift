import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("A session that is locked", .blocking, .tags(.needsPython))
struct LockedSessionTests {
    /// logind's two ways: it asks the session's locker, or the locker reports.
    @Test("A lock ends the user's waiting call and authentications", arguments: ["lock", "hint"])
    func own(told: String) throws {
        try with { daemon, bus in
            let client = try daemon.client()
            let other = try daemon.client()
            try other.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try bus.tell("\(told) u\(geteuid())")
            #expect(try client.refusal("Cancelled")["by"] == "sessionLocked")
            #expect(try other.result(of: "GetLastAuthentication")["authentication"] == .null)
            // Nothing else is lost by it.
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A lock ends nothing of another user's", .asRoot, .tags(.needsRoot), arguments: ["lock", "hint"])
    func others(told: String) throws {
        try with { daemon, bus in
            let reader = try daemon.reader()
            let other = try enrolled(1, on: daemon)
            try bus.tell("new u1 1")
            try bus.tell("settled")
            try bus.hear("done")
            let root = try daemon.client()
            try root.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            let waiting = try daemon.client()
            try waiting.ask("Authenticate", Samples.authentication)
            try waiting.progress("waitingForFinger")
            try other.ask("Authenticate", Samples.authentication)
            try other.progress("queued")

            try bus.tell("\(told) u1")
            #expect(try other.refusal("Cancelled")["by"] == "sessionLocked")
            #expect(try root.result(of: "GetLastAuthentication")["authentication"] != .null)
            try reader.send(.scan(Samples.finger))
            #expect(try waiting.result()["authentication"]["factor"] == "fingerprint")
        }
    }

    /// What a flood of one user's hints does to logind.
    @Test(
        "A lock ends nothing of another user's, even after a silent logind's reports were forgotten",
        .asRoot, .tags(.needsRoot))
    func silent() throws {
        try with(["fingerprint.interactiveOnly": true], said: ["new u1 1"]) { daemon, bus in
            let other = try enrolled(1, on: daemon)
            try bus.tell("machine LidClosed true")
            let watcher = try daemon.client()
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
            try bus.tell("silent")
            try bus.hear("done")
            // Makes the daemon look at the lid, in vain.
            try daemon.client().availability()
            try watcher.awaitAvailability("available", reason: nil)

            let waiting = try daemon.client()
            try waiting.ask("Authenticate", Samples.authentication)
            try waiting.progress("waitingForFinger")
            try other.ask("Authenticate", Samples.authentication)
            try other.progress("queued")
            try bus.tell("hint u1")
            #expect(try other.refusal("Cancelled")["by"] == "sessionLocked")
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try waiting.result()["authentication"]["factor"] == "fingerprint")
        }
    }

    @Test("A lock of an unknown session counts for every user")
    func unknown() throws {
        try with { daemon, bus in
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try bus.tell("lock not_a_session")
            #expect(try client.refusal("Cancelled")["by"] == "sessionLocked")
        }
    }

    private func enrolled(_ user: Int, on daemon: DaemonUnderTest) throws -> GateConnection {
        let client = try daemon.client(as: user)
        try client.result(of: "SetPIN", ["pin": "402938"])
        try client.ask("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]])
        try client.touch(daemon.reader(), with: Samples.otherFinger)
        return client
    }

    /// Runs `body` on a daemon that knows logind's sessions; unless the configuration says otherwise, a call after the
    /// lock is like any other.
    private func with(
        _ configuration: [String: JSON] = ["fingerprint.interactiveOnly": false], said: [String] = [],
        _ body: (DaemonUnderTest, SystemBus) throws -> Void
    ) throws {
        try DaemonUnderTest.prepared([.device], configuration, state: .stored) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            for line in said { try bus.tell(line) }
            try daemon.start()
            try bus.hear("inhibited sleep delay")
            try bus.tell("settled")
            try bus.hear("done")
            try body(daemon, bus)
            try daemon.stop()
        }
    }
}
