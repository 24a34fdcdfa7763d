internal import Crypto
internal import FoundationEssentials
public import GateModel
public import GatePolicy
public import GateSecret
@_spi(Store) public import GateVault

extension Keystore {
    public func itemToOpen(_ name: ItemName, of user: User) throws(KeystoreError) -> any ClosedItem {
        try sealedItem(name, of: user)
    }

    private func sealedItem(_ name: ItemName, of user: User) throws(KeystoreError) -> SealedItem {
        let generation = generations.current(of: user.id)
        return try database.read { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            var sealed = try sealedItem(name, of: account, user, generation, db)
            // The scan that follows would wait for this thread again. If the prints cannot be read, that scan throws; a
            // PIN opens the item all the same.
            if sealed.fingerprintSlot != nil, let read = try? gallery(of: account, db) {
                sealed.gallery = galleries.keep(read, of: user, generation)
            }
            return sealed
        }
    }

    private func sealedItem(
        _ name: ItemName, of account: KeyedUser, _ user: User, _ generation: UInt64, _ db: Database
    ) throws -> SealedItem {
        let record = try account.openableRecord(of: name, db)
        let slots = try SlotRecord.fetchAll(of: record, db)
        let item = try record.item(openableBy: slots.factors, sealedBy: sealing)
        // Prepared now, so that no call waits for it once the finger is there. Its errors are thrown by the opening.
        let fingerprintSlot = try? account.keyedSlot(in: slots, .fingerprint, of: record, item.access)
        return SealedItem(
            item: item, user: user, generation: generation, account: account, record: record, slots: slots,
            fingerprintSlot: fingerprintSlot, ciphertext: try account.ciphertext(of: record, db))
    }

    public func itemForLogin(of user: User) throws(KeystoreError) -> LoginItem? {
        let generation = generations.current(of: user.id)
        return try database.read { db in
            guard let account = try account(of: user, db),
                let name = try ItemRecord.fetchForLogin(of: account.record.uid, db)?.itemName()
            else { return nil }
            let sealed = try sealedItem(name, of: account, user, generation, db)
            return LoginItem(closed: sealed, binding: try sealed.record.binding())
        }
    }

    public nonisolated func openForLogin(
        _ closed: any ClosedItem, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        let item = try await opened(closed, for: .login, proof: proof, key: nil, now: now)
        return item.content
    }

