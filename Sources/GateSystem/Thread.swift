package import Glibc

/// Runs `body` on a thread of its own, for what waits in the kernel: none of the concurrency pool's may.
package func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    let context = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    // The thread takes over the reference that was retained for it.
    let result = unsafe pthread_create(
        &thread, nil,
        { context in
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, context.toOpaque())
    // A process that cannot have a second thread has no way to go on.
    precondition(result == 0, "no thread")
    return thread
}

/// Waits for what waits in the kernel, without holding a thread of the concurrency pool.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    // Resumed once: nothing else is done by the thread, and nobody else has it. It is often resumed before it is awaited,
    // which ThreadSanitizer understands of this kind alone.
    await unsafe withUnsafeContinuation { continuation in
        let thread = startThread { unsafe continuation.resume(returning: body()) }
        pthread_detach(thread)
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
