public import GateModel
public import GateSystem
import Glibc

/// A loop that stands still until a test runs it: the executor of the daemon's actors, their timers and their clock.
///
/// Everything happens on the one thread that runs it, in order of arrival, so a schedule repeats exactly.
public final class ManualLoop: Loop, SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// Whether other jobs run between a task's leaving its actor and the job that it left for: an actor's executor may
    /// not serve tasks, as NIO's does not.
    private let isInterleaving: Bool
    // Unchecked: it never leaves its test's thread, which only the test can ensure.
    private struct Timer {
        let number: UInt64
        let at: Duration
        let body: @Sendable () -> Void
    }

    private let owner = pthread_self()
    private var jobs: [(job: UnownedJob, isPlain: Bool)] = []
    private var plain: PlainExecutor?
    private var next = 0
    private var timers: [Timer] = []
    private var lastTimer: UInt64 = 0
    /// Time since the boot.
    public private(set) var now: Duration
    private let boot: BootID

    public init(at now: Duration = .seconds(1000), boot: String = "boot", isInterleaving: Bool = false) {
        self.now = now
        self.boot = BootID(rawValue: boot)
        self.isInterleaving = isInterleaving
        plain = isInterleaving ? PlainExecutor(loop: self) : nil
    }

    /// The executor of actors on an interleaving loop.
    private final class PlainExecutor: SerialExecutor {
        private unowned let loop: ManualLoop

        init(loop: ManualLoop) { self.loop = loop }

        func enqueue(_ job: consuming ExecutorJob) { loop.append(job, isPlain: true) }

        func checkIsolated() {}

        func isIsolatingCurrentContext() -> Bool? { true }
    }

    public func enqueue(_ job: consuming ExecutorJob) { append(job, isPlain: false) }

    private func append(_ job: consuming ExecutorJob, isPlain: Bool) {
        // A job from elsewhere means that something left the loop and returned at an unpredictable time.
        precondition(pthread_equal(owner, pthread_self()) != 0, "something of the daemon ran on another thread")
        jobs.append((UnownedJob(job), isPlain))
    }

    public var executor: any SerialExecutor { plain ?? self }

    public var taskExecutor: any TaskExecutor { self }

    public func checkIsolated() {}

    public func isIsolatingCurrentContext() -> Bool? { true }

    public func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        lastTimer += 1
        let number = lastTimer
        timers.append(Timer(number: number, at: now + delay, body: body))
        return LoopTimer { self.timers.removeAll { $0.number == number } }
    }

    /// Runs everything that can run without time going on.
    public func drain() {
        while step() {}
    }

    /// Runs the oldest job; false if there is none.
    @discardableResult
    public func step() -> Bool {
        guard next < jobs.count else {
            jobs.removeAll(keepingCapacity: true)
            next = 0
            return false
        }
        let (job, isPlain) = jobs[next]
        next += 1
        if isPlain, let plain {
            job.runSynchronously(on: plain.asUnownedSerialExecutor())
        } else {
            job.runSynchronously(
                isolatedTo: executor.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        return true
    }

    /// Lets time go on, timer by timer.
    public func advance(by length: Duration) {
        let end = now + length
        drain()
        while let due = timers.filter({ $0.at <= end }).min(by: { ($0.at, $0.number) < ($1.at, $1.number) }) {
            timers.removeAll { $0.number == due.number }
            now = max(now, due.at)
            due.body()
            drain()
        }
        now = end
    }

    /// Whether nothing is left to run, now or later.
    public var isEmpty: Bool { jobs.isEmpty && timers.isEmpty }

    public var moment: Moment {
        Moment(
            boot: boot, sinceBoot: now,
            wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000 + now.components.seconds * 1000))
    }
}
