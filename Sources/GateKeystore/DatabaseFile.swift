internal import GateSystem
internal import Glibc

/// The database file, examined beside SQLite's own access. Of any thread.
final class DatabaseFile: Sendable {
    /// A state of the file; every commit by SQLite leaves another one.
    struct Stamp: Hashable, Sendable {
        fileprivate let identity: Identity
        fileprivate let size: off_t
        fileprivate let seconds: time_t
        fileprivate let nanoseconds: Int
        /// SQLite's commit counter: two commits may share one tick of the file's time.
        fileprivate let commits: UInt32

        /// Whether exactly one commit separates the two.
        func follows(_ other: Stamp) -> Bool {
            identity == other.identity && commits == other.commits &+ 1
        }

        /// Whether at most one commit separates the two.
        func succeeds(_ other: Stamp) -> Bool { self == other || follows(other) }
    }

    /// The identity of the file at a path.
    fileprivate struct Identity: Hashable, Sendable {
        let device: dev_t
        let number: ino_t
    }

    let path: String
    private let identity: Identity
    /// Open as long as SQLite has the file: closing any descriptor of it releases SQLite's locks (fcntl(2)).
    private let descriptor: Descriptor

    init(_ path: String) throws(SystemCallFailure) {
        self.path = path
        descriptor = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW)
        let status = try descriptor.status()
        identity = Identity(device: status.st_dev, number: status.st_ino)
    }

    /// Whether the path still leads to the opened file. A file that was removed or replaced still takes writes, which
    /// are lost.
    var isInPlace: Bool { status != nil }

    /// Nil if the path leads to another file, if SQLite uses a write-ahead log, or if the file cannot be read.
    var stamp: Stamp? {
        guard let status, let header = Header(of: descriptor), header.isRollbackJournalled else { return nil }
        return Stamp(
            identity: identity, size: status.st_size, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec, commits: header.commits)
    }

    /// SQLite's count of commits; nil if it cannot be read.
    var commits: UInt32? { Header(of: descriptor)?.commits }

    private var status: stat? {
        var status = stat()
        // The path is a C string during the call (stat(2)).
        guard unsafe stat(path, &status) == 0,
            Identity(device: status.st_dev, number: status.st_ino) == identity
        else { return nil }
        return status
    }

    /// The start of every SQLite database (its file format, 1.3).
    private struct Header {
        let isRollbackJournalled: Bool
        let commits: UInt32

        init?(of file: borrowing Descriptor) {
            var bytes = [UInt8](repeating: 0, count: 28)
            var span = bytes.mutableSpan
            let count = try? unsafe span.withUnsafeMutableBytes { buffer throws(SystemCallFailure) in
                try unsafe file.read(into: buffer)
            }
            guard count == bytes.count else { return nil }
            isRollbackJournalled = bytes[18] == 1
            commits = bytes[24...].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
