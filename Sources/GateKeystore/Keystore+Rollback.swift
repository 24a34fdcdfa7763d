internal import GRDB
internal import GateModel
internal import GateSecret

extension Keystore {
    /// Where a TPM counts along, compares the database with its counter: the rows of a copy that was put back are refused
    /// from now on. A new database gets a counter of its own.
    static func guardian(
        of seal: inout SealRecord, isNew: Bool, _ device: (any SealingDevice)?, _ root: borrowing RootKey,
        _ database: KeystoreDatabase
    ) async throws(KeystoreError) -> RollbackGuard? {
        guard let device else { return nil }
        let counter = seal.deviceCounter(under: root)
        let found: UInt64?
        let standing: UInt64
        do throws(SealingFailure) {
            found = try await device.value(of: counter)
            if let found { standing = found } else { standing = try await device.makeCounter(counter) }
        } catch {
            throw .rootKey(.unavailable(error))
        }
        let digest = try database.read { db in try RollbackGuard.digest(of: db) }
        if isNew {
            seal.counter = Int64(clamping: standing)
            seal.digest = digest
        }
        let written = seal.counter.map(UInt64.init(clamping:)) ?? 0
        // One ahead: a crash came between the commit and the counter.
        let isNewest =
            isNew || found != nil && (written == standing || written == standing + 1) && seal.digest == digest
        let guardian = RollbackGuard(
            device: device, counter: counter, key: root.key(.rootCheck), standing: standing,
            written: isNewest ? written : standing)
        if isNewest {
            await guardian.catchUp()
            return guardian
        }
        var guarded = database
        guarded.guardian = guardian
        // Without a raise: the newest copy, should it be found again, is still the newest.
        try guarded.write { db in
            for user in try UserRecord.Owner.fetchAll(db) { try StaleUserRecord(uid: user.uid).upsert(db) }
        }
        return guardian
    }
}
