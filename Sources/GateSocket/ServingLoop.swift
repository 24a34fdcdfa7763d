public import GateSystem
import NIOCore
import NIOPosix

/// The one thread that serves the sockets, and on which whoever answers may decide: an actor takes `executor` as its own.
///
/// It is never shut down: it ends with the process. Nothing on it may wait.
public final class ServingLoop: Loop {
    private let group: MultiThreadedEventLoopGroup
    let eventLoop: any EventLoop
    /// Runs an actor's jobs between the sockets'; from a `CallHandler`'s methods, `assumeIsolated` enters the actor.
    public let executor: any SerialExecutor
    public let taskExecutor: any TaskExecutor

    public init() {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        eventLoop = group.next()
        let executor = LoopExecutor(eventLoop: eventLoop)
        self.executor = executor
        taskExecutor = executor
    }

    public func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let task = eventLoop.scheduleTask(in: TimeAmount(delay)) { body() }
        return LoopTimer { task.cancel() }
    }
}

/// Runs jobs on the loop, of actors and of tasks that are on none at the moment alike: NIO's own executor knows no tasks, so
/// that on it each `await` of a function outside of the actor would be a job of its own, with others in between.
private final class LoopExecutor: SerialExecutor, TaskExecutor {
    private let eventLoop: any EventLoop

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // An executor runs each job that it was given exactly once, which is what makes the unowned copy sound.
        let job = UnownedJob(job)
        eventLoop.execute {
            unsafe job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    func checkIsolated() { eventLoop.preconditionInEventLoop() }

    func isIsolatingCurrentContext() -> Bool? { eventLoop.inEventLoop }
}
