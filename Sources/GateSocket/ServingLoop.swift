import NIOCore
import NIOPosix

/// The one thread that serves the sockets, and on which whoever answers may decide: an actor takes `executor` as its own.
///
/// It is never shut down: it ends with the process. Nothing on it may wait.
public final class ServingLoop: Sendable {
    private let group: MultiThreadedEventLoopGroup
    let eventLoop: any EventLoop
    /// Runs an actor's jobs between the sockets'; from a `CallHandler`'s methods, `assumeIsolated` enters the actor.
    public let executor: any SerialExecutor

    public init() {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        eventLoop = group.next()
        executor = eventLoop.executor
    }

    /// Calls `body` on the loop once `delay` is over, unless the timer is cancelled before, or let go. Only the time that
    /// the machine is awake counts (`CLOCK_MONOTONIC`).
    public func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        LoopTimer(eventLoop.scheduleTask(in: TimeAmount(delay)) { body() })
    }
}

/// A call to come on the loop; let go, it does not come.
public final class LoopTimer: Sendable {
    private let task: Scheduled<Void>

    fileprivate init(_ task: Scheduled<Void>) {
        self.task = task
    }

    public func cancel() { task.cancel() }

    deinit { task.cancel() }
}
