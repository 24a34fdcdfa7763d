internal import GateSystem
internal import Glibc

/// The file that SQLite reads and writes, looked at from beside it, on any thread.
final class DatabaseFile: Sendable {
    /// A state of the file. Whoever commits a change with SQLite leaves another one.
    struct Stamp: Hashable, Sendable {
        fileprivate let identity: Identity
        fileprivate let size: off_t
        fileprivate let seconds: time_t
        fileprivate let nanoseconds: Int
        /// The commits of its life: two may come within one tick of the file's time.
        fileprivate let commits: UInt32

        /// Whether one commit lies between, no more and no less.
        func follows(_ other: Stamp) -> Bool {
            identity == other.identity && commits == other.commits &+ 1
        }

        /// Whether one commit lies between, or none.
        func succeeds(_ other: Stamp) -> Bool { self == other || follows(other) }
    }

    /// Which file a path leads to.
    fileprivate struct Identity: Hashable, Sendable {
        let device: dev_t
        let number: ino_t
    }

    let path: String
    private let identity: Identity
    /// Open for as long as SQLite has the file: closing any descriptor of it gives up SQLite's locks (fcntl(2)).
    private let descriptor: Descriptor

    init(_ path: String) throws(SystemCallFailure) {
        self.path = path
        descriptor = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW)
        let status = try descriptor.status()
        identity = Identity(device: status.st_dev, number: status.st_ino)
    }

    /// Whether the path leads to the file that was opened. One that was removed or replaced behind the daemon's back still
    /// takes writes, and nobody finds them again.
    var isInPlace: Bool { status != nil }

    /// Nil where the path leads elsewhere, where SQLite was told to write elsewhere first (WAL), and where the file cannot
    /// be read.
    var stamp: Stamp? {
        guard let status, let header = Header(of: descriptor), header.isRollbackJournalled else { return nil }
        return Stamp(
            identity: identity, size: status.st_size, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec, commits: header.commits)
    }

    /// SQLite's count of the commits; nil where it cannot be read.
    var commits: UInt32? { Header(of: descriptor)?.commits }

    private var status: stat? {
        var status = stat()
        // The path is a C string for the length of the call (stat(2)).
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
