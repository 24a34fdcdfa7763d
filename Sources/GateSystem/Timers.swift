/// Schedules calls on the timekeeper's thread.
public protocol Timers: Sendable {
    /// Calls `body` after `delay`, unless the timer is cancelled or released before. Only the time that the machine is
    /// awake counts (`CLOCK_MONOTONIC`).
    func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer
}

extension Timers {
    /// Waits; false if the task is cancelled. Unlike `Task.sleep`, takes no thread of Swift's pool.
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

/// A scheduled call; releasing it cancels the call.
public final class LoopTimer: Sendable {
    private let whenCancelled: @Sendable () -> Void

    /// - Parameter whenCancelled: may be called more than once, after the call, and on any thread.
    public init(whenCancelled: @escaping @Sendable () -> Void) {
        self.whenCancelled = whenCancelled
    }

    public func cancel() { whenCancelled() }

    deinit { whenCancelled() }
}

/// The thread on which decisions are made.
public protocol Loop: Timers {
    /// The executor of an actor on this thread.
    var executor: any SerialExecutor { get }

    /// The executor of that actor's tasks: without it, a resumed continuation returns to the actor through Swift's pool
    /// (`swift_continuation_init` names no other executor), which wakes two more threads for each `await`.
    var taskExecutor: any TaskExecutor { get }
}
