import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Gets the user's presence for calls. Every proof comes from here.
///
/// Confined to the Gatekeeper's loop.
final class Authority {
    private let credentials: Credentials
    private let passwords: Passwords
    private let finger: FingerPresence
    private let prompted: PromptedCredential
    private let situations: Situations
    private let authentications: Authentications
    private let proofs: Proofs
    private let users: Users
    private let afterAnswer: AfterAnswer
    private let clock: GateClock

    init(
        credentials: Credentials, passwords: Passwords, finger: FingerPresence, prompted: PromptedCredential,
        situations: Situations, authentications: Authentications, proofs: Proofs,
        afterAnswer: AfterAnswer, users: Users, clock: GateClock
    ) {
        self.credentials = credentials
        self.passwords = passwords
        self.finger = finger
        self.prompted = prompted
        self.situations = situations
        self.authentications = authentications
        self.proofs = proofs
        self.users = users
        self.afterAnswer = afterAnswer
        self.clock = clock
    }

    /// Confirms the user, and opens nothing.
    func authenticate(
        _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Authentication {
        let account = try await users.account(ask.user)
        for factor in ask.factors {
            guard let credential = CredentialKind(factor), ask.factors.count == 1 else { continue }
            if credential == .password { try await passwords.require(of: account) }
            guard account.credentials.has(credential) else { throw .credentialNotSet(factor) }
        }
        let presence = try await presence(ask, credential: credential, of: account)
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        _ = presence.takeProof()
        afterAnswer.granted(Grant(ask: ask, factor: authentication.factor, isReused: isReused, account: account))
        return authentication
    }

    /// Gets the user's presence for a call: by the given credential, by an authentication that may be reused, or by a
    /// finger. While it waits for a finger, a credential may still be given by AnswerRequest.
    func presence(
        _ ask: Ask, credential: consuming PresentedCredential? = nil, of account: Account,
        enabling: Bool = false
    ) async throws(GateError) -> Presence {
        var request = PresenceRequest(
            user: account.user.id, peer: ask.caller.peer, purpose: ask.purpose, factors: ask.factors, item: ask.opened,
            attempts: ask.attempts)
        let isGiven = credential != nil
        if credential?.kind == .password, ask.factors.contains(.password) {
            _ = try await passwords.present([.password], given: .password, of: account)
        }
        let now = clock.now()
        let reuse = reusable(ask, at: now)
        let step = request.requested(
            credential: credential?.kind, reusable: reuse,
            situation: situations.situation(of: account, asking: ask, enabling: enabling), at: now)
        switch step {
        case .deny(let error):
            // A caller who gave a credential shows its own prompt.
            guard !isGiven else { throw error }
            return try await prompted.run(after: error, ask, request, of: account)
        case .useAuthentication:
            // `requested` returns this step only if a reuse was offered.
            guard let reuse else { throw .authenticationFailed(fallbacks: []) }
            let key = keptKey(ask, reuse.authentication)
            return try proofs.granted(request, by: reuse, key, at: now)
        case .checkCredential(let kind):
            // `requested` returns this step only if a credential was given.
            guard let credential else { throw .credentialRequired(accepted: [kind.factor]) }
            let compared = try await credentials.check(
                credential, of: account, by: ask.caller, accepting: ask.factors.compactMap(CredentialKind.init))
            return try proofs.granted(request, by: compared)
        case .scan where ask.interaction == .notAllowed:
            throw .userNeeded(fallbacks: situations.fallbacks(ask, account))
        case .scan:
            return try await finger.run(ask, &request, of: account, enabling: enabling)
        }
    }

    private func reusable(_ ask: Ask, at now: Moment) -> Reuse? {
        let ledger = authentications.ledger(of: ask.caller.connection, user: ask.user)
        switch ask.reuse {
        case .never: return nil
        case .recent(let age): return ledger.reusable(by: ask.factors, maximumAge: age, at: now)
        case .storing(let age):
            return ledger.reusable(by: ask.factors.filter { $0 != .pin }, maximumAge: age, at: now)
        case .opening(let access, let age, let pin): return reusable(ask, ledger, access, pin, age, at: now)
        case .signing(let access, let age, let earlier):
            var only = AuthenticationLedger()
            if let earlier { only.record(earlier.authentication) }
            return reusable(ask, only, access, earlier, age, at: now)
        }
    }

    /// `pin` counts if its key of the item is kept, and for no longer than it may be.
    private func reusable(
        _ ask: Ask, _ ledger: AuthenticationLedger, _ access: Access, _ pin: ItemAuthentication?, _ age: Duration,
        at now: Moment
    ) -> Reuse? {
        let kept = pin.flatMap { $0.key != nil && $0.remaining(at: now) >= .zero ? $0.authentication : nil }
        return ledger.reusable(
            for: Access(
                factors: ask.factors, enrollment: access.enrollment, maximumAge: access.maximumAge,
                reusesPIN: access.reusesPIN),
            pin: kept, maximumAge: age, at: now)
    }

    /// The item's key, if it was the PIN that counts again.
    private func keptKey(_ ask: Ask, _ reused: Authentication) -> KeptKey? {
        switch ask.reuse {
        case .opening(_, _, let pin?), .signing(_, _, let pin?): pin.authentication == reused ? pin.key : nil
        case .never, .recent, .storing, .opening, .signing: nil
        }
    }
}
