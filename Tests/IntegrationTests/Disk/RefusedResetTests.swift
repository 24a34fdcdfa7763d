import BlockingTests
import Testing
import VirtualReaders

/// A reset that the disk refuses changes nothing and can be repeated; after one that succeeds, nothing returns.
@Suite("A reset whose disk fails", .blocking, .asRoot, .tags(.needsRoot))
struct RefusedResetTests {
    private static let tries = 9
    private static let configuration: [String: JSON] = [
        "fingerprint.attemptsPerCall": .integer(tries), "lockout.freeFailures": .integer(tries),
    ]
    /// Records are settled by a write and a synchronisation, one of which is always tried.
    private static let stride = min(2, FaultyDisk.stride)
    /// One miss that the disk refused to count, and one that is judged after the reset.
    private static let misses = 2

    @Test(
        "A reset that fails at any change forgives no miss, or leaves nothing that counts against a new beginning",
        arguments: [FaultyDisk.Fault.broken, .full])
    func everyChange(fault: FaultyDisk.Fault) throws {
        try DaemonUnderTest.prepared([.device], Self.configuration, state: .enrolled) { daemon in
            let disk = try FaultyDisk(for: daemon)
            try daemon.start(launcher: disk.launcher)
            var (change, tried, refused) = (1, 0, 0)
            while true {
                let (reply, changes) = try reset(daemon, disk, fault, at: change)
                tried += 1
                if reply.error != nil {
                    #expect(reply.error == "StorageFailed", "at change \(change)")
                    refused += 1
                }
                // On a disk that keeps failing, no program can undo a transaction that the disk did not confirm.
                if try reply.error == nil || fault == .full && daemon.client().prints().isEmpty {
                    try expectNothingComesBack(daemon, disk)
                } else {
                    try expectNothingChanged(daemon, disk)
                }
                guard change <= changes else { break }
                change += Self.stride
            }
            #expect(refused > 0)
            print("Disk faults: a reset with misses, \(fault.testDescription): \(refused) of \(tried) refused")
        }
    }

    /// Resets with both misses pending; returns how many changes that took.
    private func reset(
        _ daemon: DaemonUnderTest, _ disk: FaultyDisk, _ fault: FaultyDisk.Fault, at change: Int
    ) throws -> (GateConnection.Reply, changes: Int) {
        try disk.refuseMiss(of: daemon)
        let client = try daemon.client()
        try client.ask("Authenticate", Samples.authentication)
        try client.awaitProgress("waitingForFinger")
        try daemon.reader().send(.finger(present: true))
        try client.awaitProgress("fingerPresent")
        try disk.set(fault, at: change)
        let reply = try daemon.client().call("Reset")
        let changes = try disk.changes()
        try disk.mend()
        try daemon.reader().send(.scan(Samples.strangeFinger))
        #expect(try client.refusal("Cancelled")["by"] == "revoked")
        return (reply, changes)
    }

    /// It can be reset once more.
    private func expectNothingChanged(_ daemon: DaemonUnderTest, _ disk: FaultyDisk) throws {
        #expect(try daemon.attemptsRemaining() == Self.tries - Self.misses)
        try restart(daemon, disk)
        #expect(try daemon.client().prints().count == 1)
        // A miss may be counted twice.
        let remaining = try #require(try daemon.attemptsRemaining())
        #expect((1...Self.tries - Self.misses).contains(remaining))
        let client = try daemon.client()
        try client.ask("Authenticate", Samples.authentication)
        try client.touch(daemon.reader())
        try restart(daemon, disk)
        #expect(try daemon.attemptsRemaining() == Self.tries)
    }

    private func expectNothingComesBack(_ daemon: DaemonUnderTest, _ disk: FaultyDisk) throws {
        let client = try daemon.client()
        #expect(try client.prints().isEmpty)
        try client.setPIN()
        try client.enroll(on: daemon.reader())
        #expect(try daemon.attemptsRemaining() == Self.tries)
        try restart(daemon, disk)
        #expect(try daemon.attemptsRemaining() == Self.tries)
    }

    /// The record of a match or a cancelled scan is cleared after its answer, and a stop waits for it.
    private func restart(_ daemon: DaemonUnderTest, _ disk: FaultyDisk) throws {
        try daemon.stop()
        try daemon.start(launcher: disk.launcher)
    }
}
