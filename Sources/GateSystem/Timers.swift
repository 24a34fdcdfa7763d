/// Calls that come later, on a thread of whoever keeps the time.
public protocol Timers: Sendable {
    /// Calls `body` on that thread once `delay` is over, unless the timer is cancelled, or let go, before. Only the time that
    /// the machine is awake counts (`CLOCK_MONOTONIC`).
    func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer
}

extension Timers {
    /// Waits; false where the task is cancelled before. In the place of `Task.sleep`, which takes a thread of Swift's pool.
    package func sleep(for delay: Duration, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let isOver = Pledge<Bool>()
        let timer = timer(after: delay) { isOver.fulfil(true) }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            _ = isolation
            return await isOver.value()
        } onCancel: {
            isOver.fulfil(false)
        }
    }
}

/// A call to come; let go, it does not come.
public final class LoopTimer: Sendable {
    private let whenCancelled: @Sendable () -> Void

    /// - Parameter whenCancelled: may be called more than once, and after the call has come; on any thread.
    public init(whenCancelled: @escaping @Sendable () -> Void) {
        self.whenCancelled = whenCancelled
    }

    public func cancel() { whenCancelled() }

    deinit { whenCancelled() }
}

/// The thread on which decisions are made.
public protocol Loop: Timers {
    /// For an actor that runs on it.
    var executor: any SerialExecutor { get }

    /// For the tasks of such an actor: without it a continuation that is resumed comes back to the actor by way of Swift's
    /// pool (`swift_continuation_init` names no other executor), which is two more threads' wake-ups for each `await`.
    var taskExecutor: any TaskExecutor { get }
}
