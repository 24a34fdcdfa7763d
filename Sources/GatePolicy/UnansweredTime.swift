/// The time for which a user's calls have armed a reader without a touch. Times are since boot.
///
/// libfprint refuses a reader that was armed for some four minutes as too hot, also to a login. So the calls of a user
/// may arm it for two, of which a fifth of all other time is given back; a call that has just come may use half a minute
/// more.
public struct UnansweredTime: Hashable, Sendable {
    private var spent: Duration
    private var countedAt: Duration

    private static let limit: Duration = .seconds(125)
    private static let limitOfNewCalls: Duration = .seconds(150)
    private static let recovery = 5

    public init(at now: Duration) {
        (spent, countedAt) = (.zero, now)
    }

    /// Adds an arming without a touch that has ended now.
    public mutating func add(_ armed: Duration, at now: Duration) {
        spent = spent(at: now - armed) + armed
        countedAt = now
    }

    private func spent(at now: Duration) -> Duration {
        max(.zero, spent - max(.zero, now - countedAt) / Self.recovery)
    }

    public func isSpent(at now: Duration) -> Bool { spent(at: now) > .zero }

    /// How long a call may arm the reader from now on.
    public func left(isNewCall: Bool, at now: Duration) -> Duration {
        max(.zero, (isNewCall ? Self.limitOfNewCalls : Self.limit) - spent(at: now))
    }

    /// How long it takes until a new call may arm the reader for `wanted`.
    public func wait(for wanted: Duration, at now: Duration) -> Duration {
        max(.zero, wanted - left(isNewCall: true, at: now)) * Self.recovery
    }
}
