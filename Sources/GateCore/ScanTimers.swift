import GatePolicy
import GateSystem

/// The time limits of one operation. Falling asleep ends the call, so no limit spans a sleep.
struct ScanTimers {
    /// Tells a limit apart from those before it, whose end may be in the inbox already.
    struct Number: Hashable, Sendable {
        fileprivate var value: UInt64 = 0
    }

    private let inbox: Inbox<RequestEvent>
    private let limit: Duration
    /// In enrolment the limit holds for each touch, else for the whole call.
    private let isPerTouch: Bool
    private let timers: any Timers
    /// Whether a touch was wanted since the time began.
    private(set) var isArmed = false
    private var current = Number()
    private var deadline: LoopTimer?
    private var grace: LoopTimer?
    private var farewell: LoopTimer?

    /// How long opening a reader may take on top of the limit, before it counts as waiting.
    private static let opening: Duration = .seconds(10)

    /// A reader that ends what it is told to end does so within milliseconds.
    private static let farewell: Duration = .seconds(1)

    init(
        inbox: Inbox<RequestEvent>, limit: Duration, isPerTouch: Bool, timers: any Timers
    ) {
        self.timers = timers
        self.inbox = inbox
        self.limit = limit
        self.isPerTouch = isPerTouch
    }

    /// Before an operation that has the whole time again.
    mutating func begin() {
        cancel()
        isArmed = false
    }

    mutating func operationStarted() {
        guard !isArmed else { return }
        start(limit + Self.opening)
    }

    /// The time of the user's that begins with it; nil where it runs already.
    mutating func touchWanted() -> Duration? {
        guard isPerTouch || !isArmed else { return nil }
        isArmed = true
        start(limit)
        return limit
    }

    /// The time begins anew, where it runs; that of the user's, nil where it is not the user who is waited for.
    mutating func restart() -> Duration? {
        guard deadline != nil else { return nil }
        start(isArmed ? limit : limit + Self.opening)
        return isArmed ? limit : nil
    }

    func isCurrent(_ number: Number) -> Bool { number == current && deadline != nil }

    /// The judgement of a finger that was seen may still come, for a moment.
    mutating func startGrace(_ length: Duration) {
        grace = timers.timer(after: length) { [inbox] in inbox.post(.graceOver) }
    }

    /// Gives a cancelled operation this long to end.
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
