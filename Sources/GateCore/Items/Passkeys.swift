import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Makes passkeys, signs in with them, and lists and deletes them. Every signature takes a presence of its own.
///
/// Confined to the Gatekeeper's loop.
final class Passkeys {
    private let keystore: any CredentialStore
    private let users: Users
    private let records: Records
    private let ledger: Ledger
    private let authority: Authority
    private let opener: Opener
    private let items: Items
    private let newItems: NewItems
    private let authentications: Authentications
    private let situations: Situations
    private let clock: GateClock
    private let audit: Audit
    private var cancelled = CancelledRequests()

    init(
        keystore: any CredentialStore, users: Users, records: Records, ledger: Ledger, authority: Authority,
        opener: Opener, items: Items, newItems: NewItems, authentications: Authentications, situations: Situations,
        clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.users = users
        self.records = records
        self.ledger = ledger
        self.authority = authority
        self.opener = opener
        self.items = items
        self.newItems = newItems
        self.authentications = authentications
        self.situations = situations
        self.clock = clock
        self.audit = audit
    }

    /// The items that are passkeys, by relying party, then the oldest first.
    func all(of user: UserID) async throws(GateError) -> [Item] {
        try await items.all(of: user).filter { $0.passkey != nil }
            .sorted { left, right in
                let parties = (left.passkey?.relyingParty.rawValue ?? "", right.passkey?.relyingParty.rawValue ?? "")
                return parties.0 == parties.1 ? left.createdAt < right.createdAt : parties.0 < parties.1
            }
    }

    /// The passkey with that id; nil if the user has none.
    func item(_ id: [UInt8], of user: UserID) async throws(GateError) -> Item? {
        try await all(of: user).first { $0.passkey?.id == id }
    }

    /// The ids among these that a silent search finds.
    func known(_ ids: [[UInt8]], to party: RelyingPartyID, of user: UserID) async throws(GateError) -> [[UInt8]] {
        let found = try await all(of: user).compactMap(\.passkey)
            .filter { $0.relyingParty == party && $0.protection != .required }
        return ids.filter { id in found.contains { $0.id == id } }
    }

    /// Sets or removes the user's own name for a passkey; false if the user has none of that id.
    func rename(_ id: [UInt8], to label: Label?, of user: UserID, by caller: Caller) async throws(GateError) -> Bool {
        let account = try await users.lasting(user)
        guard let item = try await item(id, of: user) else { return false }
        try await records.stored { keystore throws(KeystoreError) in
            try await keystore.setLabel(label, of: item.name, of: account.user)
        }
        try await records.refresh(account)
        audit.changedAtWill(caller, account, .passkeyRenamed, item: item.name)
        return true
    }

    /// Gets the user's presence, and notes that the user cancelled.
    private func presence(
        _ ask: Ask, for party: RelyingPartyID, credential: consuming PresentedCredential?, of account: Account
    ) async throws(GateError) -> Presence {
        do throws(GateError) {
            return try await authority.presence(ask, credential: credential, of: account)
        } catch {
            if error == .cancelled(by: .user) { cancelled.note(party, of: ask.user, at: clock.now()) }
            throw error
        }
    }

    /// Why a call asks nobody; nil if it may ask.
    private func storm(_ ask: Ask, of party: RelyingPartyID) -> PasskeyRefusal? {
        cancelled.refusal(of: party, to: ask.user, at: clock.now()).map { .tooManyCancelled(retryAfter: $0) }
    }

