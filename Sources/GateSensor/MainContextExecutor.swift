internal import CFprint
internal import CGateShims
internal import GateSystem
internal import Glibc

/// The sensor thread: it owns GLib's default main context for as long as it runs, and nothing else uses that context.
///
/// libfprint spins the default context itself (`fp_context_enumerate`, the drivers' timers), so there is one in a
/// process: making a second before the first has shut down traps. Jobs run in order of arrival.
public final class MainContextExecutor: SerialExecutor {
    /// What callers and the sensor thread share, under `lock` alone.
    private struct Shared {
        var jobs: [UnownedJob] = []
        var isStopping = false
        var thread: pthread_t?
    }

    /// Whether a sensor thread exists in this process; under `existenceLock` alone.
    private nonisolated(unsafe) static var exists = false
    private static let existenceLock = Lock()

    private let lock = Lock()
    // Touched with `lock` held, see `withShared`.
    private nonisolated(unsafe) var shared = Shared()

    /// Starts the sensor thread.
    public init() {
        let isFirst = Self.existenceLock.withLock {
            defer { unsafe Self.exists = true }
            return unsafe !Self.exists
        }
        precondition(isFirst, "a process has one sensor thread")
        // The thread keeps the executor until it ends.
        let thread = startThread { self.run() }
        withShared { $0.thread = thread }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        withShared { $0.jobs.append(job) }
        // On the sensor thread itself, `run` looks at the queue before the next iteration may block.
        if !isSensorThread { unsafe g_main_context_wakeup(g_main_context_default()) }
    }

    public func checkIsolated() {
        precondition(isSensorThread, "not on the sensor thread")
    }

    public func isIsolatingCurrentContext() -> Bool? { isSensorThread }

    /// Runs what is queued, ends the thread and waits for its end. A job enqueued later is never run: stop the sensor
    /// before. Must not be called on the sensor thread; a second call does nothing.
    public func shutdown() {
        precondition(!isSensorThread, "the sensor thread cannot wait for itself")
        let thread = withShared { shared in
            shared.isStopping = true
            defer { shared.thread = nil }
            return shared.thread
        }
        guard let thread else { return }
        unsafe g_main_context_wakeup(g_main_context_default())
        pthread_join(thread, nil)
        Self.existenceLock.withLock { unsafe Self.exists = false }
    }

    private var isSensorThread: Bool { unsafe g_main_context_is_owner(g_main_context_default()) != 0 }

    private func withShared<Result>(_ body: (inout Shared) -> Result) -> Result {
        lock.withLock { unsafe body(&shared) }
    }

    /// The thread's life. Jobs run here and never in a GSource: libfprint nests iterations, and a source could start
    /// one job in the middle of another.
    private func run() {
        unsafe gate_name_thread("biogate-sensor")
        let context = unsafe g_main_context_default()
        precondition(unsafe g_main_context_acquire(context) != 0, "the default main context has another owner")
        defer { unsafe g_main_context_release(context) }
        while true {
            let (batch, isStopping) = withShared { shared in
                defer { shared.jobs.removeAll(keepingCapacity: true) }
                return (shared.jobs, shared.isStopping)
            }
            if batch.isEmpty && isStopping { return }
            for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
            // A job enqueued after this look at the queue has woken the context, so the iteration does not block.
            let mayBlock = withShared { $0.jobs.isEmpty && !$0.isStopping }
            unsafe g_main_context_iteration(context, mayBlock ? 1 : 0)
        }
    }
}
