import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Seals secrets and keys: new ones, and new content.
///
/// Confined to the Gatekeeper's loop.
final class NewItems {
    private let keystore: any CredentialStore
    private let users: Users
    private let records: Records
    private let ledger: Ledger
    private let authority: Authority
    private let opener: Opener
    private let passwords: Passwords
    private let loginItems: LoginItems
    private let situations: Situations
    private let authentications: Authentications
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, users: Users, records: Records, ledger: Ledger, authority: Authority,
        opener: Opener, passwords: Passwords, loginItems: LoginItems, situations: Situations,
        authentications: Authentications, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.users = users
        self.records = records
        self.ledger = ledger
        self.authority = authority
        self.opener = opener
        self.passwords = passwords
        self.loginItems = loginItems
        self.situations = situations
        self.authentications = authentications
        self.clock = clock
        self.audit = audit
    }

    /// Seals a secret. Asks the user if a finger can open it.
    func store(
        _ secret: borrowing SecretBytes, _ sealing: SealParameters, _ ask: Ask,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        var login: LoginBinding?
        if sealing.access.openers.contains(.system) {
            let account = try await users.lasting(ask.user)
            try loginItems.requireStorable(account)
            try await refuseStoring(sealing.draft(by: ask.caller), byteCount: secret.count, ask, of: account)
            login = try await loginItems.bind(secret, of: account, by: ask.caller)
        }
        return try await seal(sealing, login: login, byteCount: secret.count, ask, credential: credential) {
            keystore, draft, account, proof throws(KeystoreError) in
            try await keystore.store(
                secret, as: draft, of: account.user, passwordAvailable: account.hasPassword, proof: proof,
                now: clock.now())
        }
    }

    /// Gives a secret new content. Asks the user if a finger can open it.
    func update(
        _ name: ItemName, to secret: borrowing SecretBytes, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        let item = try await opener.item(name, of: try await users.lasting(ask.user)).item
        guard item.kind == .secret else { throw .itemNotFound(name, item.kind) }
        guard item.access.openers == [.user] else { throw .notPermitted(.systemOnly) }
        return try await seal(
            SealParameters(updating: item), byteCount: secret.count, ask.updating(item, maximumAge: maximumAge),
            credential: credential
        ) { keystore, draft, account, proof throws(KeystoreError) in
            try await keystore.store(
                secret, as: draft, of: account.user, passwordAvailable: account.hasPassword, proof: proof,
                now: clock.now())
        }
        .used(ledger.uses(of: ask.user)[name])
    }

    /// Seals a new item, once that is allowed. `write` puts it into the keystore.
    private func seal(
        _ sealing: SealParameters, login: LoginBinding? = nil, byteCount: Int, _ ask: Ask,
        credential: consuming PresentedCredential?,
        _ write: (any CredentialStore, ItemDraft, Account, consuming PresenceProof) async throws(KeystoreError) -> Item
    ) async throws(GateError) -> Item {
        let account = try await users.lasting(ask.user)
        let draft = sealing.draft(by: ask.caller, login: login)
        try await refuseStoring(draft, byteCount: byteCount, ask, of: account)
        var isRepeatable = false
        let proof = try await proofForStoring(ask, credential: credential, of: account, &isRepeatable)
        let factor = proof.factor
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        let item: Item
        do throws(KeystoreError) {
            item = try await write(keystore, draft, account, proof)
        } catch {
            throw audit.refused(
                error, item: sealing.name, fallbacks: situations.fallbacks(ask, account))
        }
        // An item with new content keeps the time of its last use.
        if !draft.isUpdate { ledger.forgetUse(of: sealing.name, by: ask.user) }
        authentications.forget(sealing.name, of: ask.user)
        try await records.refresh(account)
        audit.granted(ask, factor: factor, isRepeatable: isRepeatable, of: account)
        return item
    }

    /// Throws the refusals that need no answer of the user's, in the contract's order.
    func refuseStoring(
        _ draft: ItemDraft, byteCount: Int, _ ask: Ask, of account: Account
    ) async throws(GateError) {
        if !draft.isUpdate {
            if draft.access.allows(.pin), !account.kept.pinSet { throw .credentialNotSet(.pin) }
            if draft.access.allows(.password) { try await passwords.require(of: account) }
        }
        do throws(KeystoreError) {
            _ = try await keystore.slots(
                storing: draft, byteCount: byteCount, of: account.user, passwordAvailable: account.hasPassword)
        } catch .slotMissing {
            throw fingerRefusal(ask, account)
        } catch {
            throw audit.refused(error, item: draft.name)
        }
    }

    /// Why no finger can open the item to be stored.
    private func fingerRefusal(_ ask: Ask, _ account: Account) -> GateError {
        let availability = situations.availability(of: account)
        switch availability {
        case .noHardware: return .noHardware(fallbacks: [])
        case .disabled: return .disabled(fallbacks: [])
        case .available, .hardwareUnavailable, .notEnrolled, .lockout, .lockoutPermanent:
            return .notEnrolled(printsVanished: account.kept.printsVanished, fallbacks: [])
        }
    }

    /// Sets `isRepeatable` if the user was not asked.
    private func proofForStoring(
        _ ask: Ask, credential: consuming PresentedCredential?, of account: Account, _ isRepeatable: inout Bool
    ) async throws(GateError) -> PresenceProof {
        let request = PresenceRequest(
            user: account.user.id, peer: ask.caller.peer, purpose: ask.purpose, factors: ask.factors)
        if credential == nil, let proof = request.unasked(situations.situation(of: account), at: clock.now()) {
            isRepeatable = true
            return proof
        }
        let presence = try await authority.presence(ask, credential: credential, of: account)
        isRepeatable = presence.isReused
        return presence.takeProof()
    }

    /// Makes a signing key. Asks the user if a finger can use it.
    func createKey(
        _ algorithm: Item.Algorithm, _ sealing: SealParameters, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        // The keystore counts a key's few bytes when it writes them.
        try await seal(sealing, byteCount: 0, ask, credential: credential) {
            keystore, draft, account, proof throws(KeystoreError) in
            try await keystore.createKey(
                algorithm, as: draft, of: account.user, passwordAvailable: account.hasPassword, proof: proof,
                now: clock.now())
        }
    }

    /// Seals a key for ssh that was made elsewhere. Asks the user as `createKey` does.
    func importKey(
        _ privateKey: borrowing SecretBytes, _ algorithm: Item.Algorithm, _ sealing: SealParameters, _ ask: Ask,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        try await seal(sealing, byteCount: privateKey.count, ask, credential: credential) {
            keystore, draft, account, proof throws(KeystoreError) in
            try await keystore.importKey(
                privateKey, algorithm, as: draft, of: account.user, passwordAvailable: account.hasPassword,
                proof: proof, now: clock.now())
        }
    }
}
