public import GateModel

/// Why a finger is not judged for a program that only wants to know whether it is the user's.
public enum VerificationRefusal: Error, Hashable, Sendable {
    /// There were too many misses since the last match here.
    case lockedOut
    /// Fingerprints are turned off for everybody.
    case administrator
    /// The machine goes to sleep.
    case suspending
}

extension UserPolicy {
    /// The lockout of fingers at the second interface; nil where there is none.
    public func loginLockout(_ limits: PolicyLimits, at now: Moment) -> LoginLockout? {
        switch faceLockout.state(limits, at: now) {
        case .open: nil
        case .waiting(let remaining): LoginLockout(retryAfter: remaining)
        case .permanent: LoginLockout(retryAfter: nil)
        }
    }
}

extension UserSituation {
    /// Whether a scan that opens nothing is refused, or a match of one that was made; nil where it is not.
    ///
    /// What the owner of items decides about their opening has no say: whether fingerprint unlocking is on, the age of the
    /// last credential, who is in front of the machine, and the lockout of items.
    public func verificationRefusal(at now: Moment) -> VerificationRefusal? {
        if policy.loginLockout(limits, at: now) != nil { return .lockedOut }
        if !facts.isAllowedByAdministrator { return .administrator }
        return facts.isSuspending ? .suspending : nil
    }
}
