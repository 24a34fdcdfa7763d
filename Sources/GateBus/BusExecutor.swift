import CGateShims
import CGio
import GateSystem

/// A thread with its own `GMainContext` for GDBus: another user of GLib in the process may own the default context.
///
/// Jobs run in order of arrival, between the loop's iterations; nothing here iterates the context itself.
@safe
package final class BusExecutor: SerialExecutor, TaskExecutor {
    // Created in init and released in deinit; only passed to GLib functions that any thread may call.
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

    /// Runs the queued jobs, ends the thread and waits for that. Later jobs never run.
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
