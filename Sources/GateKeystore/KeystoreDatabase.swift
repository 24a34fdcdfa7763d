internal import GRDB
internal import Glibc
internal import Synchronization

/// The SQLite file, in whose pages and journal nothing that was deleted stays.
struct KeystoreDatabase: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let file: FileStamp.Identity
    /// Read ahead; a write forgets them.
    let prepared: PreparedItems
    /// Seals every change, where a TPM counts along.
    var guardian: RollbackGuard?
    let doubt = Doubt()

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
            // In KiB: enough for what one call looks up; the file is in the kernel's memory anyway.
            try db.execute(sql: "PRAGMA cache_size = -128")
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
        // What the body returned, should its transaction stand although the commit failed.
        var value: Value?
        let counter = changeCounter
        do {
            try expectFile()
            try queue.write { db in
                value = try body(db)
                try guardian?.seal(db, raising: raising)
            }
        } catch {
            guard value != nil, standsAfterFailure(since: counter) else {
                throw KeystoreError(error, path: path)
            }
        }
        guardian?.committed()
        // Set by the body, which did not throw.
        guard let value else { throw .storageFailed(detail: "no transaction") }
        return value
    }

    /// SQLite's count of the transactions in the file (its header's bytes 24 to 27); nil where it cannot be read.
    ///
    /// To be read between transactions alone: closing any descriptor of the file gives up SQLite's locks (fcntl(2)).
    private var changeCounter: [UInt8]? {
        guard let file = try? FileAccess.open(path, O_RDONLY | O_NOFOLLOW) else { return nil }
        var header = [UInt8](repeating: 0, count: 28)
        var span = header.mutableSpan
        let count = try? unsafe span.withUnsafeMutableBytes { buffer throws(SystemCallFailed) in
            try unsafe FileAccess.read(into: buffer, from: file)
        }
        return count == header.count ? Array(header[24...]) : nil
    }

    /// Whether a transaction whose commit failed stands all the same, and is durable.
    ///
    /// A commit empties the journal, which decides it, and then synchronizes the journal, lest it come back after a power
    /// loss. Where only that failed, it is done here once more. A journal that is not empty undoes the transaction.
    private func standsAfterFailure(since counter: [UInt8]?) -> Bool {
        guard let counter, let present = changeCounter, present != counter,
            let journal = try? FileAccess.open(path + "-journal", O_RDWR | O_NOFOLLOW),
            (try? FileAccess.status(journal))?.st_size == 0
        else { return false }
        let isDurable = fsync(journal.number) == 0
        if !isDurable { doubt.raise() }
        return isDurable
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

/// Whether a change that was told as failed stands, since the disk would not confirm it and nothing undoes it any more.
final class Doubt: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .sequentiallyConsistent) }

    /// False until it is raised again.
    func take() -> Bool { isRaised.exchange(false, ordering: .sequentiallyConsistent) }
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
