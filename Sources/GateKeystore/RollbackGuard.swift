internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret
internal import GateVault
internal import Synchronization

/// Ties the database to a counter in the TPM that never goes back, so that an old copy is told from the newest.
///
/// Every change seals a digest of all rows together with a number. A change that must not be undone takes the next
/// number, is committed with it, and then raises the counter, before anybody is told that it is done; a crash in between
/// leaves the database one ahead, which is made good at the next opportunity. Nothing takes another number until it is.
/// So the database is never behind the counter, unless it is an old copy, and no two states of it have a number in
/// common that a raise lies between. A raise that a user may not make yet is owed, which the seal says, so that a start
/// makes it.
final class RollbackGuard: Sendable {
    private typealias Raise = Task<Result<UInt64, SealingFailure>, Never>

    /// What a transaction sealed, in force once it is committed.
    struct Sealed {
        fileprivate let number: UInt64
        fileprivate let counting: Counting
    }

    fileprivate enum Counting {
        /// The counter stays where it is.
        case notCounted
        case raised
        case owed(Debt)
    }

    /// A raise that is owed.
    struct Debt {
        let user: UserID
        /// When it is made: then the user may.
        let due: ContinuousClock.Instant
    }

    private struct State {
        /// Where the TPM's counter stands.
        var standing: UInt64
        /// What the database says: as much, or one more.
        var written: UInt64
        var raise: Raise?
        /// The raise that is owed soonest; a later one is made with it.
        var debt: Debt?
        /// The file as this left it; nil where that is not known.
        var stamp: DatabaseFile.Stamp?
        var rates: [UserID: RaiseRate] = [:]
    }

    /// After which a TPM that refused to count is asked again.
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

    /// The first step of a transaction. Throws `replaced` where somebody else wrote to the file meanwhile: what is not
    /// known to be the newest is not sealed as that.
    func expectOwn(_ db: Database, at stamp: DatabaseFile.Stamp?, path: String) throws {
        if let stamp, state.withLock({ $0.stamp == stamp }) { return }
        guard let record = try SealRecord.fetch(db) else { return }
        guard try record.digest == Self.digest(of: db) else { throw KeystoreError.replaced(path: path) }
    }

    /// The last step of a transaction that changes rows. Throws `limit` where the user raises too often.
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

    /// The transaction is on disk with what it `sealed`, if it changed anything; `stamp` is the file's with it.
    func committed(_ sealed: Sealed?, at stamp: DatabaseFile.Stamp?) {
        state.withLock { state in
            state.stamp = stamp
            guard let sealed else { return }
            state.written = sealed.number
            switch sealed.counting {
            case .notCounted: break
            // Whatever was owed is told by this number, too.
            case .raised: state.debt = nil
            case .owed(let debt): if state.debt.map({ debt.due < $0.due }) ?? true { state.debt = debt }
            }
        }
    }

    /// When the raise is made that is owed soonest; nil where none is.
    var due: ContinuousClock.Instant? { state.withLock { $0.debt?.due } }

    /// Who owes a raise that is due by then, to whoever makes it; nil where another raise was made since.
    func takeDebtor(due instant: ContinuousClock.Instant) -> UserID? {
        state.withLock { state in
            guard let debt = state.debt, debt.due <= instant else { return nil }
            state.debt = nil
            return debt.user
        }
    }

    /// Makes a debt of what the TPM refused to count.
    func owe(_ user: UserID) {
        let debt = Debt(user: user, due: now() + Self.pause)
        state.withLock { if $0.debt.map({ debt.due < $0.due }) ?? true { $0.debt = debt } }
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

    /// Of all rows but the seal itself: each table's codes, one for each row, in the order of its keys. What a code does not
    /// authenticate, its place among the others does not move.
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

/// A change that no old copy of the database shall undo.
struct CounterRaise {
    /// What becomes of it where the user raises too often.
    enum BeyondRate {
        /// It is refused with `limit`.
        case refused
        /// It is counted all the same, since it has happened already, and leaves less to those that are refused.
        case counted
        /// It is made, and an old copy undoes it until the next raise, whosever that is; one is made once the user may.
        case owed
    }

    let user: UserID
    let beyondRate: BeyondRate
}

/// How often one user may raise the counter: the TPM's memory wears out. As many at once as in an hour, of which those
/// that can be owed leave half to the others.
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
    mutating func take(at now: ContinuousClock.Instant, for beyondRate: CounterRaise.BeyondRate) -> Bool {
        guard next(after: now, for: beyondRate) <= now else { return false }
        paid = max(paid, now) + interval
        return true
    }

    /// When one that is owed is taken, if none is before: as soon as it leaves half, and in ten minutes at the latest, so
    /// that it does not wait for all that the others took.
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
