internal import GateModel
internal import GateSystem
internal import GateVault
internal import Glibc
internal import Synchronization

/// The SQLite file, in whose pages and journal nothing that was deleted stays.
struct KeystoreDatabase {
    private let connection: Database
    private let path: String
    private let file: DatabaseFile
    /// What is read of a user's items is of the number that the user has by then.
    let generations = Generations()
    /// Seals every change, where a TPM counts along.
    var guardian: RollbackGuard?
    let doubt = Doubt()

    /// Opens and checks the file; throws `damaged` and `newerSchema`, and then has changed nothing.
    init(path: String) throws(KeystoreError) {
        self.path = path
        do {
            // Only a tool of the administrator's, a backup say, could hold the file.
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

    /// The journal is empty after every commit: a kept one holds old keys, a deleted one may come back after a power loss
    /// and undo what was acknowledged. The cache, in KiB, is enough for what one call looks up; the file is in the kernel's
    /// memory anyway.
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
        do {
            try Schema.migrate(connection)
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    /// One consistent view.
    func read<Value>(_ body: (Database) throws -> Value) throws(KeystoreError) -> Value {
        do {
            try expectFile()
            return try connection.transaction(.reading) { try body(connection) }
        } catch {
            throw KeystoreError(error, path: path)
        }
    }

    /// One transaction: on disk as a whole when this returns, or not at all when it throws.
    ///
    /// `raising`: an old copy of before this change shall be told from it, where it changes any row and `counts`.
    /// `owners`: whose items it may change in what they are opened with.
    func write<Value>(
        raising: CounterRaise? = nil, where counts: (Value) -> Bool = { _ in true },
        itemsOf owners: Owners = .everybody, _ body: (Database) throws -> Value
    ) throws(KeystoreError) -> Value {
        // On every way out: what is told as failed may stand.
        defer { generations.advance(for: owners) }
        // What the body returned, should its transaction stand although the commit failed.
        var value: Value?
        var sealed: RollbackGuard.Sealed?
        var before: DatabaseFile.Stamp?
        let commits = file.commits
        do {
            try expectFile()
            try connection.transaction(.writing) {
                // Nobody else can write from here to the end of it.
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
        // Set by the body, which did not throw.
        guard let value else { throw .storageFailed(detail: "no transaction") }
        return value
    }

    /// Whether a transaction whose commit failed stands all the same, and is durable.
    ///
    /// A commit empties the journal, which decides it, and then synchronizes the journal, lest it come back after a power
    /// loss. Where only that failed, it is done here once more. A journal that is not empty undoes the transaction.
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
        do {
            try connection.close()
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

/// Whose items a change concerns.
enum Owners {
    case everybody
    case only(UserID)
    case nobody
}

/// Tells what may be out of date of what was read before of a user's items; on any thread, without a wait for the disk.
final class Generations: Sendable {
    private struct Numbers {
        var newest: UInt64 = 0
        var everybodys: UInt64 = 0
        /// Of those whom a change concerned since the last one that concerned everybody.
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
