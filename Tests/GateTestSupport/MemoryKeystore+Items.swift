public import GateModel
public import GatePolicy
public import GateSecret
@_spi(Store) public import GateVault

extension MemoryKeystore {
    public func items(of user: User) async throws(KeystoreError) -> [Item] {
        try await read { contents throws(KeystoreError) in
            let items = try contents.known(user)?.items ?? [:]
            return Array(items.keys).inOrder.compactMap { items[$0]?.item(sealedBy: sealing) }
        }
    }

    public func item(_ name: ItemName, of user: User) async throws(KeystoreError) -> Item {
        try await read { contents throws(KeystoreError) in
            guard let item = try contents.known(user)?.items[name] else { throw .itemNotFound(name) }
            return item.item(sealedBy: sealing)
        }
    }

    public func slots(
        storing draft: ItemDraft, byteCount: Int, of user: User, passwordAvailable: Bool
    ) async throws(KeystoreError) -> [Factor] {
        try await read { contents throws(KeystoreError) in
            let known = try contents.knownOrNew(user)
            try known.checkRoom(for: draft, byteCount: byteCount, limits)
            return try known.slots(for: draft.access, passwordAvailable: passwordAvailable)
        }
    }

    public func store(
        _ secret: borrowing SecretBytes, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard proof.covers(Purpose(.store, item: draft.name), of: user.id, at: now) else { throw .proofRejected }
        return try await put(
            Self.bytes(of: secret), nil, as: draft, of: user, passwordAvailable: passwordAvailable,
            presented: proof.factor, now: now)
    }

    public func createKey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now) else { throw .proofRejected }
        return try await put(
            [UInt8](repeating: 0, count: 32), algorithm, as: draft, of: user, passwordAvailable: passwordAvailable,
            presented: proof.factor, now: now)
    }

    public func importKey(
        _ privateKey: borrowing SecretBytes, _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User,
        passwordAvailable: Bool, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now) else { throw .proofRejected }
        return try await put(
            unsafe privateKey.withBytes { unsafe Array($0) }, algorithm, as: draft, of: user,
            passwordAvailable: passwordAvailable, presented: proof.factor, now: now)
    }

    private func put(
        _ content: [UInt8], _ algorithm: Item.Algorithm?, as draft: ItemDraft, of user: User,
        passwordAvailable: Bool, presented: Factor?, now: Moment
    ) async throws(KeystoreError) -> Item {
        try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            var known = try contents.knownOrNew(user)
            try known.checkRoom(for: draft, byteCount: content.count, limits)
            let slots = try known.slots(for: draft.access, passwordAvailable: passwordAvailable)
            guard presented.map(draft.access.allows) ?? !slots.contains(.fingerprint) else { throw .proofRejected }
            let serial = contents.next()
            if draft.isUpdate {
                let present = try known.openable(draft.name)
                guard present.algorithm == nil, present.draft.login == nil, present.draft.access == draft.access else {
                    throw .proofRejected
                }
                var item = MemoryItem(
                    serial: serial, draft: present.draft, algorithm: nil, publicKey: nil, createdAt: present.createdAt,
                    content: content, slots: Set(slots), lastUsedAt: present.lastUsedAt, update: (draft.owner, now.wall)
                )
                if !slots.contains(.fingerprint) { item.fingerprintLostBy = present.fingerprintLostBy }
                known.items[draft.name] = item
                contents.users[user.id] = known
                return item.item(sealedBy: sealing)
            }
            let item = MemoryItem(
                serial: serial, draft: draft, algorithm: algorithm,
                publicKey: algorithm.map { _ in Array("public key \(serial)".utf8) }, createdAt: now.wall,
                content: content, slots: Set(slots))
            known.items[draft.name] = item
            contents.users[user.id] = known
            return item.item(sealedBy: sealing)
        }
    }

    public func delete(_ name: ItemName, of user: User) async throws(KeystoreError) {
        try await change(name, of: user, itemsOf: user.id) { item throws(KeystoreError) in item = nil }
    }

    public func createPasskey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, attesting clientDataHash: [UInt8], of user: User,
        passwordAvailable: Bool, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SignedPasskey {
        guard proof.covers(Purpose(.createKey, item: draft.name), of: user.id, at: now), let passkey = draft.passkey,
            let presented = proof.factor
        else { throw .proofRejected }
        let item = try await put(
            [UInt8](repeating: 0, count: 64), algorithm, as: draft, of: user, passwordAvailable: passwordAvailable,
            presented: presented, now: now)
        let publicKey = [UInt8](repeating: 0, count: 91 - (item.publicKey ?? []).count) + (item.publicKey ?? [])
        guard let data = AuthenticatorData(making: passkey, algorithm, publicKey: publicKey, hash: [], counter: 1)
        else {
            throw .proofRejected
        }
        return SignedPasskey(
            item: item, passkey: passkey, data: data,
            signature: Self.signature(of: data.bytes + clientDataHash, by: item.publicKey ?? []))
    }

    public func setLabel(_ label: Label?, of name: ItemName, of user: User) async throws(KeystoreError) {
        try await change(name, of: user, itemsOf: user.id) { item throws(KeystoreError) in
            guard let old = item?.draft else { return }
            item?.draft = ItemDraft(
                name: name, label: label, access: old.access, owner: old.owner, login: old.login, usage: old.usage,
                passkey: old.passkey)
        }
    }

    public func setDestinations(
        _ destinations: [SSHDestination], of name: ItemName, of user: User
    ) async throws(KeystoreError) -> Item {
        try await change(name, of: user, itemsOf: user.id) { item throws(KeystoreError) in
            guard item?.draft.usage == .ssh, item?.algorithm != nil else { throw .itemNotFound(name) }
            item?.destinations = destinations
        }
        return try await item(name, of: user)
    }

    /// Throws `itemNotFound`.
    private func change(
        _ name: ItemName, of user: User, itemsOf owner: UserID?,
        _ body: (inout MemoryItem?) throws(KeystoreError) -> Void
    ) async throws(KeystoreError) {
        try await write(itemsOf: owner) { contents throws(KeystoreError) in
            guard var known = try contents.known(user), known.items[name] != nil else { throw .itemNotFound(name) }
            try body(&known.items[name])
            contents.users[user.id] = known
        }
    }
}

