public import GateModel

/// The policy's memory of a user; stored, and changed only by events.
public struct UserPolicy: Hashable, Sendable {
    /// Misses that lock fingers for items.
    public internal(set) var lockout: Lockout
    /// Misses that lock fingers for the face interface, through which logins ask. Never more than those for items: each
    /// miss counts in both, and a match that clears the items' count clears this one, too.
    public internal(set) var faceLockout: Lockout
    public internal(set) var pin: CredentialThrottle
    public internal(set) var password: CredentialThrottle
    /// Nil before the first PIN or password.
    public internal(set) var credentialAge: CredentialAge?

    public init() {
        lockout = Lockout()
        faceLockout = Lockout()
        pin = CredentialThrottle()
        password = CredentialThrottle()
        credentialAge = nil
    }

    /// Counts a good scan without a match, or an armed scan that ended without a judgement after a finger was seen.
    /// Counts for items and for the face interface, whichever asked for the finger.
    public mutating func scanMissed(at now: Moment) {
        lockout.missed(at: now)
        faceLockout.missed(at: now)
    }

    /// A print of the user matched: clears the counts below their permanent marks.
    ///
    /// - Parameter isVouched: whether the print may open items. Another print was added without the PIN or the
    ///   password: it clears only the face interface's count, so that it allows no more guesses at items.
    public mutating func scanMatched(isVouched: Bool, _ limits: PolicyLimits) {
        faceLockout.matched(limits)
        if isVouched { lockout.matched(limits) }
    }

    /// Counts a credential as wrong before it is compared.
    public mutating func credentialTried(_ credential: CredentialKind, at now: Moment) {
        switch credential {
        case .pin: pin.tried(at: now)
        case .password: password.tried(at: now)
        }
    }

    /// Takes back `credentialTried`, since no comparison followed.
    public mutating func credentialNotCompared(_ credential: CredentialKind, restoring before: UserPolicy) {
        switch credential {
        case .pin: pin.notCompared(restoring: before.pin)
        case .password: password.notCompared(restoring: before.password)
        }
    }

    /// A right credential clears both counts of misses and its own count; the password also unblocks the PIN.
    public mutating func credentialGiven(_ credential: CredentialKind, at now: Moment) {
        lockout.credentialGiven()
        faceLockout.credentialGiven()
        credentialAge = CredentialAge(givenAt: now)
        switch credential {
        case .pin: pin.given()
        case .password:
            password.given()
            pin.given()
        }
    }

    /// Restores from disk: waits of another boot start again.
    public mutating func resume(at now: Moment) {
        lockout.resume(at: now)
        faceLockout.resume(at: now)
        pin.resume(at: now)
        password.resume(at: now)
        credentialAge?.resume(at: now)
    }

    /// Whether the credential may be tried now.
    public func throttle(_ credential: CredentialKind, _ limits: PolicyLimits, at now: Moment)
        -> CredentialThrottle.State
    {
        switch credential {
        case .pin: pin.state(limits, blockedAfter: limits.pinBlockedAfter, at: now)
        case .password: password.state(limits, blockedAfter: nil, at: now)
        }
    }

    /// How many more failures are allowed before a wait or a block; nil if neither can follow.
    public func attemptsRemaining(_ credential: CredentialKind, _ limits: PolicyLimits) -> Int? {
        switch credential {
        case .pin: pin.attemptsRemaining(limits, blockedAfter: limits.pinBlockedAfter)
        case .password: password.attemptsRemaining(limits, blockedAfter: nil)
        }
    }

    /// Why a finger does not count until the PIN or the password is given; nil if it does.
    public func credentialNeeded(_ limits: PolicyLimits, at now: Moment) -> CredentialReason? {
        if case .permanent = lockout.state(limits, at: now) { return .attempts }
        if limits.credentialAfterBoot, credentialAge.map({ !$0.isOfThisBoot(now) }) ?? true { return .boot }
        guard let maximum = limits.credentialMaximumAge else { return nil }
        // Without a recorded credential, no age can be measured, and no finger was ever vouched for.
        return credentialAge.map { $0.age(at: now) < maximum } ?? false ? nil : .credentialAge
    }
}

extension UserPolicy {
    /// The time until the credential is too old; nil if it is already, or never will be.
    public func credentialAgesIn(_ limits: PolicyLimits, at now: Moment) -> Duration? {
        guard let maximum = limits.credentialMaximumAge, let age = credentialAge?.age(at: now), age < maximum else {
            return nil
        }
        return maximum - age
    }
}

/// The kinds of credential: the factors that a person types.
public enum CredentialKind: String, CaseIterable, Sendable {
    case pin, password

    /// Nil for a finger.
    public init?(_ factor: Factor) {
        switch factor {
        case .fingerprint: return nil
        case .pin: self = .pin
        case .password: self = .password
        }
    }

    public var factor: Factor {
        switch self {
        case .pin: .pin
        case .password: .password
        }
    }
}
