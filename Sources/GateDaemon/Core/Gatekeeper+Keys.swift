import GateModel
import GatePolicy
import GateSecret
import GateVault

/// What was signed, and with whose yes.
struct Signature: Sendable {
    let bytes: [UInt8]
    let authentication: Authentication
}

extension Gatekeeper {
    /// Makes a signing key; the user is asked where a finger could use it.
    func createKey(
        _ algorithm: Item.Algorithm, _ sealing: SealParameters, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        // The few bytes of a key are counted when they are written.
        try await seal(sealing, byteCount: 0, ask, credential: credential) {
            keystore, draft, account, proof throws(KeystoreError) in
            try await keystore.createKey(
                algorithm, as: draft, of: account.user, passwordAvailable: account.hasPassword, proof: proof,
                now: clock.now())
        }
    }

    /// Signs with a finger, a credential, or an authentication that both the key and the call let count.
    func sign(
        _ challenge: borrowing SecretBytes, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        let account = try await account(ask.user)
        let closed = try await valid(name, of: account)
        let item = closed.item
        guard item.kind == .key else { throw .itemNotFound(name, item.kind) }
        let ask = ask.opening(item, maximumAge: maximumAge)
        let presence = try await presence(ask, credential: credential, of: account)
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        let bytes = try await sign(challenge, with: closed, ask, presence, of: account)
        granted(Grant(ask: ask, factor: authentication.factor, isReused: isReused, account: account), name)
        return Signature(bytes: bytes, authentication: authentication)
    }

    private func sign(
        _ challenge: borrowing SecretBytes, with closed: any ClosedItem, _ ask: Ask, _ presence: consuming Presence,
        of account: Account
    ) async throws(GateError) -> [UInt8] {
        let name = closed.item.name
        let proof = presence.proof
        let unlocked = presence.unlocked
        do throws(KeystoreError) {
            if let unlocked {
                return try await keystore.sign(
                    challenge, with: closed, proof: proof, unlocked: unlocked, now: clock.now())
            }
            return try await keystore.sign(challenge, with: closed, proof: proof, now: clock.now())
        } catch .slotMissing(let factor) {
            throw try await refusal(of: factor, by: name, of: account)
        } catch {
            throw audit.refused(error, item: name, fallbacks: situations.fallbacks(ask, account, at: clock.now()))
        }
    }
}