    public nonisolated func open(
        _ closed: any ClosedItem, proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> SecretBytes {
        let item = try await opened(closed, for: .call(.retrieve), proof: proof, key: key, now: now)
        return item.content
    }

    public nonisolated func open(
        _ closed: [any ClosedItem], proof: consuming PresenceProof, keys: [KeptKey], now: Moment
    ) async throws(KeystoreError) -> [HeldSecret] {
        var items: [SealedItem] = []
        for each in closed { items.append(try SealedItem.own(each)) }
        let names = items.map(\.item.name)
        guard let user = items.first?.user.id, items.allSatisfy({ $0.user.id == user }),
            proof.covers(Purpose(retrieving: names), of: user, at: now), let factor = proof.factor,
            keys.count == (factor == .pin ? items.count : 0)
        else { throw .proofRejected }
        var secrets: [HeldSecret] = []
        for (index, item) in items.enumerated() {
            let key = factor == .pin ? keys[index] : nil
            let opened = try await opened(item, for: .call(.retrieve), by: factor) { sealed throws(KeystoreError) in
                guard !sealed.item.access.opensAlone else { throw .proofRejected }
                if let key { return try sealed.dataKey(key) }
                return try sealed.dataKey(factor)
            }
            secrets.append(HeldSecret(opened.content))
        }
        return secrets
    }

    public nonisolated func key(
        of closed: any ClosedItem, unlocked pin: borrowing UnlockedPIN
    ) async throws(KeystoreError) -> KeptKey {
        let sealed = try SealedItem.own(closed)
        guard sealed.generation == generations.current(of: sealed.user.id) else {
            return try await keyAnew(of: sealed.item.name, of: sealed.user, unlocked: pin)
        }
        return try sealed.key(unlocked: pin)
    }

    private func keyAnew(
        of name: ItemName, of user: User, unlocked pin: borrowing UnlockedPIN
    ) throws(KeystoreError) -> KeptKey {
        try sealedItem(name, of: user).key(unlocked: pin)
    }

    public func renewForLogin(
        _ closed: any ClosedItem, to password: borrowing SecretBytes, boundBy binding: LoginBinding,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) {
        let sealed = try SealedItem.own(closed)
        let name = sealed.item.name
        guard proof.covers(Purpose(.renewLogin, item: name), of: sealed.user.id, at: now), proof.factor == .password,
            LoginBinding(bytes: binding.bytes) == binding
        else { throw .proofRejected }
        try await owing(sealed.user.id) { db in
            // A later enrolment's fingers must not open it.
            guard let account = try account(of: sealed.user, db), account.hasKeys(of: sealed.account) else {
                throw KeystoreError.proofRejected
            }
            var present = try account.openableRecord(of: name, db)
            guard present.id == sealed.record.id, present.isForLogin else { throw KeystoreError.proofRejected }
            present.loginBinding = Data(binding.bytes)
            try account.sign(&present)
            try present.update(db)
            try account.seal(
                password, in: present, under: SymmetricKey(size: .bits256), factors: [.fingerprint], db)
        }
    }

    nonisolated func opened(
        _ closed: any ClosedItem, for act: Purpose.Act, _ purpose: Purpose? = nil, proof: consuming PresenceProof,
        key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> OpenedItem {
        let sealed = try SealedItem.own(closed)
        guard proof.covers(purpose ?? Purpose(act, item: sealed.item.name), of: sealed.user.id, at: now),
            let factor = proof.factor, (factor == .pin) == (key != nil)
        else { throw .proofRejected }
        return try await opened(sealed, for: act, by: factor) { sealed throws(KeystoreError) in
            if let key { return try sealed.dataKey(key) }
            return try sealed.dataKey(factor)
        }
    }

    /// Opens the item as it was read. If its keys may have changed since, reads and opens it on the keystore's thread
    /// instead, where no change can come in between.
    ///
    /// The generation is bumped before a change is acknowledged, so a caller that knows of a change never gets older
    /// data.
    private nonisolated func opened(
        _ sealed: SealedItem, for act: Purpose.Act, by factor: Factor,
        dataKey: @Sendable (SealedItem) throws(KeystoreError) -> SymmetricKey
    ) async throws(KeystoreError) -> OpenedItem {
        guard sealed.generation == generations.current(of: sealed.user.id) else {
            return try await openedAnew(sealed.item.name, of: sealed.user, for: act, by: factor, dataKey: dataKey)
        }
        return try sealed.opened(for: act, by: factor, dataKey: dataKey)
    }

    private func openedAnew(
        _ name: ItemName, of user: User, for act: Purpose.Act, by factor: Factor,
        dataKey: @Sendable (SealedItem) throws(KeystoreError) -> SymmetricKey
    ) throws(KeystoreError) -> OpenedItem {
        try sealedItem(name, of: user).opened(for: act, by: factor, dataKey: dataKey)
    }

    public func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, finger: consuming PresenceProof,
        now: Moment
    ) async throws(KeystoreError) -> Item {
        guard credential.covers(Purpose(.renew, item: name), of: user.id, at: now), credential.factor == .password
        else {
            throw .proofRejected
        }
        return try await renew(name, of: user, finger: finger, now: now) { account, item, slots throws(KeystoreError) in
            try account.dataKey(in: slots, .password, of: item)
        }
    }

    public func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        finger: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard credential.covers(Purpose(.renew, item: name), of: user.id, at: now), credential.factor == .pin else {
            throw .proofRejected
        }
        return try await renew(name, of: user, finger: finger, now: now) { account, item, slots throws(KeystoreError) in
            guard item.awaitsPIN else { return try account.dataKey(in: slots, of: item, unlocked: pin) }
            // The finger opens it, and from now on the PIN does, too.
            guard account.serves(pin) else { throw .pinChanged }
            return try account.dataKey(in: slots, .fingerprint, of: item)
        }
    }

    private func renew(
        _ name: ItemName, of user: User, finger: consuming PresenceProof, now: Moment,
        dataKey: (KeyedUser, ItemRecord, [SlotRecord]) throws(KeystoreError) -> SymmetricKey
    ) async throws(KeystoreError) -> Item {
        guard finger.covers(Purpose(.renew, item: name), of: user.id, at: now), finger.factor == .fingerprint else {
            throw .proofRejected
        }
        let sealed = try sealedItem(name, of: user)
        let (before, item) = (sealed.account, sealed.record)
        let isPossible = try database.read { db in try self.hasFingerprint(before, db) }
        guard try item.access().allows(.fingerprint), isPossible else { throw .slotMissing(.fingerprint) }
        let opened = try sealed.opened { sealed throws(KeystoreError) in
            try dataKey(sealed.account, sealed.record, sealed.slots)
        }
        let key = opened.dataKey
        let fresh = SymmetricKey(size: .bits256)
        let content = try await content(of: opened, under: fresh)
        return try await owing(user.id) { db in
            // The presences' enrolment may have ended, or the item been replaced, while the TPM worked.
            guard let account = try self.account(of: user, db), account.hasKeys(of: before) else {
                throw KeystoreError.proofRejected
            }
            var present = try account.openableRecord(of: name, db)
            let slots = try SlotRecord.fetchAll(of: present, db)
            // The credential must still open the same item, and the PIN be the present one.
            guard present.id == item.id, try dataKey(account, present, slots) == key else {
                throw KeystoreError.proofRejected
            }
            let gainsPIN = present.awaitsPIN
            let factors = Factor.allCases.filter { factor in
                factor == .fingerprint || factor == .pin && gainsPIN
                    || slots.contains { $0.factor == factor.rawValue }
            }
            if gainsPIN { present.factors = ItemRecord.text(of: factors) }
            try account.seal(content, in: present, under: fresh, factors: factors, db)
            if present.fingerprintLostBy != nil || gainsPIN {
                present.fingerprintLostBy = nil
                try account.sign(&present)
                try present.update(db)
            }
            return try account.item(present, sealedBy: sealing, db)
        }
    }
}

