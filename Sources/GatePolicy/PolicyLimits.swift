/// The policy's numbers, all of them configuration.
public struct PolicyLimits: Hashable, Sendable {
    /// Good scans that do not match, in one call.
    public var attemptsPerCall = 3
    /// Misses in a row, over all calls, from which every further try has to wait.
    public var lockoutFreeFailures = 5
    /// The first wait; it doubles with every further miss.
    public var lockoutBaseDelay: Duration = .seconds(30)
    /// The longest wait.
    public var lockoutMaximumDelay: Duration = .seconds(3600)
    /// Misses in a row from which only the PIN or the password helps.
    public var lockoutPermanentAfter = 20
    /// Wrong PINs without a wait.
    public var credentialFreeFailures = 4
    /// The wait after the first wrong PIN that is not free.
    public var credentialBaseDelay: Duration = .seconds(30)
    /// Wrong PINs after which only the password helps.
    public var pinBlockedAfter = 20
    /// How long a finger alone counts after the last PIN or password; nil: for ever.
    public var credentialMaximumAge: Duration? = .seconds(72 * 3600)
    /// Whether the PIN or the password is wanted once after every boot.
    public var credentialAfterBoot = false

    public init() {}

    /// The longest that an authentication may be reused, whatever a call or an item says.
    public static let longestReuse: Duration = .seconds(300)

    /// Once a finger was seen, how long a call that ends waits for the reader's judgement of it.
    public static let judgementGrace: Duration = .seconds(3)
}
