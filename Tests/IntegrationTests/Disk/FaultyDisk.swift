import Glibc
import Testing
import VirtualReaders

/// A daemon's state directory in which a chosen change fails, or is the daemon's last act.
///
/// A change is an operation that a file system can refuse: a write, a truncation, a synchronisation, or making,
/// linking, renaming or removing a file. `Clients/faulty_disk.c` counts them, inside the daemon.
final class FaultyDisk {
    /// What happens at a change.
    enum Fault: Hashable, Sendable {
        /// This and all later changes fail with `ENOSPC`.
        case full
        /// Only this change fails with `EIO`.
        case broken
        /// SIGKILL in the middle of it.
        case killed
        /// This and all later changes wait until the disk is mended.
        case held
    }

    /// `BIOGATE_DISK_EVERY`: which of a call's changes are tried: all (1, as in `make crash`) or fewer.
    static let stride = max(1, getenv("BIOGATE_DISK_EVERY").flatMap { Int(String(cString: $0)) } ?? 10)

    /// Precedes the daemon's command.
    let launcher: [String]
    private let plan: Descriptor

    init(for daemon: DaemonUnderTest) throws {
        let planPath = "\(daemon.directory)/faulty-disk-plan"
        try Files.write([UInt8](repeating: 0, count: 4 * MemoryLayout<Int32>.size), to: planPath)
        plan = try Descriptor(open(planPath, O_RDWR | O_CLOEXEC), of: "open \(planPath)")
        launcher = try PreloadedLibrary("faulty_disk", for: daemon).launcher([
            "FAULTY_DISK": daemon.stateDirectory, "FAULTY_DISK_PLAN": planPath,
        ])
    }

    /// From now on changes are counted from 1, and this one fails as given.
    func set(_ fault: Fault, at change: Int) throws {
        switch fault {
        case .full: try write([Int32(clamping: change), .max, ENOSPC, 0])
        case .broken: try write([Int32(clamping: change), 1, EIO, 0])
        case .killed: try write([Int32(clamping: change), 1, 0, 0])
        case .held: try write([Int32(clamping: change), .max, -1, 0])
        }
    }

    /// The disk works again, and changes are counted from now on.
    func mend() throws { try write([0, 0, 0, 0]) }

    /// Changes since the last call of one of the others.
    func changes() throws -> Int {
        var numbers = [Int32](repeating: 0, count: 4)
        let size = numbers.count * MemoryLayout<Int32>.size
        guard pread(plan.number, &numbers, size, 0) == size else { throw HarnessFailure(system: "pread") }
        return Int(numbers[3])
    }

    private func write(_ numbers: [Int32]) throws {
        let size = numbers.count * MemoryLayout<Int32>.size
        guard pwrite(plan.number, numbers, size, 0) == size else { throw HarnessFailure(system: "pwrite") }
    }
}

extension FaultyDisk.Fault: CustomTestStringConvertible {
    var testDescription: String {
        switch self {
        case .full: "the disk is full"
        case .broken: "a change fails"
        case .killed: "the daemon is killed"
        case .held: "the disk does not answer"
        }
    }
}

extension FaultyDisk {
    /// Arms the reader while the disk works, and fills it before a finger that does not match.
    func refuseMiss(of daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        try client.ask("Authenticate", Samples.authentication)
        try client.awaitProgress("waitingForFinger")
        try set(.full, at: 1)
        try daemon.reader().send(.scan(Samples.strangeFinger))
        try client.refusal("StorageFailed")
        try mend()
    }
}
