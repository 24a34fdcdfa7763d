internal import Crypto
internal import FoundationEssentials
internal import GRDB
public import GateModel
public import GatePolicy
public import GateSecret

/// What an item shall be.
public struct ItemDraft: Hashable, Sendable {
    public let name: ItemName
    public let label: Label?
    public let kind: Item.Kind
    public let access: Access
    public let algorithm: Item.Algorithm?
    /// DER SubjectPublicKeyInfo of a key.
    public let publicKey: [UInt8]?
    /// The program that stores it.
    public let owner: String?
    /// Whether a valid item of the name gives way.
    public let replace: Bool

    public init(
        name: ItemName, label: Label? = nil, kind: Item.Kind = .secret, access: Access = Access(),
        algorithm: Item.Algorithm? = nil, publicKey: [UInt8]? = nil, owner: String? = nil, replace: Bool = false
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.access = access
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.owner = owner
        self.replace = replace
    }

    /// What a proof must be for.
    var purpose: Purpose {
        switch kind {
        case .secret: Purpose(.store, item: name)
        case .key: Purpose(.createKey, item: name)
        }
    }
}

extension Keystore {
    /// All items, invalidated ones too, by name.
    public func items(of user: User) throws(KeystoreError) -> [Item] {
        try database.read { db in
            guard let account = try account(of: user, db) else { return [] }
            return try ItemRecord.filter(Column("uid") == account.record.uid).order(Column("name")).fetchAll(db)
                .map { record in
                    guard account.isAuthentic(record) else { throw KeystoreError.tampered(.item) }
                    return try account.item(record, db)
                }
        }
    }

    /// One item, invalidated or not. Throws `itemNotFound`.
    public func item(_ name: ItemName, of user: User) throws(KeystoreError) -> Item {
        try database.read { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            return try account.item(account.record(of: name, db), db)
        }
    }

    /// The factors that `store` would make slots for now; throws what it would, the proof apart. For asking before the
    /// user is asked.
    public func slots(
        storing draft: ItemDraft, byteCount: Int, of user: User, passwordAvailable: Bool
    ) throws(KeystoreError) -> [Factor] {
        try database.read { db in
            let account = try accountOrNew(of: user, db)
            try checkRoom(for: draft, byteCount: byteCount, of: account, db)
            return try account.slots(for: draft, passwordAvailable: passwordAvailable)
        }
    }

    /// Seals a secret or a private key, with a slot for each factor that the access allows and the user has. An item of
    /// the name that is there already stays until the new one is on disk.
    ///
    /// `passwordAvailable`: whether the user's password can be checked. Throws `proofRejected`, `itemExists`, `limit`,
    /// and `slotMissing` where no slot can be made.
    public func store(
        _ secret: borrowing SecretBytes, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) throws(KeystoreError) -> Item {
        guard proof.covers(draft.purpose, of: user.id, at: now) else { throw .proofRejected }
        let presented = proof.factor
        let byteCount = secret.count
        return try database.write { db in
            let account = try savedAccount(of: user, db)
            try checkRoom(for: draft, byteCount: byteCount, of: account, db)
            let factors = try account.slots(for: draft, passwordAvailable: passwordAvailable)
            // With nobody presented, nothing may come to open by the finger that nobody asked for.
            guard presented.map(draft.access.allows) ?? !factors.contains(.fingerprint) else {
                throw KeystoreError.proofRejected
            }
            try ItemRecord.filter(Column("uid") == account.record.uid && Column("name") == draft.name.rawValue)
                .deleteAll(db)
            var record = ItemRecord(draft, of: account.record, sealing: sealing, createdAt: now.wall)
            try account.sign(&record)
            try record.insert(db)
            try account.seal(secret, in: record, factors: factors, db)
            return try account.item(record, db)
        }
    }

