internal import GateModel
internal import GateSecret
internal import GateVault

extension Keystore {
    /// With a TPM, compares the database with its counter: rows of a restored old copy are refused from now on. A new
    /// database gets its own counter, which takes over an earlier database's: a copy of that is refused as a whole.
    static func guardian(
        of seal: inout SealRecord, isNew: Bool, _ device: (any SealingDevice)?, _ root: borrowing RootKey,
        _ database: KeystoreDatabase, raisesPerHour: Int, now: @escaping @Sendable () -> ContinuousClock.Instant,
        tasks: any TaskExecutor
    ) async throws(KeystoreError) -> RollbackGuard? {
        guard let device else { return nil }
        let counter = seal.deviceCounter(under: root)
        let found: UInt64?
        let standing: UInt64
        do throws(SealingFailure) {
            found = isNew ? nil : try await device.value(of: counter)
            if let found { standing = found } else { standing = try await device.makeCounter(counter) }
        } catch {
            guard error.reason == .policyFailed else { throw .rootKey(.unavailable(error)) }
            let detail = "this is an old copy: the TPM's counter is a newer keystore's (\(error.detail))"
            throw .rootKey(.unavailable(SealingFailure(.policyFailed, detail: detail)))
        }
        if isNew {
            seal.counter = Int64(clamping: standing)
            seal.digest = try database.read { db in try RollbackGuard.digest(of: db) }
        }
        let written = seal.counter.map(UInt64.init(clamping:))
        let (isNewest, isSealedAnew) = try isNew ? (true, false) : compare(seal, with: found, database)
        let guardian = RollbackGuard(
            device: device, counter: counter, key: root.key(.rootCheck), standing: standing,
            written: isNewest ? written ?? standing : standing, raisesPerHour: raisesPerHour, now: now, tasks: tasks)
        if isNewest {
            // If the TPM refuses, the next counted change tries again, and fails with it.
            try? await guardian.catchUp()
            if isSealedAnew || seal.owesRaise, !guardian.isBehind {
                // Raised, so that no copy with the old seal, or from before the owed changes, passes as the newest.
                let raise = CounterRaise(user: .root, beyondRate: .counted)
                let sealed = try database.write { db in try guardian.seal(db, raising: raise) }
                guardian.committed(sealed, at: nil)
                try? await guardian.catchUp()
            }
            if guardian.isBehind { guardian.owe(.root) }
            return guardian
        }
        let sealed = try database.write { db in
            // A user whose own row is gone may have other rows.
            for table in ["user"] + Schema.tablesOfUsers {
                try db.run("INSERT OR IGNORE INTO staleUser SELECT DISTINCT uid FROM \(table)")
            }
            // Without a raise: if the newest copy is found again, it is still the newest.
            return try guardian.seal(db, raising: nil)
        }
        guardian.committed(sealed, at: nil)
        return guardian
    }

    /// Throws `oldCopy` if the TPM's counter shows that the database is not the newest, and `sealing`.
    static func expectNewest(
        _ seal: SealRecord, _ device: any SealingDevice, _ root: borrowing RootKey, _ database: KeystoreDatabase,
        path: String
    ) async throws(KeystoreError) {
        let found: UInt64?
        do throws(SealingFailure) {
            found = try await device.value(of: seal.deviceCounter(under: root))
        } catch {
            throw error.reason == .policyFailed ? .oldCopy(path: path) : .sealing(error)
        }
        guard try compare(seal, with: found, database).isNewest else { throw .oldCopy(path: path) }
    }

    /// - Parameter found: the value of the seal's counter, if it exists.
    private static func compare(
        _ seal: SealRecord, with found: UInt64?, _ database: KeystoreDatabase
    ) throws(KeystoreError) -> (isNewest: Bool, isSealedAnew: Bool) {
        let (digest, firstDigest) = try database.read { db in
            (try RollbackGuard.digest(of: db), try RollbackGuard.digest(of: db, tables: Schema.firstSealedTables))
        }
        let written = seal.counter.map(UInt64.init(clamping:))
        // One ahead: a crash between the commit and the raise.
        let isCurrent = found.map { written == $0 || written == $0 + 1 } ?? false
        // Sealed by a version that covered fewer tables.
        let isSealedAnew = isCurrent && seal.digest != digest && seal.digest == firstDigest
        return (isCurrent && (seal.digest == digest || isSealedAnew), isSealedAnew)
    }
}
