// Runs the main actor's tasks without Swift's pool: the pool's first thread would start a watch that wakes the process
// every second from then on.

internal import CAdwaita
internal import Dispatch

extension MainLoop {
    /// Starts a task that returns to the main thread by itself, whatever resumes it, and never through the pool.
    @discardableResult
    public static func task(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: MainQueue.shared) { await body() }
    }

    /// Waits on GLib's loop, to the end even if the task is cancelled. Replaces `Task.sleep`, which uses a thread of
    /// the pool.
    public static func sleep(for delay: Duration) async {
        let (seconds, attoseconds) = delay.components
        let milliseconds = guint(clamping: min(seconds, Int64(guint.max)) * 1000 + attoseconds / 1_000_000_000_000_000)
        await withCheckedContinuation { continuation in
            let alarm = unsafe Unmanaged.passRetained(Alarm(continuation))
            // The source is called once, and takes over the retained reference.
            _ = unsafe g_timeout_add(
                milliseconds,
                { alarm in
                    guard let alarm = unsafe alarm else { return 0 }
                    unsafe Unmanaged<Alarm>.fromOpaque(alarm).takeRetainedValue().continuation.resume()
                    return 0
                }, unsafe alarm.toOpaque())
        }
    }
}

/// The main thread, for tasks.
nonisolated private final class MainQueue: TaskExecutor {
    static let shared = MainQueue()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The job is run once, and not used afterwards.
        DispatchQueue.main.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

nonisolated private final class Alarm: Sendable {
    let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
}
