// What runs out while a request is shown: the user's time, and a pause in which nothing can be tried.

/// Both are counted by a clock that never goes back, whose readings are given.
struct PromptTime: Hashable, Sendable {
    /// Near the end the user is told, with enough time to ask for more (WCAG 2.2, 2.2.1).
    private static let warning: Duration = .seconds(20)
    /// Whoever watches is told of the whole time again when it is given anew.
    private var userHasUntil: Duration?
    private var pausedUntil: Duration?
    /// Whether more time would be given.
    private(set) var isExtendable = true

    /// The user has this time from now on; nil where nobody says. Whether it is more than it was.
    @discardableResult
    mutating func give(_ remaining: Duration?, at now: Duration) -> Bool {
        let before = userHasUntil
        userHasUntil = remaining.map { now + $0 }
        // What is told later than it was measured is no more time.
        guard let before, let userHasUntil else { return false }
        return userHasUntil - before > .milliseconds(500)
    }

    /// Nothing is tried before that long.
    mutating func pause(for time: Duration?, at now: Duration) { pausedUntil = time.map { now + $0 } }

    /// It was given as often as it is.
    mutating func extendNoMore() { isExtendable = false }

    /// The seconds that the user has left, where they are few.
    func secondsLeft(at now: Duration) -> Int? {
        Self.seconds(to: userHasUntil, at: now).flatMap { .seconds($0) > Self.warning ? nil : $0 }
    }

    /// The seconds until something can be tried again.
    func secondsPaused(at now: Duration) -> Int? { Self.seconds(to: pausedUntil, at: now) }

    /// How long a pause lasts.
    func pause(at now: Duration) -> Duration? { pausedUntil.flatMap { $0 > now ? $0 - now : nil } }

    /// How long nothing of it changes; nil where nothing will.
    func unchanged(at now: Duration) -> Duration? {
        let changes = [pausedUntil, userHasUntil].compactMap { end -> Duration? in
            guard let end, end > now else { return nil }
            return end - now
        }
        let next = changes.map { left in
            left > Self.warning && left == userHasUntil.map { $0 - now } ? left - Self.warning : Self.toNextSecond(left)
        }
        return next.min()
    }

    private static func toNextSecond(_ left: Duration) -> Duration {
        let fraction = left - .seconds(left.components.seconds)
        return fraction > .zero ? fraction : .seconds(1)
    }

    private static func seconds(to end: Duration?, at now: Duration) -> Int? {
        guard let end, end > now else { return nil }
        let left = end - now
        let whole = Int(left.components.seconds)
        return left > .seconds(whole) ? whole + 1 : whole
    }
}
