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
        executor = eventLoop.executor
        taskExecutor = LoopTaskExecutor(eventLoop: eventLoop, executor: executor)
    }

    public func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let task = eventLoop.scheduleTask(in: TimeAmount(delay)) { body() }
        return LoopTimer { task.cancel() }
    }
}

/// Runs the jobs of tasks that are on no actor at the moment, as if they were on the loop's.
private final class LoopTaskExecutor: TaskExecutor {
    private let eventLoop: any EventLoop
    private let executor: any SerialExecutor

    init(eventLoop: any EventLoop, executor: any SerialExecutor) {
        self.eventLoop = eventLoop
        self.executor = executor
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // An executor runs each job that it was given exactly once, which is what makes the unowned copy sound.
        let job = UnownedJob(job)
        eventLoop.execute {
            unsafe job.runSynchronously(
                isolatedTo: self.executor.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}
