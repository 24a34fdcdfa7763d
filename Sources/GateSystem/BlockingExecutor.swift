internal import Dispatch
internal import Synchronization

/// Runs the jobs of an actor, and of tasks that prefer it, in sequence on a thread outside the cooperative pool, where
/// they may block.
package final class BlockingExecutor: SerialExecutor, TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: the name in a debugger.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        // An executor runs each job exactly once, which makes the unowned copy sound.
        let job = UnownedJob(job)
        queue.async {
            unsafe job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    /// Runs `body` as a task, and blocks the calling thread, which must be another, until it returns.
    ///
    /// An asynchronous `main` would start in Swift's pool.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = Mutex<Result<Value, Failure>?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task(executorPreference: self) {
            do throws(Failure) {
                let value = try await body()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            end.signal()
        }
        while true {
            end.wait()
            if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
        }
    }
}

extension BlockingExecutor: Timers {
    package func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let (seconds, attoseconds) = delay.components
        let end = DispatchTime.now() + .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        let call = Mutex<(@Sendable () -> Void)?>(body)
        queue.asyncAfter(deadline: end) { call.withLock { $0.take() }?() }
        return LoopTimer { call.withLock { $0 = nil } }
    }
}
