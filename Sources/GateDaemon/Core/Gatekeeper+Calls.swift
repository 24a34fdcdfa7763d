import GateModel
import GatePolicy
import GateSecret
import GateVault

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

    /// Erases a reader's own storage, by whatever program its prints were enrolled, when it is the call's turn. The accounts
    /// whose prints were there lose them before the reader is free again: no touch counts against a print that is gone. A
    /// call whose client leaves before its turn erases nothing.
    func clearReader(_ id: ReaderID, by caller: Caller) async throws(GateError) {
        guard let reader = readers[id] else { throw .readerNotFound(id) }
        let ticket = turns.nextTicket()
        // The user's other calls need not wait for it.
        caller.life.place()
        await turns.take(id, ticket, of: caller.peer.user)
        defer { leave(ticket, id) }
        if let canceller = caller.life.endedBy { throw .cancelled(by: canceller) }
        do throws(SensorError) {
            try await sensor.clearStorage(of: id)
        } catch {
            throw refusal(error, fallbacks: [], on: reader)
        }
        audit.cleared(caller, reader)
        if reader.matching == .onChip { try await lostAll(on: reader) }
    }

    private func lostAll(on reader: Reader) async throws(GateError) {
        let users = try await stored { keystore throws(KeystoreError) in try await keystore.knownUsers() }
        for user in users {
            // One that cannot be loaded now finds its prints gone at its next use of the reader.
            guard let account = try? await account(user.id) else { continue }
            let prints = account.kept.prints.filter { $0.reader == reader.id }.map(\.id)
            if !prints.isEmpty { try await lost(prints, of: account) }
        }
    }
}
