import Synchronization

/// The time limits of calls, all on one alarm: while it is set, letting a limit go costs nothing, nor does one more that
/// ends later.
///
/// Only the time that the machine is awake counts.
final class Deadlines: Sendable {
    /// One limit; let go, it rings no more, unless it is just about to.
    final class Limit: Sendable {
        /// Tells it apart from all others.
        struct ID: Hashable, Sendable {
            fileprivate var number: UInt64 = 0
        }

        let id: ID
        private let deadlines: Deadlines

        fileprivate init(_ id: ID, of deadlines: Deadlines) {
            self.id = id
            self.deadlines = deadlines
        }

        deinit { deadlines.forget(id) }
    }

    private struct Waiting {
        let end: SuspendingClock.Instant
        let ring: @Sendable (Limit.ID) -> Void
    }

    private struct State {
        var waiting: [Limit.ID: Waiting] = [:]
        var last = Limit.ID()
        /// When the alarm rings, perhaps for a limit that was let go; nil where it does not.
        var alarmAt: SuspendingClock.Instant?
        var alarm: Alarm?
    }

    private let state = Mutex(State())

    /// Calls `ring` once, when `length` is over, unless the limit is let go before; on a thread of Dispatch's, and it must
    /// not wait.
    func limit(_ length: Duration, _ ring: @escaping @Sendable (Limit.ID) -> Void) -> Limit {
        let end = SuspendingClock.now + length
        let id = state.withLock { state in
            state.last.number += 1
            state.waiting[state.last] = Waiting(end: end, ring: ring)
            wake(&state, by: end)
            return state.last
        }
        return Limit(id, of: self)
    }

    private func forget(_ id: Limit.ID) {
        // What the closure holds is let go behind the lock, and may come back here.
        _ = state.withLock { $0.waiting.removeValue(forKey: id) }
    }

    private func wake(_ state: inout State, by end: SuspendingClock.Instant) {
        if let alarmAt = state.alarmAt, alarmAt <= end { return }
        state.alarmAt = end
        let alarm = state.alarm ?? Alarm(.awake) { [weak self] in self?.rang() }
        state.alarm = alarm
        alarm.set(after: end - .now)
    }

    private func rang() {
        let due = state.withLock { state in
            state.alarmAt = nil
            let now = SuspendingClock.now
            let due = state.waiting.filter { $0.value.end <= now }
            for id in due.keys { state.waiting[id] = nil }
            if let next = state.waiting.values.map(\.end).min() { wake(&state, by: next) }
            return due.sorted { $0.value.end < $1.value.end }
        }
        for (id, limit) in due { limit.ring(id) }
    }
}
