internal import CFprint
public import GateSystem

/// Timers on the sensor thread. They may fire in the middle of a job, since libfprint nests iterations.
extension MainContextExecutor: Timers {
    public func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let source = TimeoutSource(after: delay, body)
        return LoopTimer { source.cancel() }
    }
}

/// A `GSource` of the default main context.
@safe
private final class TimeoutSource: Sendable {
    // A source may be attached, destroyed and released on any thread; nothing else is done with it.
    private nonisolated(unsafe) let source: UnsafeMutablePointer<GSource>

    init(after delay: Duration, _ body: @escaping () -> Void) {
        let (seconds, attoseconds) = delay.components
        let milliseconds = guint(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        unsafe source = g_timeout_source_new(milliseconds)
        unsafe g_source_set_callback(
            source,
            { handler in
                unsafe SignalHandler.call(handler)
                // G_SOURCE_REMOVE.
                return 0
            }, SignalHandler(body).passRetained(), { handler in unsafe SignalHandler.release(handler, nil) })
        unsafe g_source_attach(source, g_main_context_default())
    }

    deinit {
        unsafe g_source_unref(source)
    }

    /// Does nothing after the timer has fired.
    func cancel() { unsafe g_source_destroy(source) }
}
