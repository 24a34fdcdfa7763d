internal import GateModel
internal import GateSystem
internal import GateVault
internal import Glibc
internal import Synchronization

/// The SQLite file; deleted data stays neither in its pages nor in the journal.
struct KeystoreDatabase {
    private let connection: Database
    private let path: String
    private let file: DatabaseFile
    /// Bumped with every change of users' items.
    let generations = Generations()
    /// Seals every change, if a TPM counts.
    var guardian: RollbackGuard?
    let doubt = Doubt()

    /// Opens and checks the file; throws `damaged` and `newerSchema`, changing nothing.
    init(path: String) throws(KeystoreError) {
        self.path = path
        do {
            // Only an administrator's tool, such as a backup, could lock the file.
            let connection = try Database(path: path, patience: 5000)
            try connection.execute(Self.settings)
            try connection.transaction(.reading) {
                let verdict: String? = try connection.value("PRAGMA quick_check(1)")
                guard verdict == "ok" else { throw KeystoreError.damaged(path: path, detail: verdict ?? "no verdict") }
                guard try !Schema.isNewer(connection) else { throw KeystoreError.newerSchema(path: path) }
            }
            self.connection = connection
        } catch {
            throw KeystoreError(error, path: path)
        }
        do {
            file = try DatabaseFile(path)
        } catch {
            throw .replaced(path: path)
        }
    }

    /// The journal is emptied by every commit: a kept one holds old keys, and a deleted one may come back after a power
    /// loss and undo an acknowledged change. The cache, in KiB, suffices for one call; the kernel caches the file
    /// anyway.
    private static let settings = """
        PRAGMA foreign_keys = ON;
        PRAGMA journal_mode = TRUNCATE;
        PRAGMA synchronous = FULL;
        PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -128;
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        """

    func migrate() throws(KeystoreError) {
        try explained { try Schema.migrate(connection) }
    }

    /// Reads one consistent view.
    func read<Value>(_ body: (Database) throws -> Value) throws(KeystoreError) -> Value {
        try explained {
            try expectFile()
            return try connection.transaction(.reading) { try body(connection) }
        }
    }

    private func explained<Value>(_ body: () throws -> Value) throws(KeystoreError) -> Value {
        do {
            return try body()
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    /// Runs one transaction: durable as a whole when this returns, or not at all when it throws.
    ///
    /// With `raising`, a change of rows that `counts` is told from an old copy of before. `owners` are the users whose
    /// items may open differently afterwards.
    func write<Value>(
        raising: CounterRaise? = nil, where counts: (Value) -> Bool = { _ in true },
        itemsOf owners: Owners = .everybody, _ body: (Database) throws -> Value
    ) throws(KeystoreError) -> Value {
        // Also after a failure: the change may stand.
        defer { generations.advance(for: owners) }
        // The body's result, in case the transaction stands although the commit failed.
        var value: Value?
        var sealed: RollbackGuard.Sealed?
        var before: DatabaseFile.Stamp?
        let commits = file.commits
        do {
            try expectFile()
            try connection.transaction(.writing) {
                // Nobody else can write until the transaction ends.
                before = file.stamp
                try guardian?.expectOwn(connection, at: before, path: path)
                let changes = connection.changeCount
                let result = try body(connection)
                value = result
                guard connection.changeCount != changes else { return }
                sealed = try guardian?.seal(connection, raising: counts(result) ? raising : nil)
            }
        } catch {
            guard value != nil, standsAfterFailure(since: commits) else {
                throw KeystoreError(error, path: path)
            }
        }
        guardian?.committed(
            sealed, at: before.flatMap { before in file.stamp.flatMap { $0.succeeds(before) ? $0 : nil } })
        // Set, since the body did not throw.
        guard let value else { throw .storageFailed(detail: "no transaction") }
        return value
    }

    /// Whether a transaction whose commit failed stands nevertheless, and is durable.
    ///
    /// A commit empties the journal, which decides it, and then synchronizes it, lest it come back after a power loss.
    /// If only the synchronization failed, this repeats it. A journal that is not empty undoes the transaction.
    private func standsAfterFailure(since commits: UInt32?) -> Bool {
        guard let commits, let present = file.commits, present != commits,
            let journal = try? Descriptor.open(path + "-journal", O_RDWR | O_NOFOLLOW),
            (try? journal.status())?.st_size == 0
        else { return false }
        let isDurable = fsync(journal.number) == 0
        if !isDurable { doubt.raise() }
        return isDurable
    }

    private func expectFile() throws(KeystoreError) {
        guard file.isInPlace else { throw .replaced(path: path) }
    }

    func close() throws(KeystoreError) {
        generations.advance(for: .everybody)
        try explained { try connection.close() }
    }
}

/// Whether a change that was reported as failed may stand, since the disk did not confirm it.
final class Doubt: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .sequentiallyConsistent) }

    /// Returns the doubt and clears it.
    func take() -> Bool { isRaised.exchange(false, ordering: .sequentiallyConsistent) }
}

/// The users whose items a change affects.
enum Owners {
    case everybody
    case only(UserID)
    case nobody
}

/// Tells whether earlier reads of a user's items may be stale. Of any thread; never waits for the disk.
final class Generations: Sendable {
    private struct Numbers {
        var newest: UInt64 = 0
        var everybodys: UInt64 = 0
        /// The users affected since the last change that affected everybody.
        var users: [UserID: UInt64] = [:]
    }

    private let numbers = Mutex(Numbers())

    func current(of user: UserID) -> UInt64 { numbers.withLock { $0.users[user] ?? $0.everybodys } }

    func advance(for owners: Owners) {
        numbers.withLock { numbers in
            switch owners {
            case .nobody: return
            case .only(let user):
                numbers.newest += 1
                numbers.users[user] = numbers.newest
            case .everybody:
                numbers.newest += 1
                numbers.everybodys = numbers.newest
                numbers.users = [:]
            }
        }
    }
}
