public import GateModel
internal import GateSystem
public import GateVault
internal import Glibc

/// Armed scans without a settled outcome, in one small file: those left by a crash or a power loss count against their
/// users at the next start.
///
/// Calls block on the disk, on a thread of their own. The file has at most 1 MiB of 32-byte slots, which are reused
/// once settled. A partly written slot is a scan that never began.
public actor PendingScans: ScanLedger {
    private nonisolated let executor = BlockingExecutor(label: "biogate.pending-scans")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    public nonisolated let found: [UserID: Int]

    /// In bytes: 32,768 scans; the limits of connections and of misses allow a few hundred.
    private static let maximumSize = 1 << 20

    private let path: String
    private let file: Descriptor
    private var slots: Int
    private var free: [Int]
    /// Slots that may hold a scan that never began.
    private var doubtful: [Int] = []
    private var foundTickets: [ScanTicket]
    private var pending: [ScanTicket: UserID]
    private var sequence: UInt64

    /// Opens `pending` in `directory`, creating it if absent. Throws `directoryUnusable`, `inUse`, `storageFailed`, and
    /// `damaged` if the file is larger than this type makes it. Blocks the calling thread: for the daemon's start only.
    public init(directory: String) throws(KeystoreError) {
        path = "\(directory)/pending"
        var file = try Self.file(path, in: directory)
        try file.takeExclusively(path)
        let records: [PendingScan?]?
        do {
            records = try Self.records(in: file)
        } catch {
            throw .storageFailed(detail: "errno \(error.errno)")
        }
        // Ignoring the excess would forgive those scans; recreating the file would forgive all.
        guard let records else { throw .damaged(path: path, detail: "larger than 1 MiB") }
        var found: [UserID: Int] = [:]
        var pending: [ScanTicket: UserID] = [:]
        var free: [Int] = []
        for (slot, record) in records.enumerated() {
            if let record, record.isPending {
                found[record.user, default: 0] += 1
                pending[ScanTicket(slot: slot, sequence: record.sequence)] = record.user
            } else {
                free.append(slot)
            }
        }
        self.file = file
        self.found = found
        self.pending = pending
        foundTickets = Array(pending.keys)
        self.free = free
        slots = records.count
        sequence = records.compactMap { $0?.sequence }.max() ?? 0
    }

    private static func file(_ path: String, in directory: String) throws(KeystoreError) -> Descriptor {
        do {
            let file = try Descriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
            // A file with content was synchronized while empty.
            if try file.status().st_size == 0 { try Descriptor.synchronizeDirectory(directory) }
            return file
        } catch {
            throw .directoryUnusable(path: path, errno: error.errno)
        }
    }

    public func arm(_ user: UserID) throws(KeystoreError) -> ScanTicket {
        // Never zero, whatever the file's last number: no pending scan can have zero.
        sequence = sequence == .max ? 1 : sequence + 1
        let record = PendingScan(user: user, sequence: sequence)
        let slot = free.popLast() ?? slots
        do {
            if slot == slots { try grow() }
            try write(record.bytes, at: slot * PendingScan.length)
        } catch {
            // The record may be on disk; until the slot is emptied, at worst a scan counts that never began.
            if slot < slots { doubtful.append(slot) }
            throw .storageFailed(detail: "pending scans: errno \(error.errno)")
        }
        let ticket = ScanTicket(slot: slot, sequence: sequence)
        pending[ticket] = user
        emptyDoubtful()
        return ticket
    }

    public func settle(_ tickets: [ScanTicket]) throws(KeystoreError) {
        try mark(tickets)
        emptyDoubtful()
    }

    public func clearFound() throws(KeystoreError) {
        guard !foundTickets.isEmpty else { return }
        try mark(foundTickets)
        foundTickets = []
    }

    public func forget(_ user: UserID) throws(KeystoreError) {
        try mark(pending.filter { $0.value == user }.map(\.key))
        emptyDoubtful()
    }

    /// Marks the scans as settled, with one synchronous write.
    private func mark(_ tickets: [ScanTicket]) throws(KeystoreError) {
        // A settled ticket's slot may hold another scan by now.
        let tickets = tickets.filter { pending[$0] != nil }
        guard !tickets.isEmpty else { return }
        do {
            for ticket in tickets {
                try put(PendingScan.bytes(of: ticket.sequence), at: ticket.slot * PendingScan.length + 24)
            }
            try file.checked("fdatasync", fdatasync)
        } catch {
            throw .storageFailed(detail: "pending scans: errno \(error.errno)")
        }
        for ticket in tickets { pending[ticket] = nil }
        free.append(contentsOf: tickets.map(\.slot))
    }

    /// Empties slots of scans that never began, now that the disk may work again.
    private func emptyDoubtful() {
        while let slot = doubtful.last {
            // A partly emptied slot holds no valid record. On failure the slot waits for the next call.
            guard (try? write([UInt8](repeating: 0, count: PendingScan.length), at: slot * PendingScan.length)) != nil
            else { return }
            doubtful.removeLast()
            free.append(slot)
        }
    }

    /// Adds a page of empty slots, so that arming seldom changes the file's size.
    private func grow() throws(SystemCallFailure) {
        let added = 4096 / PendingScan.length
        guard (slots + added) * PendingScan.length <= Self.maximumSize else {
            throw SystemCallFailure(function: "pwrite", path: path, errno: EFBIG)
        }
        try write([UInt8](repeating: 0, count: added * PendingScan.length), at: slots * PendingScan.length)
        free.append(contentsOf: (slots + 1..<slots + added).reversed())
        slots += added
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(SystemCallFailure) {
        try put(bytes, at: offset)
        try file.checked("fdatasync", fdatasync)
    }

    /// Writes without making it durable.
    private func put(_ bytes: [UInt8], at offset: Int) throws(SystemCallFailure) {
        try unsafe bytes.span.withUnsafeBytes { bytes throws(SystemCallFailure) in
            try unsafe file.write(bytes, at: offset)
        }
    }

    /// The file's slots, nil for one without a valid record; leaves out an incomplete last slot. Nil altogether if the
    /// file is too large.
    private static func records(in file: borrowing Descriptor) throws(SystemCallFailure) -> [PendingScan?]? {
        let size = Int(try file.status().st_size)
        guard size <= maximumSize else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        var span = bytes.mutableSpan
        let count = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemCallFailure) in
            try unsafe file.read(into: buffer)
        }
        return stride(from: 0, through: count - PendingScan.length, by: PendingScan.length).map { start in
            PendingScan(bytes[start..<start + PendingScan.length])
        }
    }
}

