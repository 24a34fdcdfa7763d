internal import Crypto
internal import FoundationEssentials
public import GateModel
public import GateSecret
internal import GateSystem
public import GateVault

/// Users' prints, PINs, settings and sealed items, in one SQLite file.
///
/// Calls block on the disk, on a thread of their own. Every change is one transaction. Destroyed data is in no file of
/// the directory any more.
public actor Keystore: CredentialStore {
    private nonisolated let executor = BlockingExecutor(label: "biogate.keystore")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    let root: RootKey
    /// Makes and uses P-256 keys if it seals the root key.
    let device: (any SealingDevice)?
    /// Nil once closed.
    private var openDatabase: KeystoreDatabase?
    nonisolated let generations: Generations
    nonisolated let galleries = ReadGalleries()
    /// The storage of the root key, which seals new items.
    public nonisolated let sealing: Item.Sealing
    private nonisolated let doubt: Doubt
    let limits: KeystoreLimits
    let scrypt: ScryptParameters
    private var directory: StateDirectory?
    var keyedUsers = KeyedUsers()
    /// Serializes changes that wait for the TPM's counter.
    private let turns = Places(1)
    /// Waits until an owed raise may be made.
    private var payment: Task<Void, Never>?
    /// Returns false if the task was cancelled.
    private let sleep: @Sendable (ContinuousClock.Instant) async -> Bool

    /// Opens the keystore in `directory`, creating the directory if absent. A root key is created only for an empty
    /// keystore. With a `device`, P-256 keys are made in it.
    ///
    /// A user whose rows come from an old copy is refused with `rolledBack` until reset.
    ///
    /// Throws `directoryUnusable`, `notOwned`, `inUse`, `damaged`, `newerSchema`, `rootKey`, `wrongRootKey`,
    /// `sealedElsewhere` and `storageFailed`. Blocks the calling thread: for the daemon's start only.
    public init(
        directory path: String, rootKey provider: any RootKeyProvider, device: (any SealingDevice)? = nil,
        limits: KeystoreLimits = KeystoreLimits(), scrypt: ScryptParameters = .standard,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: (@Sendable (ContinuousClock.Instant) async -> Bool)? = nil
    ) async throws(KeystoreError) {
        let directory = try StateDirectory(path)
        try directory.createDatabaseFile()
        let database = try KeystoreDatabase(path: directory.databasePath)
        try database.migrate()
        let (seal, isEmpty) = try database.read { db in (try SealRecord.fetch(db), try Schema.isEmpty(db)) }
        // The seal is written before the first row, so a missing one was removed.
        guard seal != nil || isEmpty else { throw .damaged(path: directory.databasePath, detail: "its seal is gone") }
        if let recorded = seal.flatMap({ Item.Sealing(rawValue: $0.sealing) }), recorded != provider.sealing {
            throw .sealedElsewhere(recorded: recorded, configured: provider.sealing)
        }
        let root: RootKey
        do {
            root = RootKey(try await provider.rootKey(mayCreate: isEmpty))
        } catch {
            throw .rootKey(error)
        }
        guard seal?.isAuthentic(under: root) ?? true else { throw .wrongRootKey }
        var present = seal ?? SealRecord(sealing: provider.sealing, in: directory.realPath)
        let guardian = try await Self.guardian(
            of: &present, isNew: seal == nil, device, root, database, raisesPerHour: limits.countedChangesPerHour,
            now: now, tasks: executor)
        if seal == nil {
            present.sign(under: root.key(.rootCheck))
            try database.write { db in try present.insert(db) }
        }
        var guarded = database
        guarded.guardian = guardian
        self.root = root
        self.device = device
        openDatabase = guarded
        doubt = guarded.doubt
        generations = guarded.generations
        self.directory = consume directory
        self.limits = limits
        self.scrypt = scrypt
        self.sleep =
            sleep ?? { [executor] instant in
                // In parts: timers stop while the machine sleeps, but debts become due.
                while instant > .now {
                    guard await executor.sleep(for: min(instant - .now, .seconds(60))) else { return false }
                }
                return true
            }
        sealing = provider.sealing
        if let guardian { awaitDue(of: guardian) }
    }

    public nonisolated func takeDoubt() -> Bool { doubt.take() }

    /// Destroys a copy of the root key that a move left behind; keeps any other key.
    public func destroyLeftover(_ other: any MovableRootKey) async {
        guard let key = try? await other.rootKey(mayCreate: false), root.isSame(as: key) else { return }
        try? other.destroy()
    }

    /// The storage of the root key of the keystore in `directory`, for choosing a provider; nil for a new keystore.
    ///
    /// Creates the directory, and throws as `init` does, except for the root key. Blocks.
    public static func recordedSealing(in path: String) throws(KeystoreError) -> Item.Sealing? {
        let directory = try StateDirectory(path)
        try directory.createDatabaseFile()
        let database = try KeystoreDatabase(path: directory.databasePath)
        let recorded = try database.read { db in
            // Not migrated yet: an older release's table has fewer columns.
            try Schema.has("seal", db) ? db.value("SELECT sealing FROM seal", as: String.self) : nil
        }
        try database.close()
        return recorded.flatMap(Item.Sealing.init)
    }

    /// Closes the database, the directory and the device; every later call but this one throws `storageFailed`.
    public func close() async throws(KeystoreError) {
        payment?.cancel()
        try openDatabase?.close()
        openDatabase = nil
        keyedUsers = KeyedUsers()
        directory = nil
        // At the last reference is too late: loaded objects would stay in a TPM without a resource manager.
        await device?.disconnect()
    }

    /// Runs a transaction that no old copy of the database can undo once this returns, and that changes only this
    /// user's items.
    ///
    /// Throws `limit` if the user has too many, and `sealing` if the TPM does not count; then nothing is changed, or,
    /// if the TPM failed after the commit, the change may stand (see `takeDoubt`), and counted changes fail until the
    /// TPM counts again.
    func raising<Value>(
        _ user: UserID, _ body: (Database) throws -> Value
    ) async throws(KeystoreError) -> Value {
        try await write(raising: CounterRaise(user: user, beyondRate: .refused), itemsOf: .only(user), body)
    }

    /// As `raising`, but never throws `limit`, since it ends an access. Beyond the user's rate the raise is owed, and
    /// until it is made an old copy can undo the change. Only a change that `counts` is protected.
    func owing<Value>(
        _ user: UserID, where counts: (Value) -> Bool = { _ in true }, _ body: (Database) throws -> Value
    ) async throws(KeystoreError) -> Value {
        try await write(
            raising: CounterRaise(user: user, beyondRate: .owed), where: counts, itemsOf: .only(user), body)
    }

    /// Without `raising`, an old copy may undo the change. Changes are written in the order of the calls: one made from
    /// a newer state must not be overwritten by an earlier one that waits for the TPM.
    ///
    /// A change that reads in its own transaction all that it depends on may skip the turn and write to the database.
    /// While a raise waits, it seals the number already written, the one that the raise leads to: before and after the
    /// raise the copy with the change is the newest, and the digest exposes a copy without it.
    func write<Value>(
        raising: CounterRaise?, where counts: (Value) -> Bool = { _ in true }, itemsOf owners: Owners = .everybody,
        _ body: (Database) throws -> Value
    ) async throws(KeystoreError) -> Value {
        guard let guardian = try database.guardian else { return try database.write(itemsOf: owners, body) }
        await turns.enter()
        defer { turns.leave() }
        guard let raising else { return try database.write(itemsOf: owners, body) }
        try await count(by: guardian)
        let value = try database.write(raising: raising, where: counts, itemsOf: owners, body)
        awaitDue(of: guardian)
        do {
            try await count(by: guardian)
        } catch {
            doubt.raise()
            throw error
        }
        return value
    }

    private func awaitDue(of guardian: RollbackGuard) {
        guard payment == nil, let due = guardian.due else { return }
        payment = Task(executorPreference: executor) { [weak self, sleep] in
            guard await sleep(due) else { return }
            await self?.payDebt(due: due)
        }
    }

    /// Raises the counter for an owed raise; if that fails, it is owed for some minutes more.
    private func payDebt(due: ContinuousClock.Instant) async {
        payment = nil
        guard let guardian = openDatabase?.guardian else { return }
        guard let user = guardian.takeDebtor(due: due) else { return awaitDue(of: guardian) }
        do throws(KeystoreError) {
            try await write(raising: CounterRaise(user: user, beyondRate: .counted), itemsOf: .nobody) { db in
                _ = try db.run("UPDATE seal SET owesRaise = FALSE WHERE owesRaise")
            }
        } catch {
            // If closed, the next start makes it.
            guard openDatabase != nil else { return }
            guardian.owe(user)
            awaitDue(of: guardian)
        }
    }

    /// Returns when the counter matches the database; it stays so until the next suspension.
    private func count(by guardian: RollbackGuard) async throws(KeystoreError) {
        do throws(SealingFailure) {
            // Another change may have come during the wait.
            while guardian.isBehind { try await guardian.catchUp() }
        } catch {
            throw .sealing(error)
        }
    }

    var database: KeystoreDatabase {
        get throws(KeystoreError) {
            guard let openDatabase else { throw .storageFailed(detail: "closed") }
            return openDatabase
        }
    }
}

