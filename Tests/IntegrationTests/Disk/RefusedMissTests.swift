import BlockingTests
import Testing
import VirtualReaders

/// A miss that the disk refuses is still pending there: it counts at the next start, unless the count reached the disk
/// before.
@Suite("Misses that the disk refused", .blocking)
struct RefusedMissTests {
    private static let tries = 9
    private static let configuration: [String: JSON] = [
        "fingerprint.attemptsPerCall": .integer(tries), "lockout.freeFailures": .integer(tries),
    ]

    /// Ways to settle the count or not.
    enum Settlement: CaseIterable, Sendable {
        case nothing, rightPIN, match, wrongPIN, miss
    }

    @Test(
        "Refused misses are forgiven by a right PIN or a match, also over a restart, and otherwise count once",
        arguments: Settlement.allCases)
    func settled(by settlement: Settlement) throws {
        try DaemonUnderTest.prepared([.device], Self.configuration, state: .enrolled) { daemon in
            let disk = try FaultyDisk(for: daemon)
            try daemon.start(launcher: disk.launcher)
            for _ in 1...2 { try disk.refuseMiss(of: daemon) }
            #expect(try daemon.attemptsRemaining() == Self.tries - 2)
            let misses = try settle(settlement, daemon)
            #expect(try daemon.attemptsRemaining() == Self.tries - misses)
            // The record of a match or a cancelled scan is dropped after its answer, and a stop waits for it.
            try daemon.stop()
            try daemon.start(launcher: disk.launcher)
            #expect(try daemon.attemptsRemaining() == Self.tries - misses)
            try daemon.stop()
        }
    }

    /// Returns how many misses count then.
    private func settle(_ settlement: Settlement, _ daemon: DaemonUnderTest) throws -> Int {
        let client = try daemon.client()
        switch settlement {
        case .nothing: return 2
        case .rightPIN:
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            return 0
        case .match:
            try client.ask("Authenticate", Samples.authentication)
            try client.touch(daemon.reader())
            return 0
        case .wrongPIN:
            let credential: [String: JSON] = ["credential": Samples.wrongCredential]
            try client.refusal("CredentialWrong", of: "Authenticate", Samples.authentication.with(credential))
            return 2
        case .miss:
            try client.ask("Authenticate", Samples.authentication)
            try client.miss(on: daemon.reader())
            try client.send("CancelRequest", oneway: true)
            try client.refusal("Cancelled")
            return 3
        }
    }
}
