internal import Crypto
internal import FoundationEssentials
internal import GRDB
public import GateModel
public import GatePolicy
public import GateSecret

extension Keystore {
    /// Opens a secret by the slot of the proof's factor, a fingerprint or the password. Writes nothing.
    ///
    /// Throws `proofRejected`, also for a key, `itemNotFound`, `itemInvalidated` and `slotMissing`.
    public func open(
        _ name: ItemName, of user: User, proof: consuming PresenceProof, now: Moment
    ) throws(KeystoreError) -> SecretBytes {
        let item = try opened(name, of: user, for: Purpose(.retrieve, item: name), proof: proof, now: now)
        return item.content
    }

    /// Opens a secret by its PIN slot; as the other one, and throws `pinChanged` where the PIN was changed since.
    public func open(
        _ name: ItemName, of user: User, proof: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        now: Moment
    ) throws(KeystoreError) -> SecretBytes {
        let item = try opened(
            name, of: user, for: Purpose(.retrieve, item: name), proof: proof, unlocked: pin, now: now)
        return item.content
    }

    func opened(
        _ name: ItemName, of user: User, for purpose: Purpose, proof: consuming PresenceProof, now: Moment
    ) throws(KeystoreError) -> OpenedItem {
        guard proof.covers(purpose, of: user.id, at: now), let factor = proof.factor, factor != .pin else {
            throw .proofRejected
        }
        return try opened(name, of: user, for: purpose, by: factor) { account, item, slots throws(KeystoreError) in
            try account.dataKey(in: slots, factor, of: item)
        }
    }

    func opened(
        _ name: ItemName, of user: User, for purpose: Purpose, proof: consuming PresenceProof,
        unlocked pin: borrowing UnlockedPIN, now: Moment
    ) throws(KeystoreError) -> OpenedItem {
        guard proof.covers(purpose, of: user.id, at: now), proof.factor == .pin else { throw .proofRejected }
        return try opened(name, of: user, for: purpose, by: .pin) { account, item, slots throws(KeystoreError) in
            try account.dataKey(in: slots, of: item, unlocked: pin)
        }
    }

    private func opened(
        _ name: ItemName, of user: User, for purpose: Purpose, by factor: Factor,
        dataKey: (Account, ItemRecord, [SlotRecord]) throws(KeystoreError) -> SymmetricKey
    ) throws(KeystoreError) -> OpenedItem {
        let sealed = try database.read { db in
            guard let account = try self.account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            return try account.sealedItem(account.openableRecord(of: name, db), db)
        }
        return try sealed.opened(for: purpose, by: factor, dataKey: dataKey)
    }

    /// The item, and keeps what opening it takes, so that a finger need not wait for the database; throws as `item`.
    public func itemToOpen(_ name: ItemName, of user: User) throws(KeystoreError) -> Item {
        let database = try database
        let stamp = database.stamp
        let (item, sealed) = try database.read { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            let record = try account.record(of: name, db)
            guard try record.state() == .valid else {
                return (try account.item(record, sealedBy: sealing, db), SealedItem?.none)
            }
            let sealed = try account.sealedItem(record, db)
            return (try sealed.item(sealedBy: sealing), sealed)
        }
        if let sealed, let stamp { database.prepared.keep(sealed, of: name, user, at: stamp) }
        return item
    }

    /// What `itemToOpen` kept of a valid item; nil where anything was written to the database since, notes of use apart.
    /// Found and opened without a wait, and to be used at once.
    public nonisolated func preparedItem(_ name: ItemName, of user: User) -> PreparedItem? {
        prepared.item(name, of: user).map { PreparedItem(name: name, user: user.id, sealed: $0, sealing: sealing) }
    }

    /// Makes the fingerprint slot anew, after the password was given: with a fresh data key and content, so that what
    /// the item was sealed with before is gone. `finger` is the proof of the present enrolment.
    ///
    /// Throws as `open`, and `slotMissing` where the item or the user has no fingerprint.
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

