public import GateModel
import Glibc
import Synchronization

/// Whose share of the daemon a connection takes up.
public enum Claimant: Hashable, Sendable {
    case user(UserID)
    /// All numbers of the range of subordinate ones (`subuid(5)`) that begins there: whoever has it calls under any of them.
    case subordinates(from: UInt32)
}

/// The ranges of subordinate user numbers that are given out in a file (`subuid(5)`). Of any thread.
///
/// The file is looked at each time and read only where it has changed; where there is none to read, there are no ranges.
final class SubordinateRanges: Sendable {
    /// The largest file that is read; a range takes some 25 bytes.
    private static let maximumBytes = 4 << 20

    /// What tells one state of the file from another.
    private struct Stamp: Equatable {
        let device: dev_t
        let inode: ino_t
        let size: off_t
        let seconds: time_t
        let nanoseconds: Int

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
            size = status.st_size
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private struct Known {
        var stamp: Stamp?
        var ranges: [ClosedRange<UInt32>] = []
    }

    private let path: String
    private let known = Mutex(Known())

    init(path: String) {
        self.path = path
    }

    /// Whose share a connection of the user takes up; of ranges that overlap, the first counts.
    func claimant(_ user: UserID) -> Claimant {
        known.withLock { known in
            refresh(&known)
            guard let range = known.ranges.first(where: { $0.contains(user.rawValue) }) else { return .user(user) }
            return .subordinates(from: range.lowerBound)
        }
    }

    private func refresh(_ known: inout Known) {
        var status = stat()
        // Both pointers are valid for the length of the call (stat(2)).
        let isThere = unsafe stat(path, &status) == 0
        guard !isThere || known.stamp != Stamp(status) else { return }
        known = (isThere ? read() : nil) ?? Known()
    }

    /// The file as it is now; nil where it cannot be read.
    private func read() -> Known? {
        // A pipe is not waited for.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Self.maximumBytes
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            // The pointer is valid for as many bytes as are passed (read(2)).
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(descriptor, bytes.baseAddress.map { unsafe $0 + filled }, bytes.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            // It was cut short meanwhile.
            if count == 0 { break }
            filled += count
        }
        return Known(stamp: Stamp(status), ranges: Self.ranges(in: bytes[..<filled]))
    }

    /// Lines of another form than `name:start:count` are passed over.
    static func ranges(in bytes: ArraySlice<UInt8>) -> [ClosedRange<UInt32>] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count == 3, let start = UInt32(String(decoding: fields[1], as: UTF8.self)),
                let count = UInt64(String(decoding: fields[2], as: UTF8.self)), count > 0
            else { return nil }
            return start...UInt32(clamping: UInt64(start) + min(count - 1, UInt64(UInt32.max)))
        }
    }
}
