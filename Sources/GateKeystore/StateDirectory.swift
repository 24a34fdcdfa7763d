internal import Glibc

/// The daemon's directory, made if absent, and held by one process at a time.
struct StateDirectory: ~Copyable {
    let path: String
    /// `flock(2)` goes with the open file: whoever ends, however, leaves no stale lock.
    private let lock: OwnedDescriptor

    /// Throws `directoryUnusable` and `inUse`.
    init(_ path: String) throws(KeystoreError) {
        let lock: OwnedDescriptor
        do {
            try Self.create(path)
            lock = try FileAccess.open("\(path)/lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        } catch {
            throw .directoryUnusable(path: path, errno: error.errno)
        }
        try lock.takeExclusively(path)
        self.path = path
        self.lock = lock
    }

    var databasePath: String { "\(path)/keystore.sqlite" }

    /// Makes an empty database file, since SQLite's own would be readable by others; its journal takes the same mode.
    func createDatabaseFile() throws(KeystoreError) {
        do {
            let file = try FileAccess.open(databasePath, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
            try FileAccess.checked { fchmod(file.number, 0o600) }
            // A database with content has gone through here empty.
            if try FileAccess.status(file).st_size == 0 { try FileAccess.synchronizeDirectory(path) }
        } catch {
            throw .directoryUnusable(path: databasePath, errno: error.errno)
        }
    }

    private static func create(_ path: String) throws(SystemCallFailed) {
        do {
            try FileAccess.checked { unsafe mkdir(path, 0o700) }
            try FileAccess.synchronizeDirectory(FileAccess.parent(of: path))
        } catch {
            guard error.errno == EEXIST else { throw error }
        }
        let directory = try FileAccess.open(path, O_RDONLY | O_DIRECTORY)
        if try FileAccess.status(directory).st_mode & 0o077 != 0 {
            try FileAccess.checked { fchmod(directory.number, 0o700) }
        }
    }
}

extension OwnedDescriptor {
    /// Throws `inUse` where another process, or another open file of this one, holds the lock.
    func takeExclusively(_ path: String) throws(KeystoreError) {
        do {
            try FileAccess.checked { flock(number, LOCK_EX | LOCK_NB) }
        } catch {
            throw error.errno == EWOULDBLOCK ? .inUse(path: path) : .directoryUnusable(path: path, errno: error.errno)
        }
    }
}
