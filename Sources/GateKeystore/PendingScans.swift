internal import FoundationEssentials
public import GateModel
internal import GateSystem
public import GateVault
internal import Glibc

/// Scans that were armed and whose outcome is not yet settled, in one small file: those that a crash or a power loss
/// leaves pending count against their users at the next start.
///
/// Its calls block on the disk, on a thread of their own. The file holds slots of 32 bytes, each used again once it is
/// settled, at most 1 MiB of them. A slot that was written in part is one whose scan never began.
public actor PendingScans: ScanLedger {
    private nonisolated let executor = BlockingExecutor(label: "biogate.pending-scans")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    public nonisolated let found: [UserID: Int]

    /// Bytes: 32,768 scans, of which the limits of connections and of misses leave a few hundred.
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

    /// Opens `pending` in `directory`, or makes it. Throws `directoryUnusable`, `inUse`, `storageFailed`, and `damaged`
    /// where the file is larger than this type makes it. Blocks the calling thread: it belongs to the daemon's start.
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
        // To pass over the rest would forgive it, and to begin anew all of it.
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
            // A file with slots has gone through here empty.
            if try file.status().st_size == 0 { try Descriptor.synchronizeDirectory(directory) }
            return file
        } catch {
            throw .directoryUnusable(path: path, errno: error.errno)
        }
    }

    public func arm(_ user: UserID) throws(KeystoreError) -> ScanTicket {
        // Whatever number the file had: never zero, which a scan that is pending cannot have.
        sequence = sequence == .max ? 1 : sequence + 1
        let record = PendingScan(user: user, sequence: sequence)
        let slot = free.popLast() ?? slots
        do {
            if slot == slots { try grow() }
            try write(record.bytes, at: slot * PendingScan.length)
        } catch {
            // Whether it reached the disk is not known: until the slot is emptied, at worst a scan counts that never was.
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

    /// Settled, all of them by one synchronous write.
    private func mark(_ tickets: [ScanTicket]) throws(KeystoreError) {
        // The slot of one that is settled already may be another's by now.
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

    /// Takes back what a disk that works again may have of scans that never began.
    private func emptyDoubtful() {
        while let slot = doubtful.last {
            // Emptied in part it holds no whole record. While it fails, the slot waits for the next time.
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

    /// Not yet durable when it returns.
    private func put(_ bytes: [UInt8], at offset: Int) throws(SystemCallFailure) {
        try unsafe bytes.span.withUnsafeBytes { bytes throws(SystemCallFailure) in
            try unsafe file.write(bytes, at: offset)
        }
    }

    /// The slots of the file, nil where one holds no whole record; an incomplete last one is none. Nil as a whole where
    /// the file is too large to be read.
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

    /// Eight bytes are written at once, so a torn settling leaves the scan pending and never names another one.
    var isPending: Bool { settled != sequence }

    init(user: UserID, sequence: UInt64) {
        self.user = user
        self.sequence = sequence
        settled = 0
    }

    /// Nil where the bytes are no whole record.
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

    /// FNV-1a, 64 bits: it finds torn writes, not forgers.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
