public import GateModel

/// The credentials that a user has at all.
public struct CredentialFacts: Hashable, Sendable {
    public var isPINSet: Bool
    public var isPasswordAvailable: Bool
    /// Whether the system does not say now if there is a password.
    public var isPasswordUnknown: Bool

    public init(isPINSet: Bool, isPasswordAvailable: Bool, isPasswordUnknown: Bool = false) {
        self.isPINSet = isPINSet
        self.isPasswordAvailable = isPasswordAvailable
        self.isPasswordUnknown = isPasswordUnknown
    }

    public func has(_ credential: Credential) -> Bool {
        switch credential {
        case .pin: isPINSet
        case .password: isPasswordAvailable
        }
    }

    /// Why a user is refused who has no credential left that could be right. A password that cannot be looked up now may
    /// be there again soon, so that nothing is lost for good.
    var nothingLeft: GateError { isPasswordUnknown ? .credentialUnavailable(.password) : .signInRequired }

    /// Why the user has not one of these credentials.
    func missing(_ accepted: [Credential]) -> GateError {
        if isPasswordUnknown, accepted.contains(.password) { return .credentialUnavailable(.password) }
        // Where either would do, the way on is a PIN.
        return .credentialNotSet(accepted.contains(.pin) ? .pin : .password)
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

    /// Why a credential may not be tried now, in a call that takes the `accepted` ones; nil where it may.
    public func refusal(
        of credential: Credential, among accepted: [Credential] = Credential.allCases, _ credentials: CredentialFacts,
        _ limits: PolicyLimits, at now: Moment
    ) -> GateError? {
        guard credentials.has(credential) else { return credentials.missing([credential]) }
        switch throttle(credential, limits, at: now) {
        case .open: return nil
        case .waiting(let remaining): return .credentialThrottled(credential.factor, retryAfter: remaining)
        case .blocked:
            guard credentials.isPasswordAvailable else { return credentials.nothingLeft }
            // A call that takes no password is not made to work by one; another call opens the PIN with it.
            return accepted.contains(.password)
                ? .credentialRequired(accepted: [.password])
                : .credentialRequired(accepted: [], clearedBy: [.password])
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
        guard let first = present.first else { return credentials.missing(accepted) }
        let unblocked = present.filter { throttle($0, limits, at: now) != .blocked }
        if fallbacks(among: unblocked.map(\.factor), credentials, limits, at: now).isEmpty,
            let refusal = refusal(of: unblocked.first ?? first, among: accepted, credentials, limits, at: now)
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
