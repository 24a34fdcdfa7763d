internal import GRDB
internal import Glibc

/// The SQLite file, in whose pages and journal nothing that was deleted stays.
struct KeystoreDatabase: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let file: FileStamp.Identity
    /// Read ahead; a write forgets them.
    let prepared: PreparedItems
    /// Seals every change, where a TPM counts along.
    var guardian: RollbackGuard?

    /// Opens and checks the file; throws `damaged` and `newerSchema`, and then has changed nothing.
    init(path: String) throws(KeystoreError) {
        self.path = path
        prepared = PreparedItems(path: path)
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            try queue.read { db in
                let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
                guard verdict == "ok" else { throw KeystoreError.damaged(path: path, detail: verdict ?? "no verdict") }
                guard try !Schema.migrator.hasBeenSuperseded(db) else { throw KeystoreError.newerSchema(path: path) }
            }
            guard let file = FileStamp(path) else { throw KeystoreError.replaced(path: path) }
            self.file = file.identity
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "biogate.keystore"
        configuration.foreignKeysEnabled = true
        // Only a tool of the administrator's, a backup say, could hold the file.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // An empty journal after every commit: a kept one holds old keys, a deleted one may come back after a
            // power loss and undo what was acknowledged.
            try db.execute(sql: "PRAGMA journal_mode = TRUNCATE")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
        }
        return configuration
    }

    func migrate() throws(KeystoreError) {
        do {
            try Schema.migrator.migrate(queue)
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    /// One consistent view.
    func read<Value>(_ body: (Database) throws -> Value) throws(KeystoreError) -> Value {
        do {
            try expectFile()
            return try queue.read(body)
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    /// One transaction: on disk as a whole when this returns, or not at all when it throws.
    ///
    /// `raising`: an old copy of before this change shall be told from it.
    func write<Value>(
        raising: Bool = false, _ body: (Database) throws -> Value
    ) throws(KeystoreError) -> Value {
        prepared.forgetAll()
        do {
            try expectFile()
            let value = try queue.write { db in
                let value = try body(db)
                try guardian?.seal(db, raising: raising)
                return value
            }
            guardian?.committed()
            return value
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    /// A file that was removed or replaced behind the daemon's back still takes writes, and nobody finds them again.
    private func expectFile() throws(KeystoreError) {
        guard stamp?.identity == file else { throw .replaced(path: path) }
    }

    /// The file's, now; nil where there is none.
    var stamp: FileStamp? { FileStamp(path) }

    func close() throws(KeystoreError) {
        prepared.forgetAll()
        do {
            try queue.close()
        } catch {
            throw KeystoreError(error, path: path)
        }
    }
}

/// Which file a path leads to, and when it was last written to.
struct FileStamp: Hashable, Sendable {
    struct Identity: Hashable, Sendable {
        let device: dev_t
        let number: ino_t
    }

    let identity: Identity
    private let size: off_t
    private let seconds: time_t
    private let nanoseconds: Int

    /// Nil where there is none.
    init?(_ path: String) {
        var status = stat()
        // The path is a C string for the length of the call (stat(2)).
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = Identity(device: status.st_dev, number: status.st_ino)
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
