internal import Dispatch

/// Runs an actor's jobs one after the other on a thread outside the cooperative pool, where they may block.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: what a debugger shows.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        // An executor runs each job that it was given exactly once, which is what makes the unowned copy sound.
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
