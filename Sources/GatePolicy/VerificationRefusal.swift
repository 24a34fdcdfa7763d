public import GateModel

/// Why a finger is not judged for a program that only verifies the user.
public enum VerificationRefusal: Error, Hashable, Sendable {
    /// Too many misses since the last match through this interface.
    case lockedOut
    /// Fingerprints are turned off for everybody.
    case administrator
    /// The machine goes to sleep.
    case suspending
    /// A login wants the PIN or the password first (`PasswordFirst`).
    case passwordFirst
}

/// How long a login by finger waits for a PIN or a password. The raw value is the configuration's.
public enum PasswordFirst: String, CaseIterable, Sendable {
    /// A finger logs in at any time, as with fprintd.
    case never
    /// Until one was given since the machine started.
    case boot
    /// Until one was given in the last 72 hours.
    case threeDays = "72h"
}

extension UserPolicy {
    /// The lockout of fingers for the face interface; nil if there is none.
    public func loginLockout(_ limits: PolicyLimits, at now: Moment) -> LoginLockout? {
        switch faceLockout.state(limits, at: now) {
        case .open: nil
        case .waiting(let remaining): LoginLockout(retryAfter: remaining)
        case .permanent: LoginLockout(retryAfter: nil)
        }
    }
}

extension UserSituation {
    /// Whether a finger does not log the user in until the PIN or the password is given.
    public func owesCredential(_ rule: PasswordFirst, at now: Moment) -> Bool {
        switch rule {
        case .never: false
        case .boot: !(policy.credentialAge?.isOfThisBoot(now) ?? false)
        case .threeDays: !(policy.credentialAge.map { $0.age(at: now) < LoginRequest.credentialMaximumAge } ?? false)
        }
    }

    /// Whether a scan that opens nothing, or its match, is refused; nil if not.
    ///
    /// Rules about opening items do not apply: fingerprint unlocking, the age of the last credential, the seat, and the
    /// items' lockout.
    public func verificationRefusal(at now: Moment) -> VerificationRefusal? {
        if policy.loginLockout(limits, at: now) != nil { return .lockedOut }
        if !facts.isAllowedByAdministrator { return .administrator }
        return facts.isSuspending ? .suspending : nil
    }
}
