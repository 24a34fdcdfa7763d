internal import GateModel
internal import GateSystem
internal import GateVault
internal import Glibc

/// A directory of the daemon's user, created if absent, and held by one process at a time.
struct StateDirectory: ~Copyable {
    let path: String
    /// The kernel releases `flock(2)` with the open file: no crash leaves a stale lock.
    private let lock: Descriptor

    /// Throws `directoryUnusable`, `notOwned` and `inUse`.
    init(_ path: String) throws(KeystoreError) {
        let directory = try Self.using(path) { () throws(SystemCallFailure) in try Self.opened(path) }
        let status = try Self.using(path) { () throws(SystemCallFailure) in try directory.status() }
        guard status.st_uid == geteuid() else {
            throw .notOwned(path: path, owner: UserID(rawValue: status.st_uid))
        }
        var lock = try Self.using(path) { () throws(SystemCallFailure) in
            if status.st_mode & 0o077 != 0 { try directory.checked("fchmod") { fchmod($0, 0o700) } }
            return try Descriptor.open("\(path)/lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        }
        try lock.takeExclusively(path)
        self.path = path
        self.lock = lock
    }

    /// The path without symbolic links.
    var realPath: String { Descriptor.realPath(of: path) ?? path }

    var databasePath: String { "\(path)/keystore.sqlite" }

    /// Creates an empty database file, since SQLite's own would be readable by others; the journal gets the same mode.
    func createDatabaseFile() throws(KeystoreError) {
        try Self.using(databasePath) { () throws(SystemCallFailure) in
            let file = try Descriptor.open(databasePath, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
            try file.checked("fchmod") { fchmod($0, 0o600) }
            // A database with content was synchronized while empty.
            if try file.status().st_size == 0 { try Descriptor.synchronizeDirectory(path) }
        }
    }

    private static func using<Result: ~Copyable>(
        _ path: String, _ body: () throws(SystemCallFailure) -> Result
    ) throws(KeystoreError) -> Result {
        do {
            return try body()
        } catch {
            throw .directoryUnusable(path: path, errno: error.errno)
        }
    }

    private static func opened(_ path: String) throws(SystemCallFailure) -> Descriptor {
        do {
            try checked("mkdir", path) { unsafe mkdir(path, 0o700) }
            try Descriptor.synchronizeDirectory(Descriptor.parent(of: path))
        } catch {
            guard error.errno == EEXIST else { throw error }
        }
        return try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    }
}

extension Descriptor {
    /// Throws `inUse` if another process, or another open file of this one, holds the lock.
    mutating func takeExclusively(_ path: String) throws(KeystoreError) {
        do {
            try lock()
        } catch {
            throw error.errno == EWOULDBLOCK ? .inUse(path: path) : .directoryUnusable(path: path, errno: error.errno)
        }
    }
}
