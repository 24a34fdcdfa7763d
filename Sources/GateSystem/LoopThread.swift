internal import Glibc
internal import Synchronization

/// A thread for an executor's jobs, which run in order of arrival and between the iterations of a loop, GLib's say.
package final class LoopThread: Sendable {
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

    /// What iterates then is to be woken, lest it block.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Has the thread run what is queued and end, and waits for its end; false where that was done before. A job enqueued
    /// later is never run.
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

    /// The thread's life. Jobs never run inside of `iterate`, which may nest.
    package func run(on executor: some SerialExecutor & TaskExecutor, _ iterate: (_ mayBlock: Bool) -> Void) {
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
            // A job enqueued after this look at the queue has woken what iterates, so it does not block.
            iterate(state.withLock { $0.jobs.isEmpty && !$0.isStopping })
        }
    }
}
