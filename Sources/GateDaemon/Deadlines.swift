import Synchronization

/// The time limits of calls, all on one alarm: while it is set, letting a limit go costs nothing, nor does one more that
/// ends later.
///
/// Only the time that the machine is awake counts.
final class Deadlines: Sendable {
    /// One limit; let go, it rings no more, unless it is just about to.
    final class Limit: Sendable {
        private let deadlines: Deadlines
        private let number: UInt64

        fileprivate init(_ number: UInt64, of deadlines: Deadlines) {
            self.number = number
            self.deadlines = deadlines
        }

        deinit { deadlines.forget(number) }
    }

    private struct Waiting {
        let end: SuspendingClock.Instant
        let ring: @Sendable () -> Void
    }

    private struct State {
        var waiting: [UInt64: Waiting] = [:]
        var lastNumber: UInt64 = 0
        /// When the alarm rings, perhaps for a limit that was let go; nil where it does not.
        var alarmAt: SuspendingClock.Instant?
        var alarm: Alarm?
    }

    private let state = Mutex(State())

    /// Calls `ring` once, when `length` is over, unless the limit is let go before; on a thread of Dispatch's, and it must
    /// not wait.
    func limit(_ length: Duration, _ ring: @escaping @Sendable () -> Void) -> Limit {
        let end = SuspendingClock.now + length
        let number = state.withLock { state in
            state.lastNumber += 1
            state.waiting[state.lastNumber] = Waiting(end: end, ring: ring)
            wake(&state, by: end)
            return state.lastNumber
        }
        return Limit(number, of: self)
    }

    private func forget(_ number: UInt64) {
        // What the closure holds is let go behind the lock, and may come back here.
        _ = state.withLock { $0.waiting.removeValue(forKey: number) }
    }

    private func wake(_ state: inout State, by end: SuspendingClock.Instant) {
        if let alarmAt = state.alarmAt, alarmAt <= end { return }
        state.alarmAt = end
        let alarm = state.alarm ?? Alarm(.awake) { [weak self] in self?.rang() }
        state.alarm = alarm
        alarm.set(after: end - .now)
    }

    private func rang() {
        let due: [Waiting] = state.withLock { state in
            state.alarmAt = nil
            let now = SuspendingClock.now
            let due = state.waiting.filter { $0.value.end <= now }
            for number in due.keys { state.waiting[number] = nil }
            if let next = state.waiting.values.map(\.end).min() { wake(&state, by: next) }
            return due.values.sorted { $0.end < $1.end }
        }
        for limit in due { limit.ring() }
    }
}
