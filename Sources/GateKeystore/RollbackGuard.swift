internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret
internal import GateVault
internal import Synchronization

/// Ties the database to a counter in the TPM that never decreases, which exposes an old copy.
///
/// Every change seals a digest of all rows together with a number. A change that must not be undone takes the next
/// number, is committed with it, and then raises the counter before it is acknowledged. A crash in between leaves the
/// database one ahead, and the next opportunity raises the counter; until then no other change takes a number. So only
/// an old copy is behind the counter, and no two states on different sides of a raise share a number. A raise that a
/// user's rate does not allow yet is owed; the seal records that, so a restart makes it.
final class RollbackGuard: Sendable {
    private typealias Raise = Task<Result<UInt64, SealingFailure>, Never>

    /// A transaction's seal, in force once committed.
    struct Sealed {
        fileprivate let number: UInt64
        fileprivate let counting: Counting
    }

    fileprivate enum Counting {
        /// Does not raise the counter.
        case notCounted
        case raised
        case owed(Debt)
    }

    /// An owed raise.
    struct Debt {
        let user: UserID
        /// The time at which the user's rate allows it.
        let due: ContinuousClock.Instant
    }

    private struct State {
        /// The TPM's counter.
        var standing: UInt64
        /// The database's number: the same, or one more.
        var written: UInt64
        var raise: Raise?
        /// The debt due soonest; later ones are paid with it.
        var debt: Debt?
        /// The file's state after our last commit; nil if unknown.
        var stamp: DatabaseFile.Stamp?
        var rates: [UserID: RaiseRate] = [:]
    }

    /// Time until a TPM that refused to count is asked again.
    private static let pause: Duration = .seconds(120)

    private let device: any SealingDevice
    private let counter: DeviceCounter
    private let key: SymmetricKey
    private let raisesPerHour: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let tasks: any TaskExecutor
    private let state: Mutex<State>

    init(
        device: any SealingDevice, counter: DeviceCounter, key: SymmetricKey, standing: UInt64, written: UInt64,
        raisesPerHour: Int, now: @escaping @Sendable () -> ContinuousClock.Instant, tasks: any TaskExecutor
    ) {
        self.device = device
        self.counter = counter
        self.key = key
        self.raisesPerHour = raisesPerHour
        self.now = now
        self.tasks = tasks
        state = Mutex(State(standing: standing, written: written))
    }

    /// Starts a transaction. Throws `replaced` if another program wrote to the file meanwhile: only a state known to be
    /// the newest may be sealed as that.
    func expectOwn(_ db: Database, at stamp: DatabaseFile.Stamp?, path: String) throws {
        if let stamp, state.withLock({ $0.stamp == stamp }) { return }
        guard let record = try SealRecord.fetch(db) else { return }
        guard try record.digest == Self.digest(of: db) else { throw KeystoreError.replaced(path: path) }
    }

    /// Ends a transaction that changed rows. Throws `limit` if the user raises too often.
    func seal(_ db: Database, raising raise: CounterRaise?) throws -> Sealed? {
        guard var record = try SealRecord.fetch(db) else { return nil }
        let sealed = try state.withLock { state throws(KeystoreError) in
            let counting = if let raise { try counting(raise, &state) } else { Counting.notCounted }
            return switch counting {
            case .notCounted, .owed: Sealed(number: state.written, counting: counting)
            case .raised: Sealed(number: state.standing + 1, counting: counting)
            }
        }
        switch sealed.counting {
        case .notCounted: break
        case .raised: record.owesRaise = false
        case .owed: record.owesRaise = true
        }
        record.digest = try Self.digest(of: db)
        record.counter = Int64(clamping: sealed.number)
        record.sign(under: key)
        try record.update(db)
        return sealed
    }

    private func counting(_ raise: CounterRaise, _ state: inout State) throws(KeystoreError) -> Counting {
        let now = now()
        state.rates = state.rates.filter { !$0.value.isFull(at: now) }
        var rate = state.rates[raise.user] ?? RaiseRate(perHour: raisesPerHour, at: now)
        guard rate.take(at: now, for: raise.beyondRate) else {
            switch raise.beyondRate {
            case .refused: throw .limit(Limit(name: "limits.countedChangesPerHour", maximum: raisesPerHour))
            case .counted: return .raised
            case .owed: return .owed(Debt(user: raise.user, due: rate.due(after: now)))
            }
        }
        state.rates[raise.user] = rate
        return .raised
    }