    /// Deletes an item, also one that does not authenticate. Throws `itemNotFound`.
    public func delete(_ name: ItemName, of user: User) throws(KeystoreError) {
        try database.write { db in
            guard let account = try account(of: user, db),
                try ItemRecord.filter(Column("uid") == account.record.uid && Column("name") == name.rawValue)
                    .deleteAll(db) > 0
            else { throw KeystoreError.itemNotFound(name) }
        }
    }

    /// Remembers when an item was last opened. Throws `itemNotFound`.
    public func noteUse(_ name: ItemName, of user: User, at moment: WallTime) throws(KeystoreError) {
        try database.write { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            var record = try account.record(of: name, db)
            record.lastUsedAt = moment.millisecondsSinceEpoch
            try account.sign(&record)
            try record.update(db)
        }
    }

    /// Throws `itemExists` and `limit`.
    private func checkRoom(for draft: ItemDraft, byteCount: Int, of account: Account, _ db: Database) throws {
        let isOfUser = Column("uid") == account.record.uid
        let existing = try ItemRecord.filter(isOfUser && Column("name") == draft.name.rawValue).fetchOne(db)
        if let existing, !draft.replace {
            guard account.isAuthentic(existing) else { throw KeystoreError.tampered(.item) }
            guard existing.invalidatedBy != nil else { throw KeystoreError.itemExists(draft.name) }
        }
        let others = ItemRecord.filter(isOfUser && Column("name") != draft.name.rawValue)
        guard try others.fetchCount(db) < limits.itemsPerUser else {
            throw KeystoreError.limit(Limit(name: "limits.itemsPerUser", maximum: limits.itemsPerUser))
        }
        let used =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT COALESCE(SUM(LENGTH(content.ciphertext) - ?), 0) FROM content JOIN item ON item.id = content.item
                    WHERE item.uid = ? AND item.name <> ?
                    """, arguments: [Sealing.overhead, account.record.uid, draft.name.rawValue]) ?? 0
        guard used + byteCount <= limits.itemBytesPerUser else {
            throw KeystoreError.limit(Limit(name: "limits.itemBytesPerUser", maximum: limits.itemBytesPerUser))
        }
    }
}

extension Account {
    /// The authenticated record of an item; throws `itemNotFound`.
    func record(of name: ItemName, _ db: Database) throws -> ItemRecord {
        let request = ItemRecord.filter(Column("uid") == record.uid && Column("name") == name.rawValue)
        guard let item = try request.fetchOne(db) else { throw KeystoreError.itemNotFound(name) }
        guard isAuthentic(item) else { throw KeystoreError.tampered(.item) }
        return item
    }

    func item(_ record: ItemRecord, _ db: Database) throws -> Item {
        let slots = try SlotRecord.filter(Column("item") == record.id).fetchAll(db).map(\.factor)
        return try record.item(openableBy: Factor.allCases.filter { slots.contains($0.rawValue) })
    }

    /// The factors of the access that the user has; throws `slotMissing` where there is none.
    func slots(for draft: ItemDraft, passwordAvailable: Bool) throws(KeystoreError) -> [Factor] {
        let factors = Factor.allCases.filter { factor in
            guard draft.access.allows(factor) else { return false }
            return switch factor {
            case .fingerprint: hasFingerprint
            case .pin: record.pin != nil
            case .password: passwordAvailable
            }
        }
        guard !factors.isEmpty else { throw .slotMissing(draft.access.factors.first ?? .fingerprint) }
        return factors
    }

    /// Writes content and slots under a fresh data key, in the place of those there are.
    func seal(_ secret: borrowing SecretBytes, in item: ItemRecord, factors: [Factor], _ db: Database) throws {
        let dataKey = SymmetricKey(size: .bits256)
        let ciphertext = try Sealing.seal(
            secret, under: keys.itemKey(from: dataKey), authenticating: item.identity(.content, of: record))
        try ContentRecord(item: item.id, ciphertext: ciphertext).upsert(db)
        try SlotRecord.filter(Column("item") == item.id).deleteAll(db)
        for factor in factors { try makeSlot(factor, for: item, dataKey: dataKey).insert(db) }
    }
}
