import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// A reset erases all of a user's data, and earlier work restores none of it.
@Suite("Reset by root", .blocking, .enabled(if: geteuid() == 0))
struct ResetTests {
    private static let tries = 9
    private static let configuration: [String: JSON] = [
        "fingerprint.attemptsPerCall": .integer(tries), "lockout.freeFailures": .integer(tries),
    ]

    /// The state of a miss at the reset.
    enum Miss: CaseIterable, Sendable {
        case saved, refusedByDisk, judgedLater
    }

    @Test(
        "A user who starts over after a reset has all tries, also after a restart",
        .tags(.needsPython), arguments: Miss.allCases)
    func misses(_ miss: Miss) throws {
        try DaemonUnderTest.prepared([.device], Self.configuration, state: .enrolled) { daemon in
            let disk = try FaultyDisk(for: daemon)
            try daemon.start(launcher: disk.launcher)
            try missOnce(daemon)
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.awaitProgress("waitingForFinger")
            switch miss {
            case .saved:
                try client.send("CancelRequest", oneway: true)
                try client.refusal("Cancelled")
                try daemon.client().result(of: "Reset")
            case .refusedByDisk:
                try disk.set(.full, at: 1)
                try daemon.reader().send(.scan(Samples.strangeFinger))
                try client.refusal("StorageFailed")
                try disk.mend()
                try daemon.client().result(of: "Reset")
            case .judgedLater:
                try daemon.reader().send(.finger(present: true))
                try client.awaitProgress("fingerPresent")
                try daemon.client().result(of: "Reset")
                try daemon.reader().send(.scan(Samples.strangeFinger))
                #expect(try client.refusal("Cancelled")["by"] == "revoked")
            }
            #expect(try daemon.execute("SELECT CAST(name AS BLOB) FROM user").isEmpty)
            try beginAnew(daemon)
            #expect(try daemon.attemptsRemaining() == Self.tries)
            try daemon.stop()
            try daemon.start()
            #expect(try daemon.attemptsRemaining() == Self.tries)
            try daemon.stop()
        }
    }

    @Test(
        "A scan that a crash left armed does not count against a user whose reset was the last change on the disk",
        .tags(.needsPython))
    func crashBehindReset() throws {
        try DaemonUnderTest.with([.device], Self.configuration, state: .enrolled) { daemon in
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.awaitProgress("waitingForFinger")
            try daemon.crash()
            // The state after the reset's transaction.
            for table in ["policy", "print", "user"] { try daemon.execute("DELETE FROM \(table)") }
            try daemon.start()
            #expect(try daemon.execute("SELECT CAST(name AS BLOB) FROM user").isEmpty)
            try beginAnew(daemon)
            #expect(try daemon.attemptsRemaining() == Self.tries)
        }
    }

    private func missOnce(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        try client.ask("Authenticate", Samples.authentication)
        try client.miss(on: daemon.reader())
        try client.send("CancelRequest", oneway: true)
        try client.refusal("Cancelled")
        #expect(try daemon.attemptsRemaining() == Self.tries - 1)
    }

    private func beginAnew(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        try client.setPIN()
        try client.enroll(on: daemon.reader())
    }
}