// MARK: Opening

/// An item as a call read it.
private struct ReadItem: ClosedItem {
    let item: Item
    let user: User
    let generation: UInt64?
    /// The item as its user had it; its PIN may be another by now.
    let serial: UInt64
    let pin: UInt64?
    let byteCount: Int

    func fits(_ key: KeptKey) -> Bool {
        key.slot == Array(String(serial).utf8) && key.salt == pin.map { Array(String($0).utf8) }
    }
}

extension MemoryKeystore {
    public func itemToOpen(_ name: ItemName, of user: User) async throws(KeystoreError) -> any ClosedItem {
        try await read { contents throws(KeystoreError) in
            guard let known = try contents.known(user) else { throw .itemNotFound(name) }
            return ReadItem(
                item: try known.openable(name).item(sealedBy: sealing), user: user,
                generation: contents.generations[user.id], serial: try known.openable(name).serial,
                pin: known.pin?.version, byteCount: try known.openable(name).content.count)
        }
    }

    public func key(
        of closed: any ClosedItem, unlocked pin: borrowing UnlockedPIN
    ) async throws(KeystoreError) -> KeptKey {
        guard let closed = closed as? ReadItem else { throw .proofRejected }
        let unlocked = Self.version(of: pin)
        guard let known = try now.known(closed.user) else { throw .itemNotFound(closed.item.name) }
        let item = try known.openable(closed.item.name)
        try known.expectSlot(.pin, of: item, unlocked)
        return KeptKey(slot: Array(String(item.serial).utf8), salt: pin.salt, dataKey: SecretBytes(count: 0) { _ in })
    }

    public func open(
        _ closed: any ClosedItem, proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        Self.secret(try await opened(closed, for: .call(.retrieve), proof, key, now).content)
    }

    public func open(
        _ closed: [any ClosedItem], proof: consuming PresenceProof, keys: [KeptKey], now: Moment
    ) async throws(KeystoreError) -> [HeldSecret] {
        var items: [ReadItem] = []
        for each in closed {
            guard let item = each as? ReadItem else { throw .proofRejected }
            items.append(item)
        }
        guard let user = items.first?.user.id, items.allSatisfy({ $0.user.id == user }),
            proof.covers(Purpose(retrieving: items.map(\.item.name)), of: user, at: now), let factor = proof.factor,
            keys.count == (factor == .pin ? items.count : 0)
        else { throw .proofRejected }
        var secrets: [HeldSecret] = []
        for (index, item) in items.enumerated() {
            let opened = try await opened(item, for: .call(.retrieve), by: factor, factor == .pin ? keys[index] : nil)
            guard !opened.draft.access.opensAlone else { throw .proofRejected }
            secrets.append(HeldSecret(Self.secret(opened.content)))
        }
        return secrets
    }

    public func itemForLogin(of user: User) async throws(KeystoreError) -> LoginItem? {
        try await read { contents throws(KeystoreError) in
            guard let known = try contents.known(user),
                let (name, binding) = known.items.compactMap({ name, item in item.draft.login.map { (name, $0) } })
                    .first
            else { return nil }
            return LoginItem(
                closed: ReadItem(
                    item: try known.openable(name).item(sealedBy: sealing), user: user,
                    generation: contents.generations[user.id], serial: try known.openable(name).serial,
                    pin: known.pin?.version, byteCount: 0), binding: binding)
        }
    }

    public func openForLogin(
        _ closed: any ClosedItem, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        Self.secret(try await opened(closed, for: .login, proof, nil, now).content)
    }

