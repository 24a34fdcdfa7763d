internal import CFprint
internal import CGateShims
internal import GateSystem
internal import Synchronization

/// The sensor thread: the only owner and user of GLib's default main context while it runs.
///
/// libfprint spins the default context itself (`fp_context_enumerate`, the drivers' timers), so a process has one
/// sensor thread: creating a second before the first has shut down traps. Jobs run in order of arrival.
public final class MainContextExecutor: SerialExecutor, TaskExecutor {
    /// Whether a sensor thread exists in this process.
    private static let exists = Mutex(false)

    private let thread = LoopThread()
    /// Called on the thread.
    private let beforeWaiting: @Sendable () -> Void

    /// Starts the sensor thread.
    ///
    /// - Parameter beforeWaiting: called on it after jobs and events, before it may wait for the next ones.
    public init(beforeWaiting: @escaping @Sendable () -> Void = {}) {
        self.beforeWaiting = beforeWaiting
        let isFirst = Self.exists.withLock { exists in
            defer { exists = true }
            return !exists
        }
        precondition(isFirst, "a process has one sensor thread")
        // The thread keeps the executor until it ends.
        thread.start { self.run() }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        thread.enqueue(job)
        // On the sensor thread, `run` checks the queue before an iteration may block.
        if !isSensorThread { unsafe g_main_context_wakeup(g_main_context_default()) }
    }

    public func checkIsolated() {
        precondition(isSensorThread, "not on the sensor thread")
    }

    public func isIsolatingCurrentContext() -> Bool? { isSensorThread }

    /// Runs the queued jobs, ends the thread and waits for that. Later jobs never run, so stop the sensor before. Must
    /// not be called on the sensor thread; a second call does nothing.
    public func shutdown() {
        precondition(!isSensorThread, "the sensor thread cannot wait for itself")
        let hasEnded = thread.stop { unsafe g_main_context_wakeup(g_main_context_default()) }
        if hasEnded { Self.exists.withLock { $0 = false } }
    }

    private var isSensorThread: Bool { unsafe g_main_context_is_owner(g_main_context_default()) != 0 }

    /// The thread's main function. Jobs run here and never in a GSource: libfprint nests iterations, and a source could
    /// start one job in the middle of another.
    private func run() {
        unsafe gate_name_thread("biogate-sensor")
        let context = unsafe g_main_context_default()
        precondition(unsafe g_main_context_acquire(context) != 0, "the default main context has another owner")
        defer { unsafe g_main_context_release(context) }
        thread.run(on: self) { mayBlock in
            beforeWaiting()
            unsafe g_main_context_iteration(context, mayBlock ? 1 : 0)
        }
    }
}