    /// Makes the fingerprint slot anew, after the PIN was given; as the other one.
    public func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        finger: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard credential.covers(Purpose(.renew, item: name), of: user.id, at: now), credential.factor == .pin else {
            throw .proofRejected
        }
        return try await renew(name, of: user, finger: finger, now: now) { account, item, slots throws(KeystoreError) in
            try account.dataKey(in: slots, of: item, unlocked: pin)
        }
    }

    private func renew(
        _ name: ItemName, of user: User, finger: consuming PresenceProof, now: Moment,
        dataKey: (Account, ItemRecord, [SlotRecord]) throws(KeystoreError) -> SymmetricKey
    ) async throws(KeystoreError) -> Item {
        guard finger.covers(Purpose(.renew, item: name), of: user.id, at: now), finger.factor == .fingerprint else {
            throw .proofRejected
        }
        let (before, item, key, ciphertext) = try database.read { db in
            guard let account = try self.account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            let item = try account.openableRecord(of: name, db)
            guard try item.access().allows(.fingerprint), account.hasFingerprint else {
                throw KeystoreError.slotMissing(.fingerprint)
            }
            let key = try dataKey(account, item, SlotRecord.fetchAll(of: item, db))
            return (account, item, key, try account.ciphertext(of: item, db))
        }
        let opened = OpenedItem(
            account: before, record: item, dataKey: key,
            content: try before.open(ciphertext, of: item, dataKey: key))
        let fresh = SymmetricKey(size: .bits256)
        let content = try await content(of: opened, under: fresh)
        return try await owing(user.id) { db in
            // What both were presented for may have ended, and the item given way, while the TPM worked.
            guard let account = try self.account(of: user, db), account.hasKeys(of: before) else {
                throw KeystoreError.proofRejected
            }
            var present = try account.openableRecord(of: name, db)
            let slots = try SlotRecord.fetchAll(of: present, db)
            // The credential still has to open the very same, and a PIN to be the present one.
            guard present.id == item.id, try dataKey(account, present, slots) == key else {
                throw KeystoreError.proofRejected
            }
            let factors = Factor.allCases.filter { factor in
                factor == .fingerprint || slots.contains { $0.factor == factor.rawValue }
            }
            try account.seal(content, in: present, under: fresh, factors: factors, db)
            if present.fingerprintLostBy != nil {
                present.fingerprintLostBy = nil
                try account.sign(&present)
                try present.update(db)
            }
            return try account.item(present, sealedBy: sealing, db)
        }
    }
}

/// A valid item that was read before it is opened.
public struct PreparedItem: Sendable {
    let name: ItemName
    let user: UserID
    let sealed: SealedItem
    let sealing: Item.Sealing

    /// What is known of it without opening it; throws `tampered`.
    public func item() throws(KeystoreError) -> Item { try sealed.item(sealedBy: sealing) }

    /// Opens a secret by the slot of the proof's factor, as `Keystore.open`, and throws what it throws.
    public func open(proof: consuming PresenceProof, now: Moment) throws(KeystoreError) -> SecretBytes {
        let purpose = Purpose(.retrieve, item: name)
        guard proof.covers(purpose, of: user, at: now), let factor = proof.factor, factor != .pin else {
            throw .proofRejected
        }
        let opened = try sealed.opened(for: purpose, by: factor) { account, item, slots throws(KeystoreError) in
            try account.dataKey(in: slots, factor, of: item)
        }
        return opened.content
    }
}

/// What the database has of a valid item, authenticated and closed.
struct SealedItem: Sendable {
    let account: Account
    var record: ItemRecord
    let slots: [SlotRecord]
    let ciphertext: Data

    func item(sealedBy sealing: Item.Sealing) throws(KeystoreError) -> Item {
        try record.item(openableBy: slots.factors, sealedBy: sealing)
    }

    func opened(
        for purpose: Purpose, by factor: Factor,
        dataKey: (Account, ItemRecord, [SlotRecord]) throws(KeystoreError) -> SymmetricKey
    ) throws(KeystoreError) -> OpenedItem {
        // A secret is retrieved, a key signs: what opens the one never opens the other.
        guard purpose.operation == (record.kind == Item.Kind.key.rawValue ? .sign : .retrieve),
            try record.access().allows(factor)
        else { throw .proofRejected }
        let key = try dataKey(account, record, slots)
        return OpenedItem(
            account: account, record: record, dataKey: key,
            content: try account.open(ciphertext, of: record, dataKey: key))
    }
}

/// An item that a proof opened, for as long as it is used.
struct OpenedItem: ~Copyable {
    let account: Account
    let record: ItemRecord
    let dataKey: SymmetricKey
    let content: SecretBytes
}

extension Account {
    /// The authenticated record of a valid item; throws `itemNotFound` and `itemInvalidated`.
    fileprivate func openableRecord(of name: ItemName, _ db: Database) throws -> ItemRecord {
        let item = try record(of: name, db)
        switch try item.state() {
        case .valid: return item
        case .invalidated(let reason): throw KeystoreError.itemInvalidated(name, by: reason)
        }
    }

    fileprivate func sealedItem(_ item: ItemRecord, _ db: Database) throws -> SealedItem {
        SealedItem(
            account: self, record: item, slots: try SlotRecord.fetchAll(of: item, db),
            ciphertext: try ciphertext(of: item, db))
    }

    fileprivate func ciphertext(of item: ItemRecord, _ db: Database) throws -> Data {
        guard let content = try ContentRecord.fetch(of: item, db) else { throw KeystoreError.tampered(.item) }
        return content.ciphertext
    }

    fileprivate func open(
        _ ciphertext: Data, of item: ItemRecord, dataKey: SymmetricKey
    ) throws(KeystoreError) -> SecretBytes {
        try Sealing.open(
            ciphertext, under: keys.itemKey(from: dataKey), authenticating: item.identity(.content, of: record),
            as: .item)
    }
}
