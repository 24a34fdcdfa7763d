import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Evidence that the user was there, to be spent once.
struct Presence: ~Copyable {
    let proof: PresenceProof
    /// The PIN's key; nil unless the PIN was given.
    let unlocked: UnlockedPIN?
    let authentication: Authentication
    /// The key of the item, if an earlier PIN counts again.
    var kept: KeptKey?
    /// Whether an earlier authentication was reused, so that the user was not asked.
    var isReused = false

    /// The proof alone; sealing needs no PIN's key.
    consuming func takeProof() -> PresenceProof { proof }
}

/// Turns the policy's grants into presences, and records authentications for later calls of the connection.
///
/// Confined to the Gatekeeper's loop.
final class Proofs {
    private let authentications: Authentications
    private let clock: GateClock

    init(authentications: Authentications, clock: GateClock) {
        self.authentications = authentications
        self.clock = clock
    }

    /// Grants by an authentication that is reused.
    func granted(
        _ request: PresenceRequest, by reuse: consuming Reuse, _ kept: KeptKey?, at now: Moment
    ) throws(GateError) -> Presence {
        let authentication = reuse.authentication
        var presence = try granted(request.reused(reuse, at: now), nil, authentication)
        presence.isReused = true
        presence.kept = kept
        return presence
    }

    /// Grants by the credential that came with the call.
    func granted(
        _ request: PresenceRequest, by compared: consuming ComparedCredential
    ) throws(GateError) -> Presence {
        let now = compared.authentication.at
        return try granted(compared, request, at: now)
    }

    /// Grants by a credential that was given to the waiting call. Later events of the reader or the policy do not
    /// overrule it.
    func granted(
        _ presence: PresenceRequest, by answer: consuming ComparedCredential, to call: WaitingCall
    ) throws(GateError) -> Presence {
        let now = clock.now()
        let authentication = Authentication(factor: answer.authentication.factor, at: now, reader: nil)
        record(authentication, by: call.ask.caller, of: call.ask.user, begunIn: call.era)
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

    /// Records the authentication for step-up on the caller's connection, unless the call was ended.
    func record(
        _ authentication: Authentication, by caller: Caller, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard caller.life.endedBy == nil else { return }
        authentications.record(authentication, on: caller.connection, of: user, begunIn: begun)
    }
}
