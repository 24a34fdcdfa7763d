internal import CFprint

/// A call that is to come on the sensor thread, from the default main context; to be made and cancelled there.
///
/// A `Task` that sleeps would wake up two other threads, and again when it is cancelled.
final class Timeout {
    private var source: guint = 0
    private let body: () -> Void

    /// - Parameter body: may run in the middle of a job, where libfprint nests iterations.
    init(after delay: Duration, _ body: @escaping () -> Void) {
        self.body = body
        let (seconds, attoseconds) = delay.components
        let milliseconds = guint(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        source = unsafe g_timeout_add_full(
            G_PRIORITY_DEFAULT, milliseconds,
            { timeout in
                guard let timeout = unsafe timeout else { return 0 }
                unsafe Unmanaged<Timeout>.fromOpaque(timeout).takeUnretainedValue().ring()
                // G_SOURCE_REMOVE.
                return 0
            }, Unmanaged.passRetained(self).toOpaque(),
            // The source keeps the timeout until it is removed.
            { timeout in
                guard let timeout = unsafe timeout else { return }
                unsafe Unmanaged<Timeout>.fromOpaque(timeout).release()
            })
    }

    private func ring() {
        source = 0
        body()
    }

    /// Does nothing once the call has come.
    func cancel() {
        guard source != 0 else { return }
        g_source_remove(source)
        source = 0
    }
}