    public func renewForLogin(
        _ closed: any ClosedItem, to password: borrowing SecretBytes, boundBy binding: LoginBinding,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) {
        guard let closed = closed as? ReadItem,
            proof.covers(Purpose(.renewLogin, item: closed.item.name), of: closed.user.id, at: now),
            proof.factor == .password
        else { throw .proofRejected }
        let content = Self.bytes(of: password)
        try await write(itemsOf: closed.user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(closed.user) else { throw .itemNotFound(closed.item.name) }
            var item = try known.openable(closed.item.name)
            guard item.draft.login != nil, item.slots == [.fingerprint] else { throw .proofRejected }
            item.content = content
            item.draft = ItemDraft(
                name: item.draft.name, label: item.draft.label, access: item.draft.access, owner: item.draft.owner,
                login: binding)
            known.items[closed.item.name] = item
            contents.users[closed.user.id] = known
        }
    }

    public func sign(
        _ challenge: borrowing SecretBytes, under terms: SigningTerms, with closed: any ClosedItem,
        proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> [UInt8] {
        let item = try await opened(closed, for: .call(.sign), proof, key, now)
        try item.expect(terms)
        await device.pass()
        return Self.signature(of: Self.bytes(of: challenge), by: item.publicKey ?? [])
    }

    public func signIn(
        with closed: any ClosedItem, among names: [ItemName], _ clientDataHash: [UInt8],
        deriving derivation: SecretDerivation?,
        proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> SignedPasskey {
        guard let asked = closed as? ReadItem, names.contains(asked.item.name) else { throw .proofRejected }
        let item = try await opened(
            closed, for: .call(.sign), proof, key, now,
            purpose: names.count > 1 ? Purpose(signingWithOneOf: names) : nil)
        guard let passkey = item.draft.passkey else { throw .proofRejected }
        guard item.serial == asked.serial else { throw .keyChanged(.otherKey) }
        let age = (now.wall.millisecondsSinceEpoch - item.createdAt.millisecondsSinceEpoch) / 1000
        let counter = max(item.counter + 1, UInt32(clamping: age))
        try await change(asked.item.name, of: asked.user, itemsOf: nil) { item throws(KeystoreError) in
            item?.counter = counter
        }
        await device.pass()
        let data = AuthenticatorData(signingInTo: [], counter: counter, secrets: derivation?.salts.flatMap(\.self))
        return SignedPasskey(
            item: asked.item, passkey: passkey, data: data,
            signature: Self.signature(of: data.bytes + clientDataHash, by: item.publicKey ?? []))
    }

    /// An in-memory key's signature: anybody can make it.
    public static func signature(of challenge: [UInt8], by publicKey: [UInt8]) -> [UInt8] { publicKey + challenge }

    private static func secret(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// `key` is set if a PIN's key is to open the item.
    private func opened(
        _ closed: any ClosedItem, for act: Purpose.Act, _ proof: consuming PresenceProof,
        _ key: KeptKey?, _ moment: Moment, purpose: Purpose? = nil
    ) async throws(KeystoreError) -> MemoryItem {
        guard let closed = closed as? ReadItem,
            proof.covers(purpose ?? Purpose(act, item: closed.item.name), of: closed.user.id, at: moment),
            let factor = proof.factor, (factor == .pin) == (key != nil)
        else { throw .proofRejected }
        return try await opened(closed, for: act, by: factor, key)
    }

    private func opened(
        _ closed: ReadItem, for act: Purpose.Act, by factor: Factor, _ key: KeptKey?
    ) async throws(KeystoreError) -> MemoryItem {
        // A possibly changed item is read again, and waits for the disk like any reading.
        if closed.generation != now.generations[closed.user.id] { try await disk.read() }
        guard let known = try now.known(closed.user) else { throw .itemNotFound(closed.item.name) }
        return try known.opened(closed.item.name, for: act, by: factor, key)
    }

    public func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, finger: consuming PresenceProof,
        now: Moment
    ) async throws(KeystoreError) -> Item {
        guard credential.covers(Purpose(.renew, item: name), of: user.id, at: now), credential.factor == .password
        else { throw .proofRejected }
        return try await renew(name, of: user, by: .password, nil, finger, now)
    }

    public func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        finger: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard credential.covers(Purpose(.renew, item: name), of: user.id, at: now), credential.factor == .pin else {
            throw .proofRejected
        }
        return try await renew(name, of: user, by: .pin, Self.version(of: pin), finger, now)
    }

    private func renew(
        _ name: ItemName, of user: User, by factor: Factor, _ unlocked: MemoryUser.Unlocked?,
        _ finger: consuming PresenceProof, _ moment: Moment
    ) async throws(KeystoreError) -> Item {
        guard finger.covers(Purpose(.renew, item: name), of: user.id, at: moment), finger.factor == .fingerprint
        else { throw .proofRejected }
        return try await write(itemsOf: user.id) { contents throws(KeystoreError) in
            guard var known = try contents.known(user) else { throw .itemNotFound(name) }
            var item = try known.openable(name)
            guard item.draft.access.allows(.fingerprint), known.hasFingerprint else {
                throw .slotMissing(.fingerprint)
            }
            try known.expectSlot(factor, of: item, unlocked)
            item.slots.insert(.fingerprint)
            item.fingerprintLostBy = nil
            known.items[name] = item
            contents.users[user.id] = known
            return item.item(sealedBy: sealing)
        }
    }
}
