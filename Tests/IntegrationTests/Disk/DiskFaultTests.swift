import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("A disk that fails", .blocking)
struct DiskFaultTests {
    /// A transaction is decided at its end, so these changes are always tried.
    private static let lastChanges = 5

    @Test(
        "At any change of any call, a refused one is undone, an acknowledged one is done, and the daemon goes on",
        arguments: DiskOperation.allCases, [FaultyDisk.Fault.broken, .full, .killed])
    func calls(operation: DiskOperation, fault: FaultyDisk.Fault) throws {
        try DaemonUnderTest.prepared([.device], CrashCourse.configuration, state: .enrolled) { daemon in
            var bench = try DiskBench(daemon, operation, fault)
            let changes = bench.changes
            let tried = (1...changes).filter { change in
                change % FaultyDisk.stride == 0 || (change > changes - Self.lastChanges && !operation.isSlow)
            }
            for change in tried { try bench.fail(at: change) }
            try bench.finish()
            print("Disk faults: \(operation), \(fault.testDescription): \(tried.count) of \(changes) changes")
        }
    }
}

/// One daemon and one call, whose changes fail one after the other.
private struct DiskBench {
    private let daemon: DaemonUnderTest
    private let disk: FaultyDisk
    private let operation: DiskOperation
    private let fault: FaultyDisk.Fault
    /// The daemon's state before the call and after it.
    private let before: JSON
    private let after: JSON
    /// How many changes the call makes.
    let changes: Int

    init(_ daemon: DaemonUnderTest, _ operation: DiskOperation, _ fault: FaultyDisk.Fault) throws {
        (self.daemon, self.operation, self.fault) = (daemon, operation, fault)
        disk = try FaultyDisk(for: daemon)
        try daemon.start(FixedPassword.install(for: daemon), launcher: disk.launcher)
        try operation.prepare(daemon)
        before = try operation.view(daemon)
        let client = try daemon.client()
        try disk.mend()
        let reply = try operation.run(daemon, client)
        #expect(reply.map(operation.isDone) == true, "\(reply.map { "\($0)" } ?? "the end")")
        changes = max(1, try disk.changes())
        after = try operation.view(daemon)
    }

    mutating func fail(at change: Int) throws {
        try operation.prepare(daemon)
        try #expect(operation.view(daemon) == before)
        let client = try daemon.client()
        try disk.set(fault, at: change)
        let reply = try operation.run(daemon, client)
        try disk.mend()
        let seen =
            "\(operation), \(fault.testDescription) at \(change) of \(changes): \(reply.map { "\($0)" } ?? "the end")"
        guard fault == .killed else {
            guard let reply else { throw HarnessFailure("no answer: \(seen)") }
            return try look(at: reply, seen)
        }
        // The daemon may die of a write after the answer, now or in a moment; then this comes late.
        try daemon.crash()
        try daemon.start(launcher: disk.launcher)
        let found = try operation.view(daemon)
        expect(found, reply.map(operation.isDone) == true ? [after] : [before, after], "found after \(seen)")
    }

    private func look(at reply: GateConnection.Reply, _ seen: String) throws {
        let isDone = operation.isDone(reply)
        #expect(isDone || reply.error == "StorageFailed", "\(seen)")
        let told = try operation.view(daemon)
        // On a disk that keeps failing, no program can undo a transaction that the disk did not confirm.
        expect(told, isDone ? [after] : fault == .full ? [before, after] : [before], "told after \(seen)")
        guard fault == .broken || told != (isDone ? after : before) else { return }
        try daemon.crash()
        try daemon.start(launcher: disk.launcher)
        expect(try operation.view(daemon), [told], "found after \(seen)")
    }

    /// A miss may be counted twice; a refused one may count or not.
    private func expect(_ view: JSON, _ allowed: [JSON], _ seen: String) {
        guard operation == .miss, let left = view["left"].integer else {
            return #expect(allowed.contains(view), "\(seen): \(view)")
        }
        let most = (allowed.contains(before) || fault != .killed ? before : after)["left"].integer ?? 0
        #expect((most - 3...most).contains(left), "\(seen): \(view)")
    }

    /// In the end the call succeeds.
    func finish() throws {
        try operation.prepare(daemon)
        let last = try operation.run(daemon, daemon.client())
        #expect(last.map(operation.isDone) == true)
        try daemon.stop()
    }
}
