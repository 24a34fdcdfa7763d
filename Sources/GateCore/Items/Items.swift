import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Seals, opens, signs with, renews and deletes items.
///
/// Confined to the Gatekeeper's loop.
final class Items {
    private let keystore: any CredentialStore
    private let users: Users
    private let records: Records
    private let ledger: Ledger
    private let authority: Authority
    private let credentials: Credentials
    private let passwords: Passwords
    private let loginItems: LoginItems
    private let situations: Situations
    private let authentications: Authentications
    private let afterAnswer: AfterAnswer
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, users: Users, records: Records, ledger: Ledger, authority: Authority,
        credentials: Credentials, passwords: Passwords, loginItems: LoginItems, situations: Situations,
        authentications: Authentications, afterAnswer: AfterAnswer, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.users = users
        self.records = records
        self.ledger = ledger
        self.authority = authority
        self.credentials = credentials
        self.passwords = passwords
        self.loginItems = loginItems
        self.situations = situations
        self.authentications = authentications
        self.afterAnswer = afterAnswer
        self.clock = clock
        self.audit = audit
    }

    func all(of user: UserID) async throws(GateError) -> [Item] {
        let account = try await users.account(user)
        let items = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.items(of: account.user)
        }
        let uses = ledger.uses(of: user)
        return items.map { $0.used(uses[$0.name]) }
    }

    /// The item of that name, even if it is invalidated.
    func item(_ name: ItemName, of user: UserID) async throws(GateError) -> Item {
        let account = try await users.account(user)
        do throws(KeystoreError) {
            return try await keystore.item(name, of: account.user).used(ledger.uses(of: user)[name])
        } catch {
            throw audit.refused(error, item: name)
        }
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
        let item = try await valid(name, of: try await users.lasting(ask.user)).item
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
    private func refuseStoring(
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

    /// Opens a secret by a finger, a credential, or an authentication that both the item and the call allow to reuse.
    func retrieve(
        _ name: ItemName, asking ask: Ask, maximumAge: Duration, credential: consuming PresentedCredential?
    ) async throws(GateError) -> OpenedSecret {
        let account = try await users.account(ask.user)
        let closed = try await valid(name, of: account)
        let item = closed.item
        guard item.kind == .secret else { throw .itemNotFound(name, item.kind) }
        let opening = self.opening(closed, ask, maximumAge: maximumAge)
        let presence = try await authority.presence(opening.ask, credential: credential, of: account)
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        var key: KeptKey?
        let secret = try await open(closed, opening.ask, presence, of: account, &key)
        keep(key, by: authentication, opening)
        afterAnswer.granted(
            Grant(ask: opening.ask, factor: authentication.factor, isReused: isReused, account: account), name)
        return OpenedSecret(secret: secret, authentication: authentication)
    }

    /// Opens several secrets by one finger, one credential, or one authentication that counts for each: all, or none.
    func retrieve(
        _ names: [ItemName], asking ask: Ask, maximumAge: Duration, credential: consuming PresentedCredential?
    ) async throws(GateError) -> OpenedSecrets {
        let account = try await users.account(ask.user)
        var closed: [any ClosedItem] = []
        for name in names {
            let each = try await valid(name, of: account)
            guard each.item.kind == .secret else { throw .itemNotFound(name, each.item.kind) }
            // The call was checked against the item that this one has replaced since.
            guard each.item.access.openers == [.user], !each.item.access.opensAlone else {
                throw .cancelled(by: .revoked)
            }
            closed.append(each)
        }
        guard closed.reduce(0, { $0 + $1.byteCount }) <= OpenedSecrets.bytesPerCall else {
            throw .limitExceeded(Limit(name: "bytesPerCall", maximum: OpenedSecrets.bytesPerCall))
        }
        let ask = try ask.opening(closed.map { $0.item }, maximumAge: maximumAge)
        let presence = try await authority.presence(ask, credential: credential, of: account)
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        let secrets = try await open(closed, ask, presence, of: account)
        for each in closed {
            let grant = Grant(
                ask: ask.naming(each.item), factor: authentication.factor, isReused: isReused, account: account)
            afterAnswer.granted(grant, each.item.name)
        }
        return OpenedSecrets(secrets: secrets, authentication: authentication)
    }

    private func open(
        _ closed: [any ClosedItem], _ ask: Ask, _ presence: consuming Presence, of account: Account
    ) async throws(GateError) -> [HeldSecret] {
        let proof = presence.proof
        let unlocked = presence.unlocked
        do throws(KeystoreError) {
            var keys: [KeptKey] = []
            if let unlocked {
                for each in closed { keys.append(try await keystore.key(of: each, unlocked: unlocked)) }
            }
            return try await keystore.open(closed, proof: proof, keys: keys, now: clock.now())
        } catch .slotMissing {
            // A slot was destroyed while the call waited.
            throw .cancelled(by: .revoked)
        } catch {
            throw audit.refused(error, item: nil, fallbacks: situations.fallbacks(ask, account))
        }
    }

    /// A call to open an item, as it begins: what may count again for it, and what it may leave to count again.
    private struct Opening {
        let ask: Ask
        let item: Item
        let maximumAge: Duration
        let era: AuthenticationEra
    }

    private func opening(_ closed: any ClosedItem, _ ask: Ask, maximumAge: Duration) -> Opening {
        let item = closed.item
        let pin = authentications.pin(for: item.name, on: ask.caller.connection, of: ask.user)
            .flatMap { $0.key.map(closed.fits) == true ? $0 : nil }
        return Opening(
            ask: ask.opening(item, maximumAge: maximumAge, pin: pin), item: item,
            maximumAge: min(maximumAge, item.access.maximumAge), era: authentications.era(of: ask.user))
    }

    /// Keeps the key that a PIN has just opened, if call and item allow that.
    private func keep(_ key: KeptKey?, by authentication: Authentication, _ opening: Opening) {
        guard let key, opening.item.access.reusesPIN, opening.ask.caller.life.endedBy == nil else { return }
        authentications.keep(
            ItemAuthentication(
                user: opening.ask.user, authentication: authentication, age: opening.maximumAge, key: key),
            for: opening.item.name, on: opening.ask.caller.connection, begunIn: opening.era)
    }

    /// Sets `key` to the item's key if a PIN has opened it now.
    private func open(
        _ closed: any ClosedItem, _ ask: Ask, _ presence: consuming Presence, of account: Account,
        _ key: inout KeptKey?
    ) async throws(GateError) -> SecretBytes {
        let name = closed.item.name
        let kept = presence.kept
        let proof = presence.proof
        let unlocked = presence.unlocked
        do throws(KeystoreError) {
            if let unlocked { key = try await keystore.key(of: closed, unlocked: unlocked) }
            if let key = key ?? kept {
                return try await keystore.open(closed, proof: proof, key: key, now: clock.now())
            }
            return try await keystore.open(closed, proof: proof, now: clock.now())
        } catch .slotMissing(let factor) {
            throw try await refusal(of: factor, by: name, of: account)
        } catch {
            throw audit.refused(error, item: name, fallbacks: situations.fallbacks(ask, account))
        }
    }

    /// The error of a call whose slot was destroyed while it waited.
    private func refusal(of factor: Factor, by name: ItemName, of account: Account) async throws(GateError) -> GateError
    {
        let item = try await valid(name, of: account).item
        return situations.situation(of: account).refusal(
            of: factor, allowed: item.openableBy, item: item, at: clock.now())
    }

    /// The item, if it exists and something still opens it.
    private func valid(_ name: ItemName, of account: Account) async throws(GateError) -> any ClosedItem {
        do throws(KeystoreError) {
            return try await keystore.itemToOpen(name, of: account.user)
        } catch {
            throw audit.refused(error, item: name)
        }
    }

    /// Restores an item's fingerprint slot: opens the item with the credential, and seals it again after a touch.
    func renew(
        _ ask: Ask, _ name: ItemName, credential: consuming PresentedCredential
    ) async throws(GateError) -> Item {
        let account = try await users.lasting(ask.user)
        let item = try await valid(name, of: account).item
        let typed = item.openableBy.filter { $0 != .fingerprint }
        let ask = ask.about(item)
        guard item.access.allows(.fingerprint) else {
            throw situations.situation(of: account).refusal(of: .fingerprint, allowed: [], item: item, at: clock.now())
        }
        guard typed.contains(credential.factor) else {
            throw situations.situation(of: account).refusal(
                of: credential.factor, allowed: typed.isEmpty ? item.openableBy : typed, item: item, at: clock.now())
        }
        let purpose = ask.purpose
        let request = PresenceRequest(
            user: account.user.id, peer: ask.caller.peer, purpose: purpose, factors: [credential.factor])
        let compared = try await credentials.check(credential, of: account, by: ask.caller)
        let finger = try await authority.presence(ask, of: account)
        guard case .grant(let byCredential) = request.credentialAccepted(compared.right, at: clock.now()) else {
            throw .factorNotAllowed(allowed: typed)
        }
        let renewed: Item
        do throws(KeystoreError) {
            if let unlocked = compared.unlocked {
                renewed = try await keystore.renew(
                    name, of: account.user, credential: byCredential, unlocked: unlocked, finger: finger.takeProof(),
                    now: clock.now())
            } else {
                renewed = try await keystore.renew(
                    name, of: account.user, credential: byCredential, finger: finger.takeProof(), now: clock.now())
            }
        } catch {
            throw audit.refused(error, item: name)
        }
        authentications.forget(name, of: ask.user)
        try await records.refresh(account)
        audit.granted(ask, factor: .fingerprint, of: account)
        return renewed.used(ledger.uses(of: ask.user)[name])
    }

    func delete(_ name: ItemName, of user: UserID, by caller: Caller) async throws(GateError) {
        let account = try await users.lasting(user)
        do throws(KeystoreError) {
            try await keystore.delete(name, of: account.user)
        } catch {
            throw audit.refused(error, item: name)
        }
        ledger.forgetUse(of: name, by: user)
        authentications.forget(name, of: user)
        try await records.refresh(account)
        audit.changedAtWill(caller, account, .itemDeleted, item: name)
    }

    // MARK: Keys

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

    /// Signs by a finger, a credential, or an authentication that both the key and the call allow to reuse.
    func sign(
        _ challenge: borrowing SecretBytes, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        let account = try await users.account(ask.user)
        let closed = try await valid(name, of: account)
        let item = closed.item
        guard item.kind == .key else { throw .itemNotFound(name, item.kind) }
        if let refusal = SigningTerms.general.refusal(of: item) { throw .signatureRefused(refusal) }
        let opening = self.opening(closed, ask, maximumAge: maximumAge)
        var key: KeptKey?
        let signature = try await sign(
            challenge, under: .general, with: closed, opening.ask, credential: credential, of: account, &key)
        keep(key, by: signature.authentication, opening)
        return signature
    }

    /// Signs for ssh, by a key for that alone. An authentication counts again for the same scope only, and for no other
    /// call of the connection.
    func signSSH(
        _ signing: SSHSigning, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        let account = try await users.account(ask.user)
        let closed = try await valid(name, of: account)
        let item = closed.item
        guard item.kind == .key else { throw .itemNotFound(name, item.kind) }
        // The key may have been replaced since the request was verified, or its destinations changed.
        if let refusal = signing.terms.refusal(of: item) { throw .signatureRefused(refusal) }
        let connection = ask.caller.connection
        let earlier = authentications.signing(signing.scope, on: connection, of: ask.user)
            .flatMap { $0.key.map(closed.fits) ?? true ? $0 : nil }
        let era = authentications.era(of: ask.user)
        let before = authentications.ledger(of: connection, user: ask.user)
        defer { authentications.restore(before, on: connection, of: ask.user, since: era) }
        let data = unsafe SecretBytes(count: signing.data.count) { unsafe $0.copyBytes(from: signing.data) }
        var key: KeptKey?
        let signature = try await sign(
            data, under: signing.terms, with: closed,
            ask.signing(item, signing.subject, earlier: earlier, maximumAge: maximumAge),
            credential: credential, of: account, &key)
        // One that was reused keeps its age.
        if signature.authentication != earlier?.authentication, ask.caller.life.endedBy == nil {
            let given = ItemAuthentication(
                user: ask.user, authentication: signature.authentication, age: signing.subject.reuse ?? .zero,
                key: item.access.reusesPIN ? key : nil)
            authentications.record(given, for: signing.scope, on: connection, begunIn: era)
        }
        return signature
    }

    private func sign(
        _ challenge: borrowing SecretBytes, under terms: SigningTerms, with closed: any ClosedItem, _ ask: Ask,
        credential: consuming PresentedCredential?, of account: Account, _ key: inout KeptKey?
    ) async throws(GateError) -> Signature {
        let name = closed.item.name
        let presence = try await authority.presence(ask, credential: credential, of: account)
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        let bytes = try await sign(challenge, under: terms, with: closed, ask, presence, of: account, &key)
        afterAnswer.granted(Grant(ask: ask, factor: authentication.factor, isReused: isReused, account: account), name)
        return Signature(bytes: bytes, authentication: authentication)
    }

    private func sign(
        _ challenge: borrowing SecretBytes, under terms: SigningTerms, with closed: any ClosedItem, _ ask: Ask,
        _ presence: consuming Presence,
        of account: Account, _ key: inout KeptKey?
    ) async throws(GateError) -> [UInt8] {
        let name = closed.item.name
        let kept = presence.kept
        let proof = presence.proof
        let unlocked = presence.unlocked
        do throws(KeystoreError) {
            if let unlocked { key = try await keystore.key(of: closed, unlocked: unlocked) }
            if let key = key ?? kept {
                return try await keystore.sign(
                    challenge, under: terms, with: closed, proof: proof, key: key, now: clock.now())
            }
            return try await keystore.sign(challenge, under: terms, with: closed, proof: proof, now: clock.now())
        } catch .slotMissing(let factor) {
            throw try await refusal(of: factor, by: name, of: account)
        } catch {
            throw audit.refused(error, item: name, fallbacks: situations.fallbacks(ask, account))
        }
    }
}

extension Item {
    /// The item after the uses that are not on disk yet.
    fileprivate func used(_ use: ItemUse?) -> Item {
        guard let use else { return self }
        var item = self
        item.lastUsedAt = use.at
        item.servers = use.servers.reversed().reduce(servers) { $0.noting($1) }
        return item
    }
}
