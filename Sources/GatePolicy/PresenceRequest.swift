public import GateModel

/// The next step of a call that asks the user.
public enum NextStep: Hashable, Sendable {
    /// The offered authentication counts.
    case useAuthentication
    /// Compare the given credential.
    case checkCredential(CredentialKind)
    /// Arm the reader.
    case scan
    case deny(GateError)
}

/// The result of a presentation.
public enum Verdict: ~Copyable, Sendable {
    /// Scan again, with the number of misses still allowed.
    case scanAgain(attemptsRemaining: Int)
    case deny(GateError)
    case grant(PresenceProof)
}

/// One call that asks the user: whose data, for which peer and purpose, by which factors, with its misses so far.
public struct PresenceRequest: Hashable, Sendable {
    public let user: UserID
    public let peer: Peer
    public let purpose: Purpose
    /// The factors that may be presented.
    public let factors: [Factor]
    /// The item to open.
    public let item: Item?
    /// How many misses end the call, if fewer than the configured number.
    public let attempts: Int?
    public private(set) var missesInCall = 0

    public init(
        user: UserID, peer: Peer, purpose: Purpose, factors: [Factor], item: Item? = nil, attempts: Int? = nil
    ) {
        self.user = user
        self.peer = peer
        self.purpose = purpose
        self.factors = factors
        self.item = item
        self.attempts = attempts
    }

    /// Decides how the user is asked, in the contract's order: the given credential, or the reuse of an authentication,
    /// then the availability.
    public func requested(
        credential: CredentialKind?, reusable: borrowing Reuse?, situation: UserSituation, at now: Moment
    ) -> NextStep {
        let policy = situation.policy
        if let item, item.access.openers.contains(.system) { return .deny(.notPermitted(.systemOnly)) }
        if let credential {
            guard factors.contains(credential.factor) else {
                return .deny(situation.refusal(of: credential.factor, allowed: factors, item: item, at: now))
            }
            let refusal = policy.refusal(
                of: credential, among: factors.compactMap(CredentialKind.init), situation.credentials, situation.limits,
                at: now)
            return refusal.map { .deny($0) } ?? .checkCredential(credential)
        }
        switch reusable {
        case .some: return .useAuthentication
        case .none: break
        }
        guard factors.contains(.fingerprint) else {
            // Without a credential, the call uses the fingerprint, which opens nothing here.
            let refusal =
                purpose.item == nil && purpose.items.isEmpty
                ? policy.wanted(
                    factors.compactMap(CredentialKind.init), situation.credentials, situation.limits, at: now)
                : situation.refusal(of: .fingerprint, allowed: factors, item: item, at: now)
            return .deny(refusal)
        }
        let availability = policy.availability(situation.facts, situation.limits, at: now)
        return refusal(availability, situation, at: now).map { .deny($0) } ?? .scan
    }

    /// The misses still allowed: in this call or before the lockout, whichever is smaller.
    public func attemptsRemaining(_ situation: UserSituation) -> Int {
        min(
            attemptsAllowed(situation.limits) - missesInCall,
            situation.policy.lockout.attemptsBeforeLock(situation.limits))
    }

    private func attemptsAllowed(_ limits: PolicyLimits) -> Int {
        min(attempts ?? limits.attemptsPerCall, limits.attemptsPerCall)
    }

    /// Takes the judgement of a good scan. `situation` already includes the miss or match.
    ///
    /// - Parameter opening: the user's prints that may open something. Decided here: a match of any other print is no
    ///   match, even if that print was in the scan's gallery.
    public mutating func attemptFinished(
        _ judgement: consuming Judgement, opening: Set<PrintID>, situation: UserSituation, at now: Moment
    ) -> Verdict {
        let outcome = judgement.outcome
        let policy = situation.policy
        // Another call, or the clock, may have locked the user out since the scan began.
        let reason = policy.credentialNeeded(situation.limits, at: now)
        switch outcome {
        case .matched(let print)
        where opening.contains(print) && reason == nil && situation.facts.fingerprintSwitch != .off
            && policy.lockout.state(situation.limits, at: now) == .open:
            return .grant(PresenceProof(user: user, peer: peer, purpose: purpose, factor: .fingerprint, at: now))
        case .matched: break
        case .noMatch, .foreign: missesInCall += 1
        }
        let availability = policy.availability(situation.facts, situation.limits, at: now)
        if let refusal = refusal(availability, situation, at: now) { return .deny(refusal) }
        if missesInCall >= attemptsAllowed(situation.limits) {
            return .deny(.authenticationFailed(fallbacks: fallbacks(situation, at: now)))
        }
        return .scanAgain(attemptsRemaining: attemptsRemaining(situation))
    }

