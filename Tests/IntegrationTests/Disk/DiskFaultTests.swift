import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("a disk that fails", .blocking)
struct DiskFaultTests {
    /// At the end a transaction is decided: these are always tried.
    private static let lastChanges = 5

    @Test(
        "at any change of any call: refused is undone, acknowledged is done, and afterwards everything goes on",
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
    /// What the daemon tells before the call, and once it is done.
    private let before: JSON
    private let after: JSON
    /// How many the call makes.
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
        // What is written behind the answer may be what it dies of, by now or in a moment; then this is late.
        try daemon.crash()
        try daemon.start(launcher: disk.launcher)
        let found = try operation.view(daemon)
        expect(found, reply.map(operation.isDone) == true ? [after] : [before, after], "found after \(seen)")
    }

    private func look(at reply: GateConnection.Reply, _ seen: String) throws {
        let isDone = operation.isDone(reply)
        #expect(isDone || reply.error == "StorageFailed", "\(seen)")
        let told = try operation.view(daemon)
        // A disk that goes on failing lets nobody take back a transaction that it failed to confirm.
        expect(told, isDone ? [after] : fault == .full ? [before, after] : [before], "told after \(seen)")
        guard fault == .broken || told != (isDone ? after : before) else { return }
        try daemon.crash()
        try daemon.start(launcher: disk.launcher)
        expect(try operation.view(daemon), [told], "found after \(seen)")
    }

    /// A miss may be counted twice, and where it is refused it counts, or was none.
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
