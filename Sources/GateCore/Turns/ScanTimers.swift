import GatePolicy
import GateSystem

/// The time limits of one operation. The machine's sleep ends the call, so no limit spans a sleep.
struct ScanTimers {
    /// Tells a limit apart from earlier ones, whose events may still be in the inbox.
    struct Number: Hashable, Sendable {
        fileprivate var value: UInt64 = 0
    }

    private let inbox: Inbox<CallEvent>
    private let limit: Duration
    /// Whether the limit applies to each touch, as in an enrolment, or to the whole call.
    private let isPerTouch: Bool
    private let timers: any Timers
    /// Whether a touch was wanted since the time began.
    private(set) var isArmed = false
    private var current = Number()
    /// The rest of the limit of a call that gave way before.
    private var rest: Duration?
    /// How long the call keeps the reader without a touch once a newer call of its user waits; nil for no end.
    private let patience: Duration?
    private var touches = Number()
    private var unanswered: LoopTimer?
    private var spent: LoopTimer?
    private var quiet: LoopTimer?
    private var deadline: LoopTimer?
    private var grace: LoopTimer?
    private var farewell: LoopTimer?
    private var match: LoopTimer?

    /// How long opening a reader may take on top of the limit.
    private static let opening: Duration = .seconds(10)

    /// How long a cancelled operation may take to end. A working reader ends it within milliseconds.
    private static let farewell: Duration = .seconds(1)

    init(
        inbox: Inbox<CallEvent>, limit: Duration, isPerTouch: Bool, patience: Duration? = nil, timers: any Timers
    ) {
        self.patience = patience
        self.timers = timers
        self.inbox = inbox
        self.limit = limit
        self.isPerTouch = isPerTouch
    }

    /// Resets the limits, so that the next operation has the whole time, or the `rest` of it.
    mutating func begin(withRest rest: Duration? = nil) {
        cancel()
        isArmed = false
        self.rest = rest
    }

    mutating func operationStarted() {
        guard !isArmed else { return }
        start(limit + Self.opening)
    }

    /// The reader waits for a touch. Returns the user's time, if it starts now; nil if it was running.
    mutating func touchWanted() -> Duration? {
        guard isPerTouch || !isArmed else { return nil }
        isArmed = true
        let length = rest.take() ?? limit
        start(length)
        awaitTouch()
        return length
    }

    /// Begins the time without a touch.
    mutating func awaitTouch() {
        touches.value += 1
        unanswered = patience.map {
            timers.timer(after: $0) { [inbox, touches] in inbox.post(.unanswered(touches)) }
        }
    }

    /// A finger was seen, so the reader is not armed in vain.
    mutating func touched() {
        touches.value += 1
        unanswered = nil
        spent = nil
    }

    func isUnanswered(_ number: Number) -> Bool { number == touches && unanswered != nil }

    /// Ends the arming after this time without a touch, because the reader gets warm.
    mutating func endArming(after left: Duration) {
        spent = timers.timer(after: left) { [inbox] in inbox.post(.spent) }
    }

    /// Begins the time in which no finger may be seen before the call's prompt counts.
    mutating func startQuiet(_ length: Duration) {
        quiet = timers.timer(after: length) { [inbox] in inbox.post(.quiet) }
    }

    /// Restarts the running time. Returns the user's time; nil if the call does not wait for its user.
    mutating func restart() -> Duration? {
        guard deadline != nil else { return nil }
        start(isArmed ? limit : limit + Self.opening)
        if isArmed { awaitTouch() }
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

    /// Begins the time in which a match beside a password can be taken.
    mutating func startMatch(_ length: Duration) {
        match = timers.timer(after: length) { [inbox] in inbox.post(.matchOver) }
    }

    mutating func cancel() {
        match = nil
        deadline = nil
        unanswered = nil
        spent = nil
        quiet = nil
        grace = nil
        farewell = nil
    }

    private mutating func start(_ length: Duration) {
        current.value += 1
        deadline = timers.timer(after: length) { [inbox, current] in inbox.post(.deadline(current)) }
    }
}
