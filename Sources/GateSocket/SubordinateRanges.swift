public import GateModel
import GateSystem
import Glibc
import Synchronization

/// The owner of a connection in the limits of a listener.
public enum Claimant: Hashable, Sendable {
    case user(UserID)
    /// A whole range of subordinate numbers (`subuid(5)`) that begins there: its owner can call under each of them.
    case subordinates(from: UInt32)
}

/// The ranges of subordinate user numbers assigned in a file (`subuid(5)`). Of any thread.
///
/// Checks the file each time and reads it only after a change; without a readable file there are no ranges.
final class SubordinateRanges: Sendable {
    /// The largest file that is read, in bytes; a range takes about 25.
    private static let maximumBytes = 4 << 20

    /// Distinguishes versions of the file.
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

    /// The claimant of a user's connection; of overlapping ranges, the first counts.
    func claimant(_ user: UserID) -> Claimant {
        known.withLock { known in
            refresh(&known)
            guard let range = known.ranges.first(where: { $0.contains(user.rawValue) }) else { return .user(user) }
            return .subordinates(from: range.lowerBound)
        }
    }

    private func refresh(_ known: inout Known) {
        var status = stat()
        // Both pointers are valid during the call (stat(2)).
        let isThere = unsafe stat(path, &status) == 0
        guard !isThere || known.stamp != Stamp(status) else { return }
        known = (isThere ? read() : nil) ?? Known()
    }

    /// The file's current content; nil if it cannot be read.
    private func read() -> Known? {
        // O_NONBLOCK keeps a pipe from blocking.
        guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK), let status = try? file.status(),
            status.st_mode & S_IFMT == S_IFREG, let bytes = try? file.readAll(atMost: Self.maximumBytes)
        else { return nil }
        return Known(stamp: Stamp(status), ranges: Self.ranges(in: bytes[...]))
    }

    /// Skips lines that are not `name:start:count`.
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
