/// The policy's configured limits.
public struct PolicyLimits: Hashable, Sendable {
    /// Good scans without a match in one call.
    public var attemptsPerCall = 3
    /// Misses in a row, over all calls, after which every further try has to wait.
    public var lockoutFreeFailures = 5
    /// The first wait; it doubles with every further miss.
    public var lockoutBaseDelay: Duration = .seconds(30)
    /// The longest wait.
    public var lockoutMaximumDelay: Duration = .seconds(3600)
    /// Misses in a row after which only the PIN or the password helps.
    public var lockoutPermanentAfter = 20
    /// Wrong PINs without a wait.
    public var credentialFreeFailures = 4
    /// The wait after the first wrong PIN that is not free.
    public var credentialBaseDelay: Duration = .seconds(30)
    /// Wrong PINs after which only the password helps.
    public var pinBlockedAfter = 20
    /// How long a finger alone suffices after the last PIN or password; nil: forever.
    public var credentialMaximumAge: Duration? = .seconds(72 * 3600)
    /// Whether the PIN or the password is required once after every boot.
    public var credentialAfterBoot = false

    public init() {}

    /// The largest age of a reused authentication, whatever a call or an item allows.
    public static let longestReuse: Duration = .seconds(300)

    /// How long a call that ends awaits the judgement of a finger that was seen.
    public static let judgementGrace: Duration = .seconds(3)
}
