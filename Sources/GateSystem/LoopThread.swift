internal import Glibc
internal import Synchronization

/// A thread for an executor's jobs, run in order of arrival between the iterations of a loop such as GLib's.
package final class LoopThread: Sendable {
    /// Rounds of jobs before the loop has a turn.
    private static let mostRounds = 8

    private struct State {
        var jobs: [UnownedJob] = []
        var isStopping = false
        var thread: pthread_t?
    }

    private let state = Mutex(State())

    package init() {}

    /// Starts the thread with `body`, which calls `run` and is kept until that returns.
    package func start(_ body: @escaping @Sendable () -> Void) {
        let thread = startThread(body)
        state.withLock { $0.thread = thread }
    }

    /// The caller has to wake the loop, which may block.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs the queued jobs, ends the thread and waits for that; false if that was done before. Later jobs never run.
    @discardableResult
    package func stop(waking wake: () -> Void) -> Bool {
        let thread = state.withLock { state in
            state.isStopping = true
            return state.thread.take()
        }
        guard let thread else { return false }
        wake()
        pthread_join(thread, nil)
        return true
    }

    /// The thread's main function. Jobs never run inside `iterate`, which may nest. Jobs that jobs leave behind run
    /// first, some times, since an iteration costs a system call.
    package func run(on executor: some SerialExecutor & TaskExecutor, _ iterate: (_ mayBlock: Bool) -> Void) {
        var rounds = 0
        while true {
            let (jobs, isStopping) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return (state.jobs, state.isStopping)
            }
            if jobs.isEmpty && isStopping { return }
            for job in jobs {
                unsafe job.runSynchronously(
                    isolatedTo: executor.asUnownedSerialExecutor(), taskExecutor: executor.asUnownedTaskExecutor())
            }
            // A job that comes after this check has woken the loop, so it does not block.
            let mayBlock = state.withLock { $0.jobs.isEmpty && !$0.isStopping }
            rounds += 1
            guard mayBlock || rounds >= Self.mostRounds else { continue }
            rounds = 0
            iterate(mayBlock)
        }
    }
}
