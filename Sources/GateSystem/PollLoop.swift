internal import CGateShims
internal import Glibc
internal import Synchronization

/// A descriptor that a `PollLoop` watches.
///
/// Everything here is called on the loop, where it must not block.
package protocol PollSource: AnyObject {
    /// Fixed while it is watched.
    var descriptor: Int32 { get }
    /// The events to wait for: `POLLIN`, `POLLOUT`.
    var events: Int16 { get }
    /// When to call `ready` without an event, in microseconds of `CLOCK_MONOTONIC`; nil: never.
    var deadline: UInt64? { get }

    /// Something has happened on the descriptor, or the deadline is over.
    func ready(_ events: Int16)
}

/// A thread that runs jobs and watches descriptors (poll(2)).
///
/// Jobs run in order of arrival, between two looks at the descriptors. What they write to a watched descriptor leaves
/// without another thread.
@safe
package final class PollLoop: SerialExecutor, TaskExecutor {
    private let thread = LoopThread()
    /// Other threads that have a job add to it.
    private let bell: SharedSum
    /// The loop's own thread; 0 before it runs.
    private let own = Atomic<UInt>(0)
    // Only the loop's own thread touches it, which `watch` and `forget` check.
    private nonisolated(unsafe) var sources: [any PollSource] = []

    /// Starts the thread, with this name in lists of threads.
    package init(named name: String) {
        // A process without descriptors cannot go on.
        guard let bell = try? SharedSum() else { preconditionFailure("no descriptor") }
        self.bell = bell
        // The thread keeps the loop until it ends.
        thread.start { self.run(name) }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        thread.enqueue(job)
        if !isOwnThread { bell.add(1) }
    }

    package func checkIsolated() {
        precondition(isOwnThread, "not on the loop's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    /// Runs the queued jobs, ends the thread and waits for that. Later jobs never run.
    package func shutdown() {
        precondition(!isOwnThread, "the loop cannot wait for itself")
        thread.stop { bell.add(1) }
    }

    /// Starts a task on the loop: at once if this is called there, or else after the jobs before it.
    package func begin(_ body: @escaping @Sendable () async -> Void) {
        if isOwnThread {
            Task.immediate(executorPreference: self) { await body() }
        } else {
            Task(executorPreference: self) { await body() }
        }
    }

    /// Watches a source until `forget`. On the loop only.
    package func watch(_ source: any PollSource) {
        checkIsolated()
        unsafe sources.append(source)
    }

    package func forget(_ source: any PollSource) {
        checkIsolated()
        unsafe sources.removeAll { $0 === source }
    }

    private var isOwnThread: Bool { own.load(ordering: .acquiring) == pthread_self() }

    private func run(_ name: String) {
        unsafe gate_name_thread(name)
        own.store(pthread_self(), ordering: .releasing)
        thread.run(on: self) { mayBlock in look(mayBlock) }
        unsafe sources = []
    }

    /// Looks at all descriptors once, and tells the sources what has happened.
    private func look(_ mayBlock: Bool) {
        let watched = unsafe sources
        var places = [pollfd(fd: bell.descriptor.number, events: Int16(POLLIN), revents: 0)]
        var first: UInt64?
        for source in watched {
            places.append(pollfd(fd: source.descriptor, events: source.events, revents: 0))
            if let deadline = source.deadline { first = min(first ?? .max, deadline) }
        }
        // The places are a local that lives during the call. Rounded up, so that a deadline is over afterwards.
        let count = unsafe poll(&places, nfds_t(places.count), mayBlock ? Self.milliseconds(until: first) : 0)
        guard count >= 0 else { return }
        if places[0].revents != 0 { _ = bell.take() }
        let now = first == nil ? 0 : Self.now
        for (index, source) in watched.enumerated() {
            let events = places[index + 1].revents
            guard events != 0 || (source.deadline ?? .max) <= now else { continue }
            // A source before it may have ended this one.
            if unsafe sources.contains(where: { $0 === source }) { source.ready(events) }
        }
    }

    /// -1 for ever.
    private static func milliseconds(until deadline: UInt64?) -> Int32 {
        guard let deadline else { return -1 }
        let now = now
        return deadline > now ? Int32(clamping: (deadline - now + 999) / 1000) : 0
    }

    /// A source's deadline after this time.
    package static func deadline(in time: Duration) -> UInt64 {
        now + UInt64(max(0, time / .microseconds(1)))
    }

    /// Microseconds of `CLOCK_MONOTONIC`.
    package static var now: UInt64 {
        var time = timespec()
        // Fails for no clock that exists.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
