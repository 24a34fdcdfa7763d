public import GateModel

/// A consistent view of the keystore's data about a user.
public struct UserState: Sendable {
    /// Whether the fingerprint opens anything.
    public enum FingerprintSwitch: Hashable, Sendable {
        /// Never set; the first print turns it on.
        case unset
        case on, off
    }

    public let enrollmentID: EnrollmentID
    /// The prints with authentic records, in the order of enrolment.
    public let prints: [Print]
    /// The prints that may open items; the others are only verified through the face interface.
    public let vouchedPrints: [Print]
    public let fingerprintSwitch: FingerprintSwitch
    /// Whether the newest change of the prints is a loss in a reader's storage.
    public let printsVanished: Bool
    public let lastMatched: PrintID?
    public let pinSet: Bool
    /// All items, invalidated ones too.
    public let items: Int
    /// The answers so far; the key nil is the offer of no particular app.
    public let onboarding: [AppName?: Settings.Onboarding]
    /// The state last given to `savePolicy`.
    public let policy: [UInt8]?

    public init(
        enrollmentID: EnrollmentID, prints: [Print], fingerprintSwitch: FingerprintSwitch, printsVanished: Bool,
        lastMatched: PrintID?, pinSet: Bool, items: Int, onboarding: [AppName?: Settings.Onboarding], policy: [UInt8]?
    ) {
        self.enrollmentID = enrollmentID
        self.prints = prints
        // Computed once, since every status call needs them.
        vouchedPrints = prints.filter(\.vouched)
        self.fingerprintSwitch = fingerprintSwitch
        self.printsVanished = printsVanished
        self.lastMatched = lastMatched
        self.pinSet = pinSet
        self.items = items
        self.onboarding = onboarding
        self.policy = policy
    }

    /// Whether the user declined fingerprint unlocking before it was ever on; declining one app is not enough.
    public var isFingerprintDeclined: Bool {
        fingerprintSwitch == .unset && onboarding[nil] == .skipped
    }
}
