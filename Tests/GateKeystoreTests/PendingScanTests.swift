import FoundationEssentials
@testable import GateKeystore
import GateModel
import GateVault
import Glibc
import Testing

@Suite("Pending scans")
struct PendingScanTests {
    let sandbox: Sandbox
    var path: String { "\(sandbox.path)/pending" }

    init() throws { sandbox = try Sandbox() }

    private func open() throws -> PendingScans { try PendingScans(directory: sandbox.path) }

    /// What a start after a crash at this moment would find: the file as it is on disk now.
    private func afterCrash(_ change: (inout Data) -> Void = { _ in }) throws -> [UserID: Int] {
        let other = try Sandbox()
        var bytes = try #require(FileManager.default.contents(atPath: path))
        change(&bytes)
        try bytes.write(to: URL(filePath: "\(other.path)/pending"))
        return try PendingScans(directory: other.path).found
    }

    @Test("An armed scan is found after a crash until it is settled")
    func armed() async throws {
        let pending = try open()
        #expect(pending.found.isEmpty)
        let first = try await pending.arm(alice.id)
        let second = try await pending.arm(alice.id)
        let third = try await pending.arm(bob.id)
        #expect(try afterCrash() == [alice.id: 2, bob.id: 1])
        try await pending.settle(second)
        #expect(try afterCrash() == [alice.id: 1, bob.id: 1])
        try await pending.settle(first)
        try await pending.settle(third)
        #expect(try afterCrash().isEmpty)
    }

    @Test("Several scans are settled at once")
    func settledTogether() async throws {
        let pending = try open()
        let tickets = [try await pending.arm(alice.id), try await pending.arm(bob.id), try await pending.arm(alice.id)]
        try await pending.settle([tickets[0], tickets[1]])
        #expect(try afterCrash() == [alice.id: 1])
        try await pending.settle(tickets)
        #expect(try afterCrash().isEmpty)
    }

    @Test("A settled slot is used again, and an old ticket settles nothing of its successor")
    func reuse() async throws {
        let pending = try open()
        let first = try await pending.arm(alice.id)
        try await pending.settle(first)
        for _ in 0..<300 { try await pending.settle(try await pending.arm(bob.id)) }
        _ = try await pending.arm(alice.id)
        try await pending.settle(first)
        #expect(try afterCrash() == [alice.id: 1])
        _ = try await pending.arm(bob.id)
        #expect(try afterCrash() == [alice.id: 1, bob.id: 1])
        #expect(FileManager.default.contents(atPath: path)?.count == 4096)
    }

    @Test("A user's scans are forgotten as a whole, found or armed, and a late settling affects no other slot")
    func forgetting() async throws {
        let left = zip([alice, alice, bob], 1...).map { PendingScan(user: $0.id, sequence: $1).bytes }
        try Data(left.joined()).write(to: URL(filePath: path))
        let pending = try open()
        #expect(pending.found == [alice.id: 2, bob.id: 1])
        let armed = try await pending.arm(alice.id)
        try await pending.forget(alice.id)
        #expect(try afterCrash() == [bob.id: 1])
        for _ in 0..<3 { _ = try await pending.arm(bob.id) }
        try await pending.settle(armed)
        #expect(try afterCrash() == [bob.id: 4])
        try await pending.clearFound()
        #expect(try afterCrash() == [bob.id: 3])
        for _ in 0..<3 { _ = try await pending.arm(alice.id) }
        #expect(try afterCrash() == [alice.id: 3, bob.id: 3])
    }

    @Test("More scans than fit into a page are all kept")
    func growth() async throws {
        let pending = try open()
        var tickets: [ScanTicket] = []
        for _ in 0..<300 { tickets.append(try await pending.arm(alice.id)) }
        #expect(Set(tickets).count == 300)
        #expect(try afterCrash() == [alice.id: 300])
        for ticket in tickets.dropLast() { try await pending.settle(ticket) }
        #expect(try afterCrash() == [alice.id: 1])
    }

    @Test("A partly written slot is a scan that never began; a partial settling leaves the scan pending")
    func torn() async throws {
        let pending = try open()
        let ticket = try await pending.arm(alice.id)
        let start = ticket.slot * PendingScan.length
        for byte in 0..<24 {
            #expect(try afterCrash { $0[start + byte] ^= 0xFF }.isEmpty)
        }
        #expect(try afterCrash { $0[start + 25] = 7 } == [alice.id: 1])
        #expect(try afterCrash { $0 = $0.prefix(start + 20) }.isEmpty)
        #expect(try afterCrash { $0.append(contentsOf: [1, 2, 3]) } == [alice.id: 1])
    }

    @Test("A file that has reached the last number takes further scans, and keeps the pending ones")
    func lastNumber() async throws {
        try Data(PendingScan(user: bob.id, sequence: .max).bytes).write(to: URL(filePath: path))
        let pending = try open()
        #expect(pending.found == [bob.id: 1])
        let ticket = try await pending.arm(alice.id)
        #expect(try afterCrash() == [alice.id: 1, bob.id: 1])
        try await pending.settle(ticket)
        #expect(try afterCrash() == [bob.id: 1])
    }

    @Test("A file larger than the daemon makes it is refused unread, and kept")
    func tooLarge() throws {
        mkdir(sandbox.path, 0o700)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        // It uses no block on the disk, and is larger than the memory.
        #expect(truncate(path, 1 << 42) == 0)
        #expect(throws: KeystoreError.damaged(path: path, detail: "larger than 1 MiB")) { try open() }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.size] as? UInt64 == 1 << 42)
    }

    @Test("In a full file no further scan is armed, all pending ones are found, and then there is room")
    func full() async throws {
        let most = (1 << 20) / PendingScan.length
        let records = (1...most).map { PendingScan(user: alice.id, sequence: UInt64($0)).bytes }
        try Data(records.joined()).write(to: URL(filePath: path))
        let pending = try open()
        #expect(pending.found == [alice.id: most])
        await #expect(throws: KeystoreError.storageFailed(detail: "pending scans: errno \(EFBIG)")) {
            try await pending.arm(bob.id)
        }
        #expect(try afterCrash() == [alice.id: most])
        try await pending.clearFound()
        #expect(try afterCrash().isEmpty)
        _ = try await pending.arm(bob.id)
        #expect(try afterCrash() == [bob.id: 1])
    }

    @Test("A found scan stays found until it is cleared, and its slot is then free")
    func cleared() async throws {
        var pending: PendingScans? = try open()
        _ = try await pending?.arm(alice.id)
        pending = nil
        pending = try open()
        #expect(pending?.found == [alice.id: 1])
        let ticket = try #require(try await pending?.arm(bob.id))
        #expect(try afterCrash() == [alice.id: 1, bob.id: 1])
        try await pending?.clearFound()
        #expect(try afterCrash() == [bob.id: 1])
        try await pending?.settle(ticket)
        #expect(try afterCrash().isEmpty)
        pending = nil
        #expect(try open().found.isEmpty)
    }

    @Test("The file belongs to one process at a time")
    func inUse() throws {
        let first = try open()
        #expect(throws: KeystoreError.inUse(path: path)) { try open() }
        #expect(first.found.isEmpty)
    }

    @Test("A file that cannot be opened is named in the error")
    func unusable() throws {
        mkdir(path, 0o700)
        #expect(throws: KeystoreError.directoryUnusable(path: path, errno: EISDIR)) { try open() }
    }
}