    /// Makes a passkey after the user's presence, and has it sign its own data.
    func make(
        _ creation: PasskeyCreation, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Result<PasskeyAnswer, PasskeyRefusal> {
        let account = try await users.lasting(ask.user)
        let (passkey, others) = (creation.passkey, try await all(of: ask.user))
        if credential == nil, let refusal = storm(ask, of: passkey.relyingParty) { return .failure(refusal) }
        let old = others.last { $0.passkey?.givesWay(to: passkey) == true }
        guard let name = old?.name ?? ItemName.ofPasskey(passkey.relyingParty) else { throw .storageFailed }
        let factors: [Factor] = account.kept.pinSet ? [.fingerprint, .pin] : [.fingerprint]
        let draft = ItemDraft(
            name: name, label: old?.label, access: Access(factors: factors, enrollment: creation.enrollment),
            owner: ask.caller.program.owner, replace: old != nil, usage: .passkey, passkey: passkey)
        let subject = SignatureSubject(
            .newPasskey(passkey.relyingParty, account: passkey.account, creation.enrollment))
        let ask = ask.making(name, by: factors, subject)
        let excluded = others.first { item in
            item.passkey.map { $0.relyingParty == passkey.relyingParty && creation.excluded.contains($0.id) } ?? false
        }
        // The keystore counts a key's few bytes when it writes them.
        if excluded == nil { try await newItems.refuseStoring(draft, byteCount: 0, ask, of: account) }
        let presence = try await presence(
            ask, for: passkey.relyingParty, credential: credential, of: account)
        let authentication = presence.authentication
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        if let excluded {
            // Only now: nobody learns which passkeys a user has without asking that user.
            audit.denied(
                ask.caller, ask.user,
                RefusedCall(
                    method: "MakeCredential", operation: .createKey, item: excluded.name,
                    error: .itemExists(excluded.name)),
                hasAccount: account.hasName)
            return .failure(.excluded)
        }
        let signed: SignedPasskey
        do throws(KeystoreError) {
            signed = try await keystore.createPasskey(
                creation.algorithm, as: draft, attesting: creation.clientDataHash, of: account.user,
                passwordAvailable: account.hasPassword, proof: presence.takeProof(), now: clock.now())
        } catch {
            throw audit.refused(error, item: name, fallbacks: situations.fallbacks(ask, account))
        }
        // Another call may have made one for the account while this one waited.
        for other in try await all(of: ask.user)
        where other.name != name && other.passkey?.givesWay(to: passkey) == true {
            try await records.stored { keystore throws(KeystoreError) in
                try await keystore.delete(other.name, of: account.user)
            }
        }
        ledger.forgetUse(of: name, by: ask.user)
        authentications.forget(name, of: ask.user)
        try await records.refresh(account)
        audit.granted(ask, factor: authentication.factor, of: account)
        return .success(PasskeyAnswer(signed, authentication))
    }

    /// Signs in with the passkey that the user chooses among those that fit, by default the first.
    func signIn(
        _ signIn: SignIn, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Result<PasskeyAnswer, PasskeyRefusal> {
        let account = try await users.account(ask.user)
        let fitting = signIn.fitting(try await all(of: ask.user))
        guard let first = fitting.first, let party = first.passkey?.relyingParty else { return .failure(.noneFits) }
        let offered = signIn.offered(fitting)
        if offered.isEmpty, case .invalidated(let cause) = first.state { throw .itemInvalidated(first.name, by: cause) }
        if credential == nil, let refusal = storm(ask, of: party) { return .failure(refusal) }
        var closed: [any ClosedItem] = []
        for item in offered {
            let read = try await opener.item(item.name, of: account)
            // It may have been replaced since it was listed.
            guard read.item.passkey == item.passkey else { throw .signatureRefused(.otherKey) }
            closed.append(read)
        }
        let subject = SignatureSubject(
            .passkey(
                party, account: offered.first?.passkey?.account,
                derivesSecret: signIn.derivation != nil && offered.contains { $0.passkey?.derivesSecrets == true }))
        let ask = ask.signingIn(with: closed.map(\.item), subject)
        let presence = try await presence(ask, for: party, credential: credential, of: account)
        let chosen = closed[ask.choice?.chosenPlace ?? 0]
        let opened = try await opener.open(chosen, ask.naming(chosen.item), presence, of: account) {
            keystore, proof, key, now throws(KeystoreError) in
            try await keystore.signIn(
                with: chosen, among: closed.map(\.item.name), signIn.clientDataHash, deriving: signIn.derivation,
                proof: proof, key: key, now: now)
        }
        return .success(PasskeyAnswer(opened.result, opened.authentication, accounts: closed.count))
    }
}
