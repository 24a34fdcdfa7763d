public import GateModel

/// The credentials that a user has.
public struct CredentialFacts: Hashable, Sendable {
    public var isPINSet: Bool
    public var isPasswordAvailable: Bool
    /// Whether the system cannot tell now whether there is a password.
    public var isPasswordUnknown: Bool

    public init(isPINSet: Bool, isPasswordAvailable: Bool, isPasswordUnknown: Bool = false) {
        self.isPINSet = isPINSet
        self.isPasswordAvailable = isPasswordAvailable
        self.isPasswordUnknown = isPasswordUnknown
    }

    public func has(_ credential: CredentialKind) -> Bool {
        switch credential {
        case .pin: isPINSet
        case .password: isPasswordAvailable
        }
    }

    /// The error for a user without a usable credential. A password that cannot be looked up now may be back soon, so
    /// it does not require signing in again.
    var nothingLeft: GateError { isPasswordUnknown ? .credentialUnavailable(.password) : .signInRequired }

    /// The error for a user who has none of these credentials.
    func missing(_ accepted: [CredentialKind]) -> GateError {
        if isPasswordUnknown, accepted.contains(.password) { return .credentialUnavailable(.password) }
        // If either would do, setting a PIN is the next step.
        return .credentialNotSet(accepted.contains(.pin) ? .pin : .password)
    }
}

/// The fixed order of fallbacks: fingerprint, then password and PIN, then signing in again.
extension UserPolicy {
    private static let ladder: [CredentialKind] = [.password, .pin]

    /// The credentials among `allowed` that would succeed now: set, not throttled, not blocked.
    public func fallbacks(
        among allowed: [Factor], _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> [Factor] {
        Self.ladder.filter { credential in
            allowed.contains(credential.factor) && credentials.has(credential)
                && throttle(credential, limits, at: now) == .open
        }.map(\.factor)
    }

    /// The credentials that end a lockout: those that the user has and that are not blocked.
    public func lockoutClearedBy(_ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment) -> [Factor] {
        Self.ladder.filter { credential in
            credentials.has(credential) && throttle(credential, limits, at: now) != .blocked
        }.map(\.factor)
    }

    /// Why a credential may not be tried now, in a call that takes the `accepted` ones; nil if it may.
    public func refusal(
        of credential: CredentialKind, among accepted: [CredentialKind] = CredentialKind.allCases,
        _ credentials: CredentialFacts,
        _ limits: PolicyLimits, at now: Moment
    ) -> GateError? {
        guard credentials.has(credential) else { return credentials.missing([credential]) }
        switch throttle(credential, limits, at: now) {
        case .open: return nil
        case .waiting(let remaining): return .credentialThrottled(credential.factor, retryAfter: remaining)
        case .blocked:
            guard credentials.isPasswordAvailable else { return credentials.nothingLeft }
            // A password does not help a call that takes none; another call unblocks the PIN with it.
            return accepted.contains(.password)
                ? .credentialRequired(accepted: [.password])
                : .credentialRequired(accepted: [], clearedBy: [.password])
        }
    }

    /// Whether the user has the credential, and it is usable now or after a wait.
    public func takes(
        _ credential: CredentialKind, _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> Bool {
        guard credentials.has(credential) else { return false }
        switch throttle(credential, limits, at: now) {
        case .open, .waiting: return true
        case .blocked: return false
        }
    }

    /// The answer to a call without a credential that takes these: the usable ones, or why none is.
    public func wanted(
        _ accepted: [CredentialKind], _ credentials: CredentialFacts, _ limits: PolicyLimits, at now: Moment
    ) -> GateError {
        let present = accepted.filter(credentials.has)
        guard let first = present.first else { return credentials.missing(accepted) }
        let unblocked = present.filter { throttle($0, limits, at: now) != .blocked }
        if fallbacks(among: unblocked.map(\.factor), credentials, limits, at: now).isEmpty,
            let refusal = refusal(of: unblocked.first ?? first, among: accepted, credentials, limits, at: now)
        {
            return refusal
        }
        return .credentialRequired(accepted: unblocked.map(\.factor))
    }

    /// The answer to a wrong credential, after it was counted, or if it was not.
    public func wrong(_ credential: CredentialKind, _ limits: PolicyLimits, at now: Moment) -> GateError {
        let remaining = attemptsRemaining(credential, limits)
        return switch throttle(credential, limits, at: now) {
        // After a wait, there is one try before the next wait.
        case .open:
            .credentialWrong(credential.factor, attemptsRemaining: remaining.map { max($0, 1) }, retryAfter: nil)
        case .blocked: .credentialWrong(credential.factor, attemptsRemaining: remaining, retryAfter: nil)
        case .waiting(let wait): .credentialWrong(credential.factor, attemptsRemaining: remaining, retryAfter: wait)
        }
    }
}
