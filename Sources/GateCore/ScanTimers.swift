import GatePolicy
import GateSystem

/// The time limits of one operation. The machine's sleep ends the call, so no limit spans a sleep.
struct ScanTimers {
    /// Tells a limit apart from earlier ones, whose events may still be in the inbox.
    struct Number: Hashable, Sendable {
        fileprivate var value: UInt64 = 0
    }

    private let inbox: Inbox<RequestEvent>
    private let limit: Duration
    /// Whether the limit applies to each touch, as in an enrolment, or to the whole call.
    private let isPerTouch: Bool
    private let timers: any Timers
    /// Whether a touch was wanted since the time began.
    private(set) var isArmed = false
    private var current = Number()
    private var deadline: LoopTimer?
    private var grace: LoopTimer?
    private var farewell: LoopTimer?

    /// How long opening a reader may take on top of the limit.
    private static let opening: Duration = .seconds(10)

    /// How long a cancelled operation may take to end. A working reader ends it within milliseconds.
    private static let farewell: Duration = .seconds(1)

    init(
        inbox: Inbox<RequestEvent>, limit: Duration, isPerTouch: Bool, timers: any Timers
    ) {
        self.timers = timers
        self.inbox = inbox
        self.limit = limit
        self.isPerTouch = isPerTouch
    }

    /// Resets the limits, so that the next operation has the whole time.
    mutating func begin() {
        cancel()
        isArmed = false
    }

    mutating func operationStarted() {
        guard !isArmed else { return }
        start(limit + Self.opening)
    }

    /// The reader waits for a touch. Returns the user's time, if it starts now; nil if it was running.
    mutating func touchWanted() -> Duration? {
        guard isPerTouch || !isArmed else { return nil }
        isArmed = true
        start(limit)
        return limit
    }

    /// Restarts the running time. Returns the user's time; nil if the call does not wait for its user.
    mutating func restart() -> Duration? {
        guard deadline != nil else { return nil }
        start(isArmed ? limit : limit + Self.opening)
        return isArmed ? limit : nil
    }

    func isCurrent(_ number: Number) -> Bool { number == current && deadline != nil }

    /// Waits this long for the judgement of a finger that was seen.
    mutating func startGrace(_ length: Duration) {
        grace = timers.timer(after: length) { [inbox] in inbox.post(.graceOver) }
    }

    /// Gives a cancelled operation a second to end.
    mutating func startFarewell() {
        farewell = timers.timer(after: Self.farewell) { [inbox] in inbox.post(.abandoned) }
    }

    mutating func cancel() {
        deadline = nil
        grace = nil
        farewell = nil
    }

    private mutating func start(_ length: Duration) {
        current.value += 1
        deadline = timers.timer(after: length) { [inbox, current] in inbox.post(.deadline(current)) }
    }
}
