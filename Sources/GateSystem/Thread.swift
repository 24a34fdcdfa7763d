package import Glibc

/// Runs `body` on its own thread: code that blocks must not run in the concurrency pool.
package func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    let context = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    // The thread takes over the reference retained for it.
    let result = unsafe pthread_create(
        &thread, nil,
        { context in
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, context.toOpaque())
    // A process that cannot start a thread cannot go on.
    precondition(result == 0, "no thread")
    return thread
}

/// Runs blocking code without holding a thread of the concurrency pool.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    // The thread resumes it exactly once, and nothing else has it. It is often resumed before it is awaited, which
    // ThreadSanitizer understands only of this kind.
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