    /// Notes that the transaction is on disk, with its seal if it changed rows; `stamp` is the file's state with it.
    func committed(_ sealed: Sealed?, at stamp: DatabaseFile.Stamp?) {
        state.withLock { state in
            state.stamp = stamp
            guard let sealed else { return }
            state.written = sealed.number
            switch sealed.counting {
            case .notCounted: break
            // This raise covers every debt.
            case .raised: state.debt = nil
            case .owed(let debt): if state.debt.map({ debt.due < $0.due }) ?? true { state.debt = debt }
            }
        }
    }

    /// When the next owed raise is due; nil if none is owed.
    var due: ContinuousClock.Instant? { state.withLock { $0.debt?.due } }

    /// Hands over the debt due by `instant`; nil if another raise was made since.
    func takeDebtor(due instant: ContinuousClock.Instant) -> UserID? {
        state.withLock { state in
            guard let debt = state.debt, debt.due <= instant else { return nil }
            state.debt = nil
            return debt.user
        }
    }

    /// Turns a raise that the TPM refused into a debt.
    func owe(_ user: UserID) {
        let debt = Debt(user: user, due: now() + Self.pause)
        state.withLock { if $0.debt.map({ debt.due < $0.due }) ?? true { $0.debt = debt } }
    }

    /// Whether the counter is still below the database's number.
    var isBehind: Bool { state.withLock { $0.written > $0.standing } }

    /// Raises the counter to the database's number; concurrent callers share one raise.
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
        Task(executorPreference: tasks) { [self] in
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

    /// A digest of all rows but the seal's: for each table, the codes of its rows in the order of the keys. A field
    /// that a code does not authenticate cannot affect that order.
    static func digest(
        of db: Database, tables: ArraySlice<SealedTable> = Schema.sealedTables[...]
    ) throws -> Data {
        var hash = SHA256()
        hash.update(data: CanonicalEncoding(.state).bytes)
        for table in tables {
            var count: Int64 = 0
            try db.each(table.codes) { row throws(SQLiteError) in
                var encoding = CanonicalEncoding(.state)
                encoding.append(try row.next() as Data)
                hash.update(data: encoding.bytes)
                count += 1
                return true
            }
            var end = CanonicalEncoding(.state)
            end.append(count)
            hash.update(data: end.bytes)
        }
        return Data(hash.finalize())
    }
}

/// A change that no old copy of the database may undo.
struct CounterRaise {
    /// The treatment of a raise beyond the user's rate.
    enum BeyondRate {
        /// Refused with `limit`.
        case refused
        /// Made nevertheless, since the change has happened; it leaves less for refusable ones.
        case counted
        /// Owed: an old copy can undo the change until the next raise of any user, or until this user's rate allows
        /// one.
        case owed
    }

    let user: UserID
    let beyondRate: BeyondRate
}

/// How often one user may raise the counter, since the TPM's memory wears out. An hour's number may come at once;
/// raises that can be owed leave half of it to the others.
struct RaiseRate: Equatable {
    private let interval: Duration
    private let burst: Duration
    /// When the raises made so far are paid off.
    private var paid: ContinuousClock.Instant

    init(perHour: Int, at now: ContinuousClock.Instant) {
        interval = .seconds(3600) / max(1, perHour)
        burst = interval * max(1, perHour)
        paid = now
    }

    func isFull(at now: ContinuousClock.Instant) -> Bool { paid <= now }

    /// Takes a raise; false, taking nothing, if none is left.
    mutating func take(at now: ContinuousClock.Instant, for beyondRate: CounterRaise.BeyondRate) -> Bool {
        guard next(after: now, for: beyondRate) <= now else { return false }
        paid = max(paid, now) + interval
        return true
    }

    /// When an owed raise is due: as soon as it leaves half, and after ten minutes at the latest, so that the other
    /// raises cannot hold it up.
    func due(after now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        min(next(after: now, for: .owed), now + max(interval, burst / 6))
    }

    private func next(
        after now: ContinuousClock.Instant, for beyondRate: CounterRaise.BeyondRate
    ) -> ContinuousClock.Instant {
        let share =
            switch beyondRate {
            case .refused, .counted: burst
            case .owed: max(interval, burst / 2)
            }
        return max(paid, now) + interval - share
    }
}
