internal import GateModel
internal import GateSecret

extension Keystore {
    /// Where a TPM counts along, compares the database with its counter: the rows of a copy that was put back are refused
    /// from now on. A new database gets a counter of its own, which takes that of one before it away: a copy of that is
    /// refused as a whole.
    static func guardian(
        of seal: inout SealRecord, isNew: Bool, _ device: (any SealingDevice)?, _ root: borrowing RootKey,
        _ database: KeystoreDatabase, raisesPerHour: Int, now: @escaping @Sendable () -> ContinuousClock.Instant
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
        let (digest, firstDigest) = try database.read { db in
            (try RollbackGuard.digest(of: db), try RollbackGuard.digest(of: db, tables: Schema.firstSealedTables))
        }
        if isNew {
            seal.counter = Int64(clamping: standing)
            seal.digest = digest
        }
        let written = seal.counter.map(UInt64.init(clamping:))
        // One ahead: a crash came between the commit and the counter.
        let isCurrent = found != nil && (written == standing || written == standing + 1)
        // Sealed by a version that covered fewer tables.
        let isSealedAnew = !isNew && isCurrent && seal.digest != digest && seal.digest == firstDigest
        let isNewest = isNew || isCurrent && seal.digest == digest || isSealedAnew
        let guardian = RollbackGuard(
            device: device, counter: counter, key: root.key(.rootCheck), standing: standing,
            written: isNewest ? written ?? standing : standing, raisesPerHour: raisesPerHour, now: now)
        if isNewest {
            // Where the TPM refuses, the next change that counts tries again, and is refused with it.
            try? await guardian.catchUp()
            guard isSealedAnew || seal.owesRaise, !guardian.isBehind else { return guardian }
            // Raised, so that no copy which is sealed as before, or from before what is owed, is the newest any more.
            let raise = CounterRaise(user: .root, beyondRate: .counted)
            let sealed = try database.write { db in try guardian.seal(db, raising: raise) }
            guardian.committed(sealed, at: nil)
            try? await guardian.catchUp()
            return guardian
        }
        let sealed = try database.write { db in
            // Whose row is gone may have others left.
            for table in ["user"] + Schema.tablesOfUsers {
                try db.run("INSERT OR IGNORE INTO staleUser SELECT DISTINCT uid FROM \(table)")
            }
            // Without a raise: the newest copy, should it be found again, is still the newest.
            return try guardian.seal(db, raising: nil)
        }
        guardian.committed(sealed, at: nil)
        return guardian
    }
}
