/// Calls that come later, on the loop of whoever decides.
public protocol Timers: Sendable {
    /// Calls `body` on the loop once `delay` is over, unless the timer is cancelled, or let go, before. Only the time that
    /// the machine is awake counts (`CLOCK_MONOTONIC`).
    func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer
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