    /// Grants on a right credential that `requested` asked for.
    public func credentialAccepted(_ right: consuming RightCredential, at now: Moment) -> Verdict {
        let factor = right.credential.factor
        guard factors.contains(factor), right.user == user else { return .deny(.factorNotAllowed(allowed: factors)) }
        return .grant(PresenceProof(user: user, peer: peer, purpose: purpose, factor: factor, at: now))
    }

    /// Grants on an authentication that `requested` accepted.
    public func reused(_ reuse: consuming Reuse, at now: Moment) -> Verdict {
        let factor = reuse.authentication.factor
        guard factors.contains(factor) else { return .deny(.factorNotAllowed(allowed: factors)) }
        return .grant(PresenceProof(user: user, peer: peer, purpose: purpose, factor: factor, at: now))
    }

    /// Whether the user need not be asked: no finger is among the factors, or none is enrolled.
    public func needsNobody(_ situation: UserSituation) -> Bool {
        !factors.contains(.fingerprint) || !situation.facts.hasPrints
    }

    /// The proof for sealing if the user need not be asked, else nil; without a factor, it opens nothing.
    public func unasked(_ situation: UserSituation, at now: Moment) -> PresenceProof? {
        guard needsNobody(situation) else { return nil }
        return PresenceProof(user: user, peer: peer, purpose: purpose, factor: nil, at: now)
    }

    /// The credentials that would let this call succeed now.
    public func fallbacks(_ situation: UserSituation, at now: Moment) -> [Factor] {
        situation.policy.fallbacks(among: factors, situation.credentials, situation.limits, at: now)
    }

    /// The error for an availability; nil if a finger can be requested.
    private func refusal(_ availability: Availability, _ situation: UserSituation, at now: Moment) -> GateError? {
        let fallbacks = fallbacks(situation, at: now)
        let clearedBy = situation.policy.lockoutClearedBy(situation.credentials, situation.limits, at: now)
        switch availability {
        case .available: return nil
        case .noHardware: return .noHardware(fallbacks: fallbacks)
        case .hardwareUnavailable(.overheated, _), .hardwareUnavailable(.faulted, _), .hardwareUnavailable(.inUse, _):
            // Every request tries the reader again, whatever its last result.
            return nil
        case .hardwareUnavailable(let reason, let retryAfter):
            return .hardwareUnavailable(reason, retryAfter: retryAfter, fallbacks: fallbacks)
        case .notEnrolled(let vanished): return .notEnrolled(printsVanished: vanished, fallbacks: fallbacks)
        case .disabled: return .disabled(fallbacks: fallbacks)
        case .lockout(let retryAfter):
            return .lockout(retryAfter: retryAfter, clearedBy: clearedBy, fallbacks: fallbacks)
        case .lockoutPermanent(let reason):
            if clearedBy.isEmpty { return situation.credentials.nothingLeft }
            return .lockoutPermanent(reason, clearedBy: clearedBy, fallbacks: fallbacks)
        }
    }
}

/// The facts of a decision about one user, at one moment.
public struct UserSituation: Hashable, Sendable {
    public var policy: UserPolicy
    public var facts: AvailabilityFacts
    public var credentials: CredentialFacts
    public var limits: PolicyLimits

    public init(policy: UserPolicy, facts: AvailabilityFacts, credentials: CredentialFacts, limits: PolicyLimits) {
        self.policy = policy
        self.facts = facts
        self.credentials = credentials
        self.limits = limits
    }
}