/// One slot: a mark (4 bytes), the user (4), a sequence number (8), a checksum of these (8), and the sequence number
/// again once the scan is settled (8). All are little-endian.
struct PendingScan {
    static let length = 32
    private static let mark: UInt32 = 0x5350_4742

    let user: UserID
    let sequence: UInt64
    let settled: UInt64

    /// The eight bytes are written at once: a torn write leaves the scan pending and never names another.
    var isPending: Bool { settled != sequence }

    init(user: UserID, sequence: UInt64) {
        self.user = user
        self.sequence = sequence
        settled = 0
    }

    /// Nil if the bytes are not a valid record.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        func number(_ range: Range<Int>) -> UInt64 {
            range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[bytes.startIndex + $1]) }
        }
        guard number(0..<4) == UInt64(Self.mark), number(16..<24) == Self.checksum(bytes.prefix(16)) else { return nil }
        user = UserID(rawValue: UInt32(truncatingIfNeeded: number(4..<8)))
        sequence = number(8..<16)
        settled = number(24..<32)
    }

    var bytes: [UInt8] {
        let head = Self.bytes(of: Self.mark) + Self.bytes(of: user.rawValue) + Self.bytes(of: sequence)
        return head + Self.bytes(of: Self.checksum(head[...])) + Self.bytes(of: settled)
    }

    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// FNV-1a, 64 bits: detects torn writes, not forgeries.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
