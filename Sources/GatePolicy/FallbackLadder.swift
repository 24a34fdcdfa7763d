public import GateModel

/// The credentials that a user has at all.
public struct CredentialFacts: Hashable, Sendable {
    public var isPINSet: Bool
    public var isPasswordAvailable: Bool

    public init(isPINSet: Bool, isPasswordAvailable: Bool) {
        self.isPINSet = isPINSet
        self.isPasswordAvailable = isPasswordAvailable
    }

    public func has(_ credential: Credential) -> Bool {
        switch credential {
        case .pin: isPINSet
        case .password: isPasswordAvailable
        }
    }
}

/// The fixed order in which a user falls back: fingerprint, then password and PIN, then signing in afresh.
extension UserPolicy {
    private static let ladder: [Credential] = [.password, .pin]

    /// The credentials, among `allowed`, with which a call would succeed now: set, not throttled, not blocked.
    public func fallbacks(
        among allowed: [Factor], _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> [Factor] {
        Self.ladder.filter { credential in
            allowed.contains(credential.factor) && credentials.has(credential)
                && throttle(credential, limits, at: now) == .open
        }.map(\.factor)
    }

    /// What ends a lockout: every credential that the user has and that is not blocked.
    public func lockoutClearedBy(_ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment) -> [Factor] {
        Self.ladder.filter { credential in
            credentials.has(credential) && throttle(credential, limits, at: now) != .blocked
        }.map(\.factor)
    }

    /// Why a credential may not be tried now; nil where it may.
    public func refusal(
        of credential: Credential, _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> GateError? {
        guard credentials.has(credential) else { return .credentialNotSet(credential.factor) }
        switch throttle(credential, limits, at: now) {
        case .open: return nil
        case .waiting(let remaining): return .credentialThrottled(credential.factor, retryAfter: remaining)
        case .blocked:
            return credentials.isPasswordAvailable ? .credentialRequired(accepted: [.password]) : .signInRequired
        }
    }

    /// Whether the user has it, and it could be right now or after a wait.
    public func takes(
        _ credential: Credential, _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> Bool {
        guard credentials.has(credential) else { return false }
        switch throttle(credential, limits, at: now) {
        case .open, .waiting: return true
        case .blocked: return false
        }
    }

    /// The answer to a call that takes one of these credentials, and came without: which of them, or why none would do.
    public func wanted(
        _ accepted: [Credential], _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> GateError {
        let present = accepted.filter(credentials.has)
        // Where either would do, the way on is a PIN.
        guard let first = present.first else { return .credentialNotSet(accepted.contains(.pin) ? .pin : .password) }
        let unblocked = present.filter { throttle($0, limits, at: now) != .blocked }
        if fallbacks(among: unblocked.map(\.factor), credentials, limits, at: now).isEmpty,
            let refusal = refusal(of: unblocked.first ?? first, credentials, limits, at: now)
        {
            return refusal
        }
        return .credentialRequired(accepted: unblocked.map(\.factor))
    }

    /// What a wrong credential is answered with, after it was counted, or where it did not have to be.
    public func wrong(_ credential: Credential, _ limits: PolicyLimits, at now: Moment) -> GateError {
        let remaining = attemptsRemaining(credential, limits)
        return switch throttle(credential, limits, at: now) {
        // Behind a wait there is one try before the next.
        case .open:
            .credentialWrong(credential.factor, attemptsRemaining: remaining.map { max($0, 1) }, retryAfter: nil)
        case .blocked: .credentialWrong(credential.factor, attemptsRemaining: remaining, retryAfter: nil)
        case .waiting(let wait): .credentialWrong(credential.factor, attemptsRemaining: remaining, retryAfter: wait)
        }
    }
}
