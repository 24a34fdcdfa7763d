import CFprint
import Glibc
import Synchronization

/// A thread with a `GMainContext` of its own, for what GDBus reports; the default context is the sensor thread's, where
/// a comparison of fingerprints may take a second.
///
/// Jobs run in order of arrival, from the loop; nothing that runs here iterates the context itself.
@safe
final class BusExecutor: SerialExecutor {
    // Both are made in init and given back in deinit; in between they are only passed to functions of GLib that any
    // thread may call.
    private nonisolated(unsafe) let context: OpaquePointer
    private nonisolated(unsafe) let loop: OpaquePointer
    private let thread = Mutex<pthread_t?>(nil)

    /// Starts the thread.
    init() {
        unsafe context = g_main_context_new()
        unsafe loop = g_main_loop_new(context, 0)
        var thread = pthread_t()
        // The thread keeps the executor until it ends: the reference taken here is released there.
        let result = unsafe pthread_create(
            &thread, nil,
            { executor in
                guard let executor = unsafe executor else { return nil }
                unsafe Unmanaged<BusExecutor>.fromOpaque(executor).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(result == 0, "pthread_create")
        let started = thread
        self.thread.withLock { $0 = started }
    }

    deinit {
        unsafe g_main_loop_unref(loop)
        unsafe g_main_context_unref(context)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        attach { [unowned self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        precondition(isOwnThread, "not on the bus thread")
    }

    func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    /// Runs what is queued, ends the thread and waits for its end. A job enqueued later is never run.
    func shutdown() {
        precondition(!isOwnThread, "the bus thread cannot wait for itself")
        guard let thread = thread.withLock({ $0.take() }) else { return }
        // From inside the loop: a quit that comes before the loop runs is forgotten.
        attach { [unowned self] in unsafe g_main_loop_quit(loop) }
        pthread_join(thread, nil)
    }

    private var isOwnThread: Bool { unsafe g_main_context_is_owner(context) != 0 }

    private func run() {
        unsafe gate_name_thread("biogate-bus")
        unsafe g_main_context_push_thread_default(context)
        unsafe g_main_loop_run(loop)
        unsafe g_main_context_pop_thread_default(context)
    }

    /// Runs `body` once in the loop, after what was attached before.
    private func attach(_ body: @escaping () -> Void) {
        let source = unsafe g_idle_source_new()
        unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
        // The source keeps the box until it was dispatched.
        unsafe g_source_set_callback(
            source,
            { box in
                if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Box(body)).toOpaque(),
            { box in
                if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).release() }
            })
        unsafe g_source_attach(source, context)
        unsafe g_source_unref(source)
    }

    private final class Box {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }
}
