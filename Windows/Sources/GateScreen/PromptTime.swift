// What runs out while a request is shown: the user's time.

/// It is counted by a clock that never goes back, whose readings are given.
struct PromptTime: Hashable, Sendable {
    /// Near the end the user is told, with enough time to ask for more (WCAG 2.2, 2.2.1).
    private static let warning: Duration = .seconds(20)
    /// Whoever watches is told of the whole time again when it is given anew.
    private var userHasUntil: Duration?
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

    /// It was given as often as it is.
    mutating func extendNoMore() { isExtendable = false }

    /// The seconds that the user has left, where they are few.
    func secondsLeft(at now: Duration) -> Int? {
        guard let left = left(at: now) else { return nil }
        let seconds = Self.seconds(left)
        return .seconds(seconds) > Self.warning ? nil : seconds
    }

    /// How long nothing of it, nor of a pause, changes on a screen; nil where nothing will.
    func unchanged(at now: Duration, pause: Duration?) -> Duration? {
        let untilWarned = left(at: now).map { $0 > Self.warning ? $0 - Self.warning : Self.toNextSecond($0) }
        return [untilWarned, pause.map(Self.toNextSecond)].compactMap(\.self).min()
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