/// A valid item as the database holds it, authenticated and closed.
struct SealedItem: ClosedItem {
    let item: Item
    let user: User
    /// The user's generation at the time of reading.
    let generation: UInt64
    let account: KeyedUser
    let record: ItemRecord
    let slots: [SlotRecord]
    /// Nil if the fingerprint opens nothing.
    fileprivate let fingerprintSlot: KeyedSlot?
    let ciphertext: Data
    /// The prints that were read with it.
    fileprivate var gallery: ReadGallery?

    /// Throws `proofRejected` for another store's item, which no proof opens here.
    static func own(_ closed: any ClosedItem) throws(KeystoreError) -> SealedItem {
        guard let sealed = closed as? SealedItem else { throw .proofRejected }
        return sealed
    }

    var byteCount: Int { max(ciphertext.count - Cipher.overhead, 0) }

    private var pinSlot: Data? { slots.first { $0.factor == Factor.pin.rawValue }?.wrappedKey }

    func fits(_ key: KeptKey) -> Bool { (try? dataKey(key)) != nil }

    fileprivate func key(unlocked pin: borrowing UnlockedPIN) throws(KeystoreError) -> KeptKey {
        let dataKey = try account.dataKey(in: slots, of: record, unlocked: pin)
        guard let pinSlot else { throw .slotMissing(.pin) }
        let secret = unsafe SecretBytes(count: dataKey.bitCount / 8) { bytes in
            unsafe dataKey.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        }
        return KeptKey(slot: [UInt8](pinSlot), salt: pin.salt, dataKey: secret)
    }

    fileprivate func dataKey(_ key: KeptKey) throws(KeystoreError) -> SymmetricKey {
        guard let pinSlot else { throw .slotMissing(.pin) }
        guard account.isPresentPIN(salt: key.salt) else { throw .pinChanged }
        guard pinSlot.elementsEqual(key.slot) else { throw .proofRejected }
        return unsafe key.dataKey.withBytes { unsafe SymmetricKey(data: $0) }
    }

    func opened(
        for act: Purpose.Act, by factor: Factor,
        dataKey: (SealedItem) throws(KeystoreError) -> SymmetricKey
    ) throws(KeystoreError) -> OpenedItem {
        // The proof of one act must not allow another.
        guard try act == record.act(), item.access.allows(factor) else { throw .proofRejected }
        return try opened(by: dataKey)
    }

    /// Opens the slot of a factor other than the PIN.
    fileprivate func dataKey(_ factor: Factor) throws(KeystoreError) -> SymmetricKey {
        if factor == .fingerprint, let fingerprintSlot { return try fingerprintSlot.dataKey() }
        return try account.dataKey(in: slots, factor, of: record)
    }

    fileprivate func opened(
        by dataKey: (SealedItem) throws(KeystoreError) -> SymmetricKey
    ) throws(KeystoreError) -> OpenedItem {
        let key = try dataKey(self)
        return OpenedItem(
            account: account, record: record, dataKey: key,
            content: try account.open(ciphertext, of: record, dataKey: key))
    }
}

/// An item opened by a proof, held while it is used.
struct OpenedItem: ~Copyable {
    let account: KeyedUser
    let record: ItemRecord
    let dataKey: SymmetricKey
    let content: SecretBytes
}

extension KeyedUser {
    /// The authenticated record of a valid item; throws `itemNotFound` and `itemInvalidated`.
    func openableRecord(of name: ItemName, _ db: Database) throws -> ItemRecord {
        let item = try record(of: name, db)
        switch try item.state() {
        case .valid: return item
        case .invalidated(let reason): throw KeystoreError.itemInvalidated(name, by: reason)
        }
    }

    fileprivate func ciphertext(of item: ItemRecord, _ db: Database) throws -> Data {
        guard let content = try ContentRecord.find(item.id, in: db) else { throw KeystoreError.tampered(.item) }
        return content.ciphertext
    }

    fileprivate func open(
        _ ciphertext: Data, of item: ItemRecord, dataKey: SymmetricKey
    ) throws(KeystoreError) -> SecretBytes {
        try Cipher.open(
            ciphertext, under: keys.itemKey(from: dataKey), authenticating: item.identity(.content, of: record),
            as: .item)
    }
}
