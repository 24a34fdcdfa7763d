public import GateSystem
import NIOCore
import NIOPosix

/// The one thread that serves the sockets, and on which whoever answers may decide: an actor takes `executor` as its own.
///
/// It is never shut down: it ends with the process. Nothing on it may wait.
public final class ServingLoop: Timers {
    private let group: MultiThreadedEventLoopGroup
    let eventLoop: any EventLoop
    /// Runs an actor's jobs between the sockets'; from a `CallHandler`'s methods, `assumeIsolated` enters the actor.
    public let executor: any SerialExecutor

    public init() {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        eventLoop = group.next()
        executor = eventLoop.executor
    }

    public func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let task = eventLoop.scheduleTask(in: TimeAmount(delay)) { body() }
        return LoopTimer { task.cancel() }
    }
}
