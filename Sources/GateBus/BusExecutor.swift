import CGateShims
import CGio
import GateSystem

/// A thread with a `GMainContext` of its own, for what GDBus reports: the default context belongs to whoever else uses
/// GLib in the process.
///
/// Jobs run in order of arrival, between the loop's iterations; nothing that runs here iterates the context itself.
@safe
package final class BusExecutor: SerialExecutor, TaskExecutor {
    // Made in init and given back in deinit; in between it is only passed to functions of GLib that any thread may call.
    private nonisolated(unsafe) let context: OpaquePointer
    private let thread = LoopThread()

    /// Starts the thread.
    package init() {
        unsafe context = g_main_context_new()
        // The thread keeps the executor until it ends.
        thread.start { self.run() }
    }

    deinit {
        unsafe g_main_context_unref(context)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        thread.enqueue(job)
        unsafe g_main_context_wakeup(context)
    }

    package func checkIsolated() {
        precondition(isOwnThread, "not on the bus thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    /// Runs what is queued, ends the thread and waits for its end. A job enqueued later is never run.
    package func shutdown() {
        precondition(!isOwnThread, "the bus thread cannot wait for itself")
        thread.stop { unsafe g_main_context_wakeup(context) }
    }

    private var isOwnThread: Bool { unsafe g_main_context_is_owner(context) != 0 }

    private func run() {
        unsafe gate_name_thread("biogate-bus")
        unsafe g_main_context_push_thread_default(context)
        defer { unsafe g_main_context_pop_thread_default(context) }
        thread.run(on: self) { mayBlock in
            unsafe g_main_context_iteration(context, mayBlock ? 1 : 0)
        }
    }
}
