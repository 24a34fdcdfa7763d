/// Why an existing reader cannot be used at present; the raw value is the contract's name.
public enum HardwareReason: String, CaseIterable, Sendable {
    case busy, inUse, suspended, overheated, disconnected, faulted, notInteractive, administrator
}

/// Why the PIN or the password is required before a finger counts again; the raw value is the contract's name.
public enum CredentialReason: String, CaseIterable, Sendable {
    case attempts, credentialAge, boot
}

/// Whether a fingerprint can be requested now.
public enum Availability: Hashable, Sendable {
    case available
    case noHardware
    case hardwareUnavailable(HardwareReason, retryAfter: Duration?)
    case notEnrolled(printsVanished: Bool)
    case disabled
    case lockout(retryAfter: Duration)
    case lockoutPermanent(CredentialReason)
}

/// The lockout of programs that ask through fprintd's interface (logins, sudo, lock screens), after too many misses.
///
/// They have their own count of misses. The PIN or the password ends the lockout.
public struct LoginLockout: Hashable, Sendable {
    /// The remaining time; nil if only the PIN or the password ends it.
    public let retryAfter: Duration?

    public init(retryAfter: Duration?) {
        self.retryAfter = retryAfter
    }
}

/// The text for people: the problem and the one next step.
public struct Guidance: Hashable, Sendable {
    /// The one next step; the raw value is the contract's name.
    public enum Action: String, CaseIterable, Sendable {
        case none, useFingerprint, usePIN, usePassword, enroll, enable, connectReader, wait, retry, signInAgain
    }

    public let title: String
    public let body: String
    public let action: Action
    /// The label of a button for the action; empty without an action.
    public let actionLabel: String
    /// The step as a command for a terminal.
    public let command: String?
    /// BCP 47 tag of the texts.
    public let locale: String

    public init(title: String, body: String, action: Action, actionLabel: String, command: String?, locale: String) {
        self.title = title
        self.body = body
        self.action = action
        self.actionLabel = actionLabel
        self.command = command
        self.locale = locale
    }
}

/// A user's switches and counts.
public struct Settings: Hashable, Sendable {
    /// The answer to an app's offer; the raw value is the contract's name.
    public enum Onboarding: String, CaseIterable, Sendable { case pending, accepted, skipped }

    /// The biometric method in use; the raw value is the contract's name.
    public enum Method: String, CaseIterable, Sendable { case none, fingerprint }

    public let fingerprintEnabled: Bool
    public let method: Method
    public let onboarding: Onboarding
    public let pinSet: Bool
    public let passwordAvailable: Bool
    public let enrolledPrints: Int
    public let items: Int

    public init(
        fingerprintEnabled: Bool, method: Method, onboarding: Onboarding, pinSet: Bool, passwordAvailable: Bool,
        enrolledPrints: Int, items: Int
    ) {
        self.fingerprintEnabled = fingerprintEnabled
        self.method = method
        self.onboarding = onboarding
        self.pinSet = pinSet
        self.passwordAvailable = passwordAvailable
        self.enrolledPrints = enrolledPrints
        self.items = items
    }
}
