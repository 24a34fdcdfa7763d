public import GateModel

/// What the keystore knows of a user, in one consistent view.
public struct UserState: Sendable {
    /// Whether the fingerprint opens anything.
    public enum FingerprintSwitch: Hashable, Sendable {
        /// Never turned; the first print turns it on.
        case unset
        case on, off
    }

    public let enrollmentID: EnrollmentID
    /// The prints whose records are as they were written, in the order of enrolment.
    public let prints: [Print]
    /// Those of them that may open something: what nobody vouched for is only verified for the second interface.
    public let vouchedPrints: [Print]
    public let fingerprintSwitch: FingerprintSwitch
    /// The newest change of the prints was a reader's storage losing some.
    public let printsVanished: Bool
    public let lastMatched: PrintID?
    public let pinSet: Bool
    /// All items, invalidated ones too.
    public let items: Int
    /// The answers given so far; the key nil is the offer of no app in particular.
    public let onboarding: [AppName?: Settings.Onboarding]
    /// What was last given to `savePolicy`.
    public let policy: [UInt8]?

    public init(
        enrollmentID: EnrollmentID, prints: [Print], fingerprintSwitch: FingerprintSwitch, printsVanished: Bool,
        lastMatched: PrintID?, pinSet: Bool, items: Int, onboarding: [AppName?: Settings.Onboarding], policy: [UInt8]?
    ) {
        self.enrollmentID = enrollmentID
        self.prints = prints
        // Every status call asks for them.
        vouchedPrints = prints.filter(\.vouched)
        self.fingerprintSwitch = fingerprintSwitch
        self.printsVanished = printsVanished
        self.lastMatched = lastMatched
        self.pinSet = pinSet
        self.items = items
        self.onboarding = onboarding
        self.policy = policy
    }

    /// The user declined fingerprint unlocking before it was ever on; one app's "not now" is not that.
    public var isFingerprintDeclined: Bool {
        fingerprintSwitch == .unset && onboarding[nil] == .skipped
    }
}
