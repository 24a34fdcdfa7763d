public import GateSystem
import NIOCore
import NIOPosix

/// The one thread that serves the sockets; an actor runs on it by taking `executor` as its own.
///
/// It ends with the process. Nothing on it may block.
public final class ServingLoop: Loop {
    private let group: MultiThreadedEventLoopGroup
    let eventLoop: any EventLoop
    /// Runs an actor's jobs among the sockets' work; in a `CallHandler`'s methods, `assumeIsolated` enters the actor.
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

/// Runs jobs of actors and of nonisolated tasks on the loop. NIO's own executor is no task executor: on it, each
/// `await` of a nonisolated function would become a separate job, with others in between.
private final class LoopExecutor: SerialExecutor, TaskExecutor {
    private let eventLoop: any EventLoop

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // An executor runs each job exactly once, which makes the unowned copy sound.
        let job = UnownedJob(job)
        eventLoop.execute {
            unsafe job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    func checkIsolated() { eventLoop.preconditionInEventLoop() }

    func isIsolatingCurrentContext() -> Bool? { eventLoop.inEventLoop }
}
