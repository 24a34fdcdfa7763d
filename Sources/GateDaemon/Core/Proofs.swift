import GateModel
import GatePolicy
import GateSecret
import GateVault

/// That the user was there, ready to be spent.
struct Presence: ~Copyable {
    let proof: PresenceProof
    /// The PIN's key, where the PIN was what opened.
    let unlocked: UnlockedPIN?
    let authentication: Authentication
    /// Nobody was asked: the authentication was there.
    var isReused = false

    /// The proof alone: nothing of a PIN's key is needed to seal.
    consuming func takeProof() -> PresenceProof { proof }
}

/// Turns what the policy has granted into a presence, and records the authentication for later calls of the connection.
///
/// It lives on the Gatekeeper's loop.
final class Proofs {
    private let authentications: Authentications
    private let clock: GateClock

    init(authentications: Authentications, clock: GateClock) {
        self.authentications = authentications
        self.clock = clock
    }

    /// By an authentication that counts again.
    func granted(_ request: PresenceRequest, by reuse: consuming Reuse, at now: Moment) throws(GateError) -> Presence {
        let authentication = reuse.authentication
        var presence = try granted(request.reused(reuse, at: now), nil, authentication)
        presence.isReused = true
        return presence
    }

    /// By a credential that came with the call.
    func granted(
        _ request: PresenceRequest, by compared: consuming ComparedCredential
    ) throws(GateError) -> Presence {
        let now = compared.authentication.at
        return try granted(compared, request, at: now)
    }

    /// By a credential that was given to the call while it waited; what the reader or the policy say since is too late.
    func granted(
        _ presence: PresenceRequest, by answer: consuming ComparedCredential, to request: WaitingRequest
    ) throws(GateError) -> Presence {
        let now = clock.now()
        let authentication = Authentication(factor: answer.authentication.factor, at: now, reader: nil)
        record(authentication, by: request.ask.caller, of: request.ask.user, begunIn: request.era)
        return try granted(presence.credentialAccepted(answer.right, at: now), answer.unlocked, authentication)
    }

    private func granted(
        _ compared: consuming ComparedCredential, _ request: PresenceRequest, at now: Moment
    ) throws(GateError) -> Presence {
        let authentication = compared.authentication
        return try granted(request.credentialAccepted(compared.right, at: now), compared.unlocked, authentication)
    }

    private func granted(
        _ verdict: consuming Verdict, _ unlocked: consuming UnlockedPIN?, _ authentication: Authentication
    ) throws(GateError) -> Presence {
        switch consume verdict {
        case .grant(let proof):
            return Presence(proof: proof, unlocked: unlocked, authentication: authentication)
        case .deny(let error): throw error
        case .scanAgain: throw .authenticationFailed(fallbacks: [])
        }
    }

    /// Counts for step-up on the caller's connection; a call that was ended leaves none.
    func record(
        _ authentication: Authentication, by caller: Caller, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard caller.life.endedBy == nil else { return }
        authentications.record(authentication, on: caller.connection, of: user, begunIn: begun)
    }
}
