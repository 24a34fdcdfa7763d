import CGio
import Glibc

/// A thread that iterates a `GMainContext` of its own, for as long as the process lasts: what GDBus reports, and
/// signals, arrive there.
@safe
final class LoopThread: Sendable {
    // Made in init and never given back: only functions that any thread may call are given it.
    private nonisolated(unsafe) let context: OpaquePointer

    init() {
        unsafe context = g_main_context_new()
        var thread = pthread_t()
        // The thread takes over the reference that was retained for it.
        let result = unsafe pthread_create(
            &thread, nil,
            { loop in
                guard let loop = unsafe loop else { return nil }
                unsafe Unmanaged<LoopThread>.fromOpaque(loop).takeRetainedValue().iterate()
            }, Unmanaged.passRetained(self).toOpaque())
        // A process that cannot have a second thread has no way to go on.
        precondition(result == 0, "no thread")
        pthread_detach(thread)
    }

    private func iterate() -> Never {
        unsafe g_main_context_push_thread_default(context)
        while true { _ = unsafe g_main_context_iteration(context, 1) }
    }

    /// Runs `body` on the thread, behind what was given to it before.
    func run(_ body: @escaping @Sendable () -> Void) {
        // The context keeps the box until it has called it.
        unsafe g_main_context_invoke_full(
            context, G_PRIORITY_DEFAULT,
            { box in
                if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Box(body)).toOpaque(), Box.release)
    }

    /// Calls `body` on the thread whenever the process is sent the signal, which then does nothing else.
    func onSignal(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
        let source = unsafe g_unix_signal_source_new(number)
        // The source keeps the box for as long as it lives.
        unsafe g_source_set_callback(
            source,
            { box in
                if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body() }
                return 1
            }, Unmanaged.passRetained(Box(body)).toOpaque(), Box.release)
        unsafe g_source_attach(source, context)
        unsafe g_source_unref(source)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        static let release: GDestroyNotify = { box in
            if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).release() }
        }
    }
}
