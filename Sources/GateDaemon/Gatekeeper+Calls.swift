import GateKeystore
import GateModel
import GatePolicy
import GateWire

extension Gatekeeper {
    /// A yes: that the user was there.
    func authenticate(
        _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Authentication {
        let account = try await account(ask.user)
        for factor in ask.factors {
            guard let credential = Credential(factor), ask.factors.count == 1 else { continue }
            if credential == .password { try await requirePassword(of: account) }
            guard account.credentials.has(credential) else { throw .credentialNotSet(factor) }
        }
        let presence = try await presence(ask, credential: credential, of: account)
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        _ = presence.takeProof()
        audit.granted(ask, factor: authentication.factor, isRepeatable: isReused, of: account)
        return authentication
    }

    func prints(of user: UserID) async throws(GateError) -> ([Print], EnrollmentID) {
        let account = try await account(user)
        return (account.kept.prints, account.kept.enrollmentID)
    }

    /// Erases a reader's own storage, whoever enrolled what is in it, when it is the call's turn. One whose client
    /// leaves before that erases nothing.
    func clearReader(_ id: ReaderID, by caller: Caller) async throws(GateError) {
        guard let reader = readers[id] else { throw .readerNotFound(id) }
        let ticket = lanes.nextTicket()
        // The user's other calls need not wait for it.
        caller.life.place()
        await takeTurn(ticket, of: caller.peer.user, on: id)
        defer { leaveLane(ticket, id) }
        if let canceller = caller.life.endedBy { throw .cancelled(by: canceller) }
        do throws(SensorError) {
            try await sensor.clearStorage(of: id)
        } catch {
            throw refusal(error, fallbacks: [], on: reader)
        }
        audit.cleared(caller, reader)
    }
}
