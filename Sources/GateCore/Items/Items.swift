import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Lists items, opens secrets, signs with keys, renews and deletes.
///
/// Confined to the Gatekeeper's loop.
final class Items {
    private let keystore: any CredentialStore
    private let users: Users
    private let records: Records
    private let ledger: Ledger
    private let authority: Authority
    private let opener: Opener
    private let credentials: Credentials
    private let situations: Situations
    private let authentications: Authentications
    private let afterAnswer: AfterAnswer
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, users: Users, records: Records, ledger: Ledger, authority: Authority,
        opener: Opener, credentials: Credentials, situations: Situations, authentications: Authentications,
        afterAnswer: AfterAnswer, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.users = users
        self.records = records
        self.ledger = ledger
        self.authority = authority
        self.opener = opener
        self.credentials = credentials
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

    /// Opens a secret by a finger, a credential, or an authentication that both the item and the call allow to reuse.
    func retrieve(
        _ name: ItemName, asking ask: Ask, maximumAge: Duration, credential: consuming PresentedCredential?
    ) async throws(GateError) -> OpenedSecret {
        let account = try await users.account(ask.user)
        let closed = try await opener.item(name, of: account)
        let item = closed.item
        guard item.kind == .secret else { throw .itemNotFound(name, item.kind) }
        let opening = opener.opening(closed, ask, maximumAge: maximumAge)
        let opened = try await opener.open(closed, opening.ask, credential: credential, of: account) {
            keystore, proof, key, now throws(KeystoreError) in
            try await keystore.open(closed, proof: proof, key: key, now: now)
        }
        opener.keep(opened.key, by: opened.authentication, opening)
        let authentication = opened.authentication
        return OpenedSecret(secret: opened.takeResult(), authentication: authentication)
    }

    /// Opens several secrets by one finger, one credential, or one authentication that counts for each: all, or none.
    func retrieve(
        _ names: [ItemName], asking ask: Ask, maximumAge: Duration, credential: consuming PresentedCredential?
    ) async throws(GateError) -> OpenedSecrets {
        let account = try await users.account(ask.user)
        var closed: [any ClosedItem] = []
        for name in names {
            let each = try await opener.item(name, of: account)
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
        let secrets = try await opener.open(closed, ask, presence, of: account)
        for each in closed {
            let grant = Grant(
                ask: ask.naming(each.item), factor: authentication.factor, isReused: isReused, account: account)
            afterAnswer.granted(grant, each.item.name)
        }
        return OpenedSecrets(secrets: secrets, authentication: authentication)
    }

    /// Restores an item's fingerprint slot: opens the item with the credential, and seals it again after a touch.
    func renew(
        _ ask: Ask, _ name: ItemName, credential: consuming PresentedCredential
    ) async throws(GateError) -> Item {
        let account = try await users.lasting(ask.user)
        let item = try await opener.item(name, of: account).item
        let typed: [Factor] = item.awaitsPIN ? [.pin] : item.openableBy.filter { $0 != .fingerprint }
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

    /// Signs by a finger, a credential, or an authentication that both the key and the call allow to reuse.
    func sign(
        _ challenge: borrowing SecretBytes, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        let account = try await users.account(ask.user)
        let closed = try await opener.item(name, of: account)
        let item = closed.item
        guard item.kind == .key else { throw .itemNotFound(name, item.kind) }
        if let refusal = SigningTerms.general.refusal(of: item) { throw .signatureRefused(refusal) }
        let opening = opener.opening(closed, ask, maximumAge: maximumAge)
        let opened = try await opener.open(closed, opening.ask, credential: credential, of: account) {
            keystore, proof, key, now throws(KeystoreError) in
            try await keystore.sign(challenge, under: .general, with: closed, proof: proof, key: key, now: now)
        }
        opener.keep(opened.key, by: opened.authentication, opening)
        return Signature(bytes: opened.result, authentication: opened.authentication)
    }

    /// Signs for ssh, by a key for that alone. An authentication counts again for the same scope only, and for no other
    /// call of the connection.
    func signSSH(
        _ signing: SSHSigning, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        let account = try await users.account(ask.user)
        let closed = try await opener.item(name, of: account)
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
        let opened = try await opener.open(
            closed, ask.signing(item, signing.subject, earlier: earlier, maximumAge: maximumAge),
            credential: credential, of: account
        ) { keystore, proof, key, now throws(KeystoreError) in
            try await keystore.sign(data, under: signing.terms, with: closed, proof: proof, key: key, now: now)
        }
        // One that was reused keeps its age.
        if opened.authentication != earlier?.authentication, ask.caller.life.endedBy == nil {
            let given = ItemAuthentication(
                user: ask.user, authentication: opened.authentication, age: signing.subject.reuse ?? .zero,
                key: item.access.reusesPIN ? opened.key : nil)
            authentications.record(given, for: signing.scope, on: connection, begunIn: era)
        }
        return Signature(bytes: opened.result, authentication: opened.authentication)
    }
}

extension Item {
    /// The item after the uses that are not on disk yet.
    func used(_ use: ItemUse?) -> Item {
        guard let use else { return self }
        var item = self
        item.lastUsedAt = use.at
        item.servers = use.servers.reversed().reduce(servers) { $0.noting($1) }
        return item
    }
}
