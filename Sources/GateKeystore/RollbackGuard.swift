internal import Crypto
internal import FoundationEssentials
internal import GRDB
internal import GateModel
internal import GateSecret
internal import Synchronization

/// Ties the database to a counter in the TPM that never goes back, so that an old copy is told from the newest.
///
/// Every change seals a digest of all rows together with a number. A change that must not be undone takes the next
/// number, is committed with it, and then raises the counter, before anybody is told that it is done; a crash in between
/// leaves the database one ahead, which is made good at the next opportunity. Nothing takes another number until it is.
/// So the database is never behind the counter, unless it is an old copy, and no two states of it have a number in
/// common that a raise lies between.
final class RollbackGuard: Sendable {
    private typealias Raise = Task<Result<UInt64, SealingFailure>, Never>

    private struct State {
        /// Where the TPM's counter stands.
        var standing: UInt64
        /// What the database says: as much, or one more.
        var written: UInt64
        /// What the transaction that is under way says.
        var proposed: UInt64?
        var raise: Raise?
        /// The file as this left it; nil where that is not known.
        var stamp: DatabaseFile.Stamp?
        var rates: [UserID: RaiseRate] = [:]
    }

    private let device: any SealingDevice
    private let counter: DeviceCounter
    private let key: SymmetricKey
    private let raisesPerHour: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(
        device: any SealingDevice, counter: DeviceCounter, key: SymmetricKey, standing: UInt64, written: UInt64,
        raisesPerHour: Int, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.device = device
        self.counter = counter
        self.key = key
        self.raisesPerHour = raisesPerHour
        self.now = now
        state = Mutex(State(standing: standing, written: written))
    }

    /// The first step of a transaction. Throws `replaced` where somebody else wrote to the file meanwhile: what is not
    /// known to be the newest is not sealed as that.
    func expectOwn(_ db: Database, at stamp: DatabaseFile.Stamp?, path: String) throws {
        if let stamp, state.withLock({ $0.stamp == stamp }) { return }
        guard let record = try SealRecord.fetchOne(db) else { return }
        guard try record.digest == Self.digest(of: db) else { throw KeystoreError.replaced(path: path) }
    }

    /// The last step of a transaction that changes rows. Throws `limit` where the user raises too often.
    func seal(_ db: Database, raising raise: CounterRaise?) throws {
        guard var record = try SealRecord.fetchOne(db) else { return }
        let number = try state.withLock { state throws(KeystoreError) in
            if let raise { try take(raise, &state) }
            let number = raise == nil ? state.written : state.standing + 1
            state.proposed = number
            return number
        }
        record.digest = try Self.digest(of: db)
        record.counter = Int64(clamping: number)
        record.sign(under: key)
        try record.update(db)
    }

    /// A raise that may not be refused counts as well, for those that may.
    private func take(_ raise: CounterRaise, _ state: inout State) throws(KeystoreError) {
        let now = now()
        state.rates = state.rates.filter { !$0.value.isFull(at: now) }
        var rate = state.rates[raise.user] ?? RaiseRate(perHour: raisesPerHour, at: now)
        guard rate.take(at: now) || !raise.mayBeRefused else {
            throw .limit(Limit(name: "limits.countedChangesPerHour", maximum: raisesPerHour))
        }
        state.rates[raise.user] = rate
    }

    /// The transaction is on disk; `stamp` is the file's with it.
    func committed(at stamp: DatabaseFile.Stamp?) {
        state.withLock { state in
            if let proposed = state.proposed.take() { state.written = proposed }
            state.stamp = stamp
        }
    }

    /// Whether the counter is still to be raised to where the database is.
    var isBehind: Bool { state.withLock { $0.written > $0.standing } }

    /// Raises the counter to where the database is; whoever waits for it at once waits for the same.
    func catchUp() async throws(SealingFailure) {
        let raise = state.withLock { state -> Raise? in
            guard state.written > state.standing else { return nil }
            if let raise = state.raise { return raise }
            let raise = self.raise(to: state.written)
            state.raise = raise
            return raise
        }
        _ = try await raise?.value.get()
    }

    private func raise(to number: UInt64) -> Raise {
        Task {
            let result: Result<UInt64, SealingFailure>
            do throws(SealingFailure) {
                result = .success(try await device.raise(counter, to: number))
            } catch {
                result = .failure(error)
            }
            state.withLock { state in
                state.raise = nil
                if case .success(let standing) = result { state.standing = max(state.standing, standing) }
            }
            return result
        }
    }

    /// Of all rows but the seal itself: each table's codes, one for each row, in the order of its keys. What a code does not
    /// authenticate, its place among the others does not move.
    static func digest(
        of db: Database, tables: ArraySlice<(name: String, code: String, key: String)> = Schema.sealedTables[...]
    ) throws -> Data {
        var hash = SHA256()
        hash.update(data: CanonicalEncoding(.state).bytes)
        for table in tables {
            var count: Int64 = 0
            let codes = try Data.fetchCursor(db, sql: "SELECT \(table.code) FROM \(table.name) ORDER BY \(table.key)")
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

/// A change that no old copy of the database shall undo.
struct CounterRaise {
    let user: UserID
    /// Whether it is refused where the user raises too often. What has happened already is not.
    let mayBeRefused: Bool
}

/// How often one user may raise the counter: the TPM's memory wears out. As many at once as in an hour.
struct RaiseRate: Equatable {
    private let interval: Duration
    private let burst: Duration
    /// What was raised is paid off by then.
    private var paid: ContinuousClock.Instant

    init(perHour: Int, at now: ContinuousClock.Instant) {
        interval = .seconds(3600) / max(1, perHour)
        burst = interval * max(1, perHour)
        paid = now
    }

    func isFull(at now: ContinuousClock.Instant) -> Bool { paid <= now }

    /// False, and nothing taken, where there is none left.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        let next = max(paid, now) + interval
        guard next <= now + burst else { return false }
        paid = next
        return true
    }
}
