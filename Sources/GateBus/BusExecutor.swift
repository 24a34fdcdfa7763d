import CGateShims
import CGio
import GateSystem
import Glibc
import Synchronization

/// A thread with a `GMainContext` of its own, for what GDBus reports: the default context belongs to whoever else uses
/// GLib in the process.
///
/// Jobs run in order of arrival, between the loop's iterations; nothing that runs here iterates the context itself.
@safe
package final class BusExecutor: SerialExecutor {
    private struct Shared {
        var jobs: [UnownedJob] = []
        var isStopping = false
        var thread: pthread_t?
    }

    // Made in init and given back in deinit; in between it is only passed to functions of GLib that any thread may call.
    private nonisolated(unsafe) let context: OpaquePointer
    private let shared = Mutex(Shared())

    /// Starts the thread.
    package init() {
        unsafe context = g_main_context_new()
        // The thread keeps the executor until it ends.
        let thread = startThread { self.run() }
        shared.withLock { $0.thread = thread }
    }

    deinit {
        unsafe g_main_context_unref(context)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        shared.withLock { $0.jobs.append(job) }
        unsafe g_main_context_wakeup(context)
    }

    package func checkIsolated() {
        precondition(isOwnThread, "not on the bus thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    /// Runs what is queued, ends the thread and waits for its end. A job enqueued later is never run.
    package func shutdown() {
        precondition(!isOwnThread, "the bus thread cannot wait for itself")
        let thread = shared.withLock { shared in
            shared.isStopping = true
            return shared.thread.take()
        }
        guard let thread else { return }
        unsafe g_main_context_wakeup(context)
        pthread_join(thread, nil)
    }

    private var isOwnThread: Bool { unsafe g_main_context_is_owner(context) != 0 }

    private func run() {
        unsafe gate_name_thread("biogate-bus")
        unsafe g_main_context_push_thread_default(context)
        defer { unsafe g_main_context_pop_thread_default(context) }
        while true {
            let (jobs, isStopping) = shared.withLock { shared in
                defer { shared.jobs.removeAll(keepingCapacity: true) }
                return (shared.jobs, shared.isStopping)
            }
            if jobs.isEmpty && isStopping { return }
            for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
            // Whatever comes after the look at the queue has woken the context, so the iteration does not block then.
            let mayBlock = jobs.isEmpty
            unsafe g_main_context_iteration(context, mayBlock ? 1 : 0)
        }
    }
}