// MARK: Accounts

extension Keystore {
    /// The user's row; nil where the user has none.
    func account(of user: User, _ db: Database) throws -> KeyedUser? {
        guard let record = try UserRecord.fetch(user.id, db) else {
            keyedUsers.forget(user.id)
            return nil
        }
        let account = try keyedUsers.account(record, under: root)
        guard record.name.utf8.elementsEqual(user.name.rawValue.utf8) else {
            throw KeystoreError.userChanged(user.id, kept: UserName(rawValue: record.name))
        }
        return account
    }

    /// The user's row, or a new one that is not yet written.
    func accountOrNew(of user: User, _ db: Database) throws -> KeyedUser {
        try account(of: user, db) ?? KeyedUser(new: user, enrollment: firstEnrollment(of: user, db), under: root)
    }

    /// The user's row, written if it is new, so that records can refer to it.
    func savedAccount(of user: User, _ db: Database) throws -> KeyedUser {
        if let account = try account(of: user, db) { return account }
        var account = try accountOrNew(of: user, db)
        try account.save(db)
        return account
    }

    /// The enrolment identifier of a user without a row: stable until something changes, and new after each reset.
    func firstEnrollment(of user: User, _ db: Database) throws -> EnrollmentID {
        var encoding = CanonicalEncoding(.firstEnrollment)
        encoding.append(Int64(user.id.rawValue))
        encoding.append(user.name.rawValue)
        encoding.append(try FormerUserRecord.find(Int64(user.id.rawValue), in: db)?.nonce)
        let code = HMAC<SHA256>.authenticationCode(for: encoding.bytes, using: root.key(.firstEnrollment))
        return EnrollmentID(rawValue: Data(code).prefix(16).hexadecimal)
    }
}
