// The user's remaining time while a request is shown.

/// Uses the readings of a monotonic clock, which are passed in.
struct PromptTime: Hashable, Sendable {
    /// The last part of the time, in which more is offered, early enough to ask for it (WCAG 2.2, 2.2.1).
    private static let ending: Duration = .seconds(20)
    /// The last part of that, which is counted down.
    private static let counted: Duration = .seconds(10)
    /// When the time restarts, watchers receive the whole time again.
    private var userHasUntil: Duration?
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

    /// The time was extended as often as possible.
    mutating func extendNoMore() { isExtendable = false }

    /// The user's remaining seconds near the end, and whether they are counted down by then.
    func ending(at now: Duration) -> (seconds: Int, isCounted: Bool)? {
        guard let seconds = left(at: now).map(Self.seconds), .seconds(seconds) <= Self.ending else { return nil }
        return (seconds, .seconds(seconds) <= Self.counted)
    }

    /// How long the screen stays the same, including a pause; nil if it will not change.
    func unchanged(at now: Duration, pause: Duration?) -> Duration? {
        let untilNext = left(at: now).map { left in
            [Self.ending, Self.counted].first { left > $0 }.map { left - $0 } ?? Self.toNextSecond(left)
        }
        return [untilNext, pause.map(Self.toNextSecond)].compactMap(\.self).min()
    }

    private func left(at now: Duration) -> Duration? {
        userHasUntil.flatMap { $0 > now ? $0 - now : nil }
    }

    private static func toNextSecond(_ left: Duration) -> Duration {
        let fraction = left - .seconds(left.components.seconds)
        return fraction > .zero ? fraction : .seconds(1)
    }

    /// Whole ones, rounded up.
    static func seconds(_ left: Duration) -> Int {
        let whole = Int(left.components.seconds)
        return left > .seconds(whole) ? whole + 1 : whole
    }
}
