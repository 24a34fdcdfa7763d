// The times that run out while a request is shown: the user's, and a pause in which nothing can be tried.

/// Both use readings of a monotonic clock.
struct PromptTime: Hashable, Sendable {
    /// Near the end the user is warned, with enough time to ask for more (WCAG 2.2, 2.2.1).
    private static let warning: Duration = .seconds(20)
    /// When the time restarts, watchers receive the whole time again.
    private var userHasUntil: Duration?
    private var pausedUntil: Duration?
    /// Whether more time is available.
    private(set) var isExtendable = true

    /// The user's remaining time from now on; nil if it is unknown. Returns whether it is more than before.
    @discardableResult
    mutating func give(_ remaining: Duration?, at now: Duration) -> Bool {
        let before = userHasUntil
        userHasUntil = remaining.map { now + $0 }
        // A late report is not more time.
        guard let before, let userHasUntil else { return false }
        return userHasUntil - before > .milliseconds(500)
    }

    /// Nothing can be tried for this long.
    mutating func pause(for time: Duration?, at now: Duration) { pausedUntil = time.map { now + $0 } }

    /// The time was extended as often as possible.
    mutating func extendNoMore() { isExtendable = false }

    /// The user's remaining seconds, if they are few.
    func secondsLeft(at now: Duration) -> Int? {
        Self.seconds(to: userHasUntil, at: now).flatMap { .seconds($0) > Self.warning ? nil : $0 }
    }

    /// The seconds until something can be tried again.
    func secondsPaused(at now: Duration) -> Int? { Self.seconds(to: pausedUntil, at: now) }

    /// The remaining pause.
    func pause(at now: Duration) -> Duration? { pausedUntil.flatMap { $0 > now ? $0 - now : nil } }

    /// How long nothing here changes; nil for ever.
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
