/// The limits on this machine that a program may want to know before it asks; the same for every user.
public struct Limits: Hashable, Sendable {
    /// The misses after which one call ends.
    public let attemptsPerCall: Int
    /// How long a reader is armed for a call that sets no time-out; whole seconds.
    public let timeout: Duration
    /// The fewest digits of a new PIN.
    public let pinMinimumLength: Int
    /// Includes prints that are not vouched for.
    public let printsPerUser: Int
    /// Includes invalidated items.
    public let itemsPerUser: Int

    public init(
        attemptsPerCall: Int, timeout: Duration, pinMinimumLength: Int, printsPerUser: Int, itemsPerUser: Int
    ) {
        self.attemptsPerCall = attemptsPerCall
        self.timeout = timeout
        self.pinMinimumLength = pinMinimumLength
        self.printsPerUser = printsPerUser
        self.itemsPerUser = itemsPerUser
    }
}
