internal import Crypto
internal import FoundationEssentials
internal import GRDB
internal import GateSecret
internal import Synchronization

/// Ties the database to a counter in the TPM that never goes back, so that an old copy is told from the newest.
///
/// Every change seals a digest of all records together with a number. A change that must not be undone takes the next
/// number, is committed with it, and then raises the counter; a crash in between leaves the database one ahead, which is
/// made good at the next opportunity. So the database is never behind the counter, unless it is an old copy.
final class RollbackGuard: Sendable {
    private struct State {
        /// Where the TPM's counter stands.
        var standing: UInt64
        /// What the database says: as much, or one more.
        var written: UInt64
        /// What the transaction that is under way says.
        var proposed: UInt64?
    }

    private let device: any SealingDevice
    private let counter: DeviceCounter
    private let key: SymmetricKey
    private let state: Mutex<State>

    init(device: any SealingDevice, counter: DeviceCounter, key: SymmetricKey, standing: UInt64, written: UInt64) {
        self.device = device
        self.counter = counter
        self.key = key
        state = Mutex(State(standing: standing, written: written, proposed: nil))
    }

    /// The last step of a transaction.
    func seal(_ db: Database, raising: Bool) throws {
        guard var record = try SealRecord.fetchOne(db) else { return }
        let digest = try Self.digest(of: db)
        let number = state.withLock { state in
            let number = raising ? state.standing + 1 : state.written
            state.proposed = number
            return number
        }
        guard record.digest != digest || record.counter != Int64(number) else { return }
        record.digest = digest
        record.counter = Int64(number)
        record.sign(under: key)
        try record.update(db)
    }

    /// The transaction is on disk.
    func committed() {
        state.withLock { state in
            if let proposed = state.proposed.take() { state.written = proposed }
        }
    }

    /// Raises the counter to where the database is. Where the TPM refuses, the next change tries again: until then a copy
    /// of before this one cannot be told from it.
    func catchUp() async {
        guard state.withLock({ $0.written > $0.standing }) else { return }
        guard let standing = try? await device.raise(counter) else { return }
        state.withLock { $0.standing = max($0.standing, standing) }
    }

    /// Over every record that carries a code of its own, and the users who are refused.
    static func digest(of db: Database) throws -> Data {
        var hash = SHA256()
        hash.update(data: CanonicalEncoding(.state).bytes)
        for sql in [
            "SELECT mac FROM user ORDER BY uid", "SELECT mac FROM policy ORDER BY uid",
            "SELECT mac FROM item ORDER BY id", "SELECT mac FROM print ORDER BY uid, id",
            "SELECT mac FROM onboarding ORDER BY uid, app", "SELECT CAST(uid AS BLOB) FROM staleUser ORDER BY uid",
        ] {
            var count: Int64 = 0
            let codes = try Data.fetchCursor(db, sql: sql)
            while let code = try codes.next() {
                var encoding = CanonicalEncoding(.state)
                encoding.append(code)
                hash.update(data: encoding.bytes)
                count += 1
            }
            var end = CanonicalEncoding(.state)
            end.append(count)
            hash.update(data: end.bytes)
        }
        return Data(hash.finalize())
    }
}
