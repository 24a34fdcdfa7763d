import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("a session that is locked", .blocking, .tags(.needsPython))
struct LockedSessionTests {
    /// How logind tells: it asks the session's locker, or the locker tells it.
    @Test("ends the user's waiting call and authentications", arguments: ["lock", "hint"])
    func own(told: String) throws {
        try with { daemon, bus in
            let client = try daemon.client()
            let other = try daemon.client()
            try other.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            // A session that is gone by now is nobody's.
            try bus.tell("\(told) gone")
            try bus.tell("\(told) u\(geteuid())")
            #expect(try client.refusal("Cancelled")["by"] == "sessionLocked")
            #expect(try other.result(of: "GetLastAuthentication")["authentication"] == .null)
            // Nothing else is lost by it.
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("ends nothing of another user's", .asRoot, .tags(.needsRoot), arguments: ["lock", "hint"])
    func others(told: String) throws {
        try with { daemon, bus in
            let reader = try daemon.reader()
            let other = try daemon.client(as: 1)
            try other.result(of: "SetPIN", ["pin": "402938"])
            try other.ask("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]])
            try other.touch(reader, with: Samples.otherFinger)
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

    @Test("is anybody's where logind does not answer whose it is")
    func mute() throws {
        try with { daemon, bus in
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try bus.tell("lock mute")
            #expect(try client.refusal("Cancelled")["by"] == "sessionLocked")
        }
    }

    /// Runs `body` on a daemon for which a call that comes after the lock is like any other.
    private func with(_ body: (DaemonUnderTest, SystemBus) throws -> Void) throws {
        try DaemonUnderTest.prepared([.device], ["fingerprint.interactiveOnly": false], state: .stored) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            try daemon.start()
            try bus.hear("inhibited sleep delay")
            try body(daemon, bus)
            try daemon.stop()
        }
    }
}
