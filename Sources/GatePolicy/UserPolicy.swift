public import GateModel

/// Everything the policy remembers of a user; kept on disk, and changed by events alone.
public struct UserPolicy: Hashable, Sendable {
    /// The misses that lock fingers for items.
    public internal(set) var lockout: Lockout
    /// The misses that lock fingers for the second interface, by which logins ask. Never more than those for items: each
    /// miss counts in both, and a match that clears the items' count clears this one as well.
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

    /// A good scan did not match, or one that was armed ended without a judgement after a finger was seen.
    /// It counts for items and for the second interface, whichever of them asked for the finger.
    public mutating func scanMissed(at now: Moment) {
        lockout.missed(at: now)
        faceLockout.missed(at: now)
    }

    /// One of the user's prints matched. Each count that it clears is below its permanent mark.
    ///
    /// - Parameter isVouched: whether the print may open items. Another one clears the second interface's count alone:
    ///   it was added without the PIN or the password, and must not give anybody more guesses at items.
    public mutating func scanMatched(isVouched: Bool, _ limits: PolicyLimits) {
        faceLockout.matched(limits)
        if isVouched { lockout.matched(limits) }
    }

    /// A credential is about to be compared: it counts as wrong until it was right.
    public mutating func credentialTried(_ credential: Credential, at now: Moment) {
        switch credential {
        case .pin: pin.tried(at: now)
        case .password: password.tried(at: now)
        }
    }

    /// The comparison that `credentialTried` announced could not be made.
    public mutating func credentialNotCompared(_ credential: Credential, restoring before: UserPolicy) {
        switch credential {
        case .pin: pin.notCompared(restoring: before.pin)
        case .password: password.notCompared(restoring: before.password)
        }
    }

    /// A right credential clears the misses of both counts and its own count; the password opens a blocked PIN for new tries.
    public mutating func credentialGiven(_ credential: Credential, at now: Moment) {
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

    /// Read back from disk: waits of another boot start anew.
    public mutating func resume(at now: Moment) {
        lockout.resume(at: now)
        faceLockout.resume(at: now)
        pin.resume(at: now)
        password.resume(at: now)
        credentialAge?.resume(at: now)
    }

    /// Whether the credential may be tried now.
    public func throttle(_ credential: Credential, _ limits: PolicyLimits, at now: Moment) -> CredentialThrottle.State {
        switch credential {
        case .pin: pin.state(limits, blockedAfter: limits.pinBlockedAfter, at: now)
        case .password: password.state(limits, blockedAfter: nil, at: now)
        }
    }

    /// How many more may be wrong before a wait or a block; nil where neither ever comes.
    public func attemptsRemaining(_ credential: Credential, _ limits: PolicyLimits) -> Int? {
        switch credential {
        case .pin: pin.attemptsRemaining(limits, blockedAfter: limits.pinBlockedAfter)
        case .password: password.attemptsRemaining(limits, blockedAfter: nil)
        }
    }

    /// Why a finger does not count before the PIN or the password was given; nil where it does.
    public func credentialNeeded(_ limits: PolicyLimits, at now: Moment) -> CredentialReason? {
        if case .permanent = lockout.state(limits, at: now) { return .attempts }
        if limits.credentialAfterBoot, credentialAge.map({ !$0.isOfThisBoot(now) }) ?? true { return .boot }
        guard let maximum = limits.credentialMaximumAge else { return nil }
        // Without any credential on record there is nothing to measure from, and a finger was never vouched for.
        return credentialAge.map { $0.age(at: now) < maximum } ?? false ? nil : .credentialAge
    }
}

extension UserPolicy {
    /// How long until the credential is too old; nil where it is already, or never will be.
    public func credentialAgesIn(_ limits: PolicyLimits, at now: Moment) -> Duration? {
        guard let maximum = limits.credentialMaximumAge, let age = credentialAge?.age(at: now), age < maximum else {
            return nil
        }
        return maximum - age
    }
}

/// The factors that somebody types.
public enum Credential: String, CaseIterable, Sendable {
    case pin, password

    /// Nil for a finger, which nobody types.
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
