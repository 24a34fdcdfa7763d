internal import Crypto
internal import FoundationEssentials
public import GateModel
public import GatePolicy
public import GateSecret
public import GateVault

/// An item in the database, and whether it replaced another.
struct WrittenItem {
    let item: Item
    let isReplacement: Bool
}

extension Keystore {
    public func items(of user: User) throws(KeystoreError) -> [Item] {
        try database.read { db in
            guard let account = try account(of: user, db) else { return [] }
            return try ItemRecord.all(ItemRecord.ofUser, account.record.uid, in: db)
                .map { record in
                    guard account.isAuthentic(record) else { throw KeystoreError.tampered(.item) }
                    return try account.item(record, sealedBy: sealing, db)
                }
        }
    }

    public func item(_ name: ItemName, of user: User) throws(KeystoreError) -> Item {
        try database.read { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            return try account.item(account.record(of: name, db), sealedBy: sealing, db)
        }
    }

    public func slots(
        storing draft: ItemDraft, byteCount: Int, of user: User, passwordAvailable: Bool
    ) throws(KeystoreError) -> [Factor] {
        try database.read { db in
            let account = try accountOrNew(of: user, db)
            try checkRoom(for: draft, byteCount: byteCount, of: account, db)
            return try account.slots(
                for: draft, hasFingerprint: hasFingerprint(account, db), passwordAvailable: passwordAvailable)
        }
    }

    public func store(
        _ secret: borrowing SecretBytes, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item {
        guard proof.covers(Purpose(.store, item: draft.name), of: user.id, at: now) else { throw .proofRejected }
        let presented = proof.factor
        return try await writeItem(draft, of: user, since: try standing(behind: presented, of: user)) { account, db in
            try put(
                secret, as: draft, key: nil, under: SymmetricKey(size: .bits256), of: account,
                passwordAvailable: passwordAvailable, presented: presented, now: now, db)
        }
    }

    /// The account whose keys must be unchanged when an item is written with the user's presence; nil if no factor was
    /// presented: such an item may be written at any time.
    func standing(behind presented: Factor?, of user: User) throws(KeystoreError) -> KeyedUser? {
        guard presented != nil else { return nil }
        return try database.read { db in try account(of: user, db) }
    }

    /// Writes an item in one transaction. If it replaces another, no old copy of the database can undo that. `before`
    /// is the account whose keys sealed the content, or that a presence was shown for.
    func writeItem(
        _ draft: ItemDraft, of user: User, since before: KeyedUser?,
        _ put: (KeyedUser, Database) throws -> WrittenItem
    ) async throws(KeystoreError) -> Item {
        func body(_ db: Database) throws -> WrittenItem {
            let account = try savedAccount(of: user, db)
            // The presence's enrolment may have ended while the TPM worked.
            guard before.map({ account.hasKeys(of: $0) }) ?? true else { throw KeystoreError.proofRejected }
            return try put(account, db)
        }
        // Without `replace`, only an invalidated item is replaced, which nothing opens.
        guard draft.replace else { return try database.write(itemsOf: .only(user.id), body).item }
        return try await owing(user.id, where: \.isReplacement, body).item
    }

    /// Writes an item with its slots, replacing the one of its name; `key` is the public half of a signing key.
    func put(
        _ content: borrowing SecretBytes, as draft: ItemDraft, key: PublicKey?, under dataKey: SymmetricKey,
        of account: KeyedUser, passwordAvailable: Bool, presented: Factor?, now: Moment, _ db: Database
    ) throws -> WrittenItem {
        guard draft.isSound(asKey: key != nil) else { throw KeystoreError.proofRejected }
        try checkRoom(for: draft, byteCount: content.count, of: account, db)
        let factors = try account.slots(
            for: draft, hasFingerprint: hasFingerprint(account, db), passwordAvailable: passwordAvailable)
        // Without a presence, no fingerprint slot: a finger must not open an item that no finger was asked for.
        guard presented.map(draft.access.allows) ?? !factors.contains(.fingerprint) else {
            throw KeystoreError.proofRejected
        }
        if draft.isUpdate {
            let record = try update(draft, of: account, factors, now: now, db)
            try account.seal(content, in: record, under: dataKey, factors: factors, db)
            return WrittenItem(item: try account.item(record, sealedBy: sealing, db), isReplacement: true)
        }
        let isReplacement = try ItemRecord.delete(draft.name, of: account.record.uid, db)
        var record = ItemRecord(draft, key: key, of: account.record, sealing: sealing, createdAt: now.wall)
        try account.sign(&record)
        try record.insert(db)
        try account.seal(content, in: record, under: dataKey, factors: factors, db)
        return WrittenItem(item: try account.item(record, sealedBy: sealing, db), isReplacement: isReplacement)
    }

    /// Notes new content in the row of a secret, which gets slots for these factors.
    private func update(
        _ draft: ItemDraft, of account: KeyedUser, _ factors: [Factor], now: Moment, _ db: Database
    ) throws -> ItemRecord {
        var record = try account.openableRecord(of: draft.name, db)
        // The item may have been replaced since the user was asked.
        guard try record.content() == .secret, !record.isForLogin, try record.access() == draft.access else {
            throw KeystoreError.proofRejected
        }
        record.updatedBy = draft.owner
        record.updatedAt = now.wall.millisecondsSinceEpoch
        if factors.contains(.fingerprint) { record.fingerprintLostBy = nil }
        try account.sign(&record)
        try record.update(db)
        return record
    }

    public func delete(_ name: ItemName, of user: User) async throws(KeystoreError) {
        try await owing(user.id) { db in
            guard let account = try account(of: user, db),
                try ItemRecord.delete(name, of: account.record.uid, db)
            else { throw KeystoreError.itemNotFound(name) }
        }
    }

    public func setDestinations(
        _ destinations: [SSHDestination], of name: ItemName, of user: User
    ) async throws(KeystoreError) -> Item {
        // No old copy of the database can undo it.
        try await owing(user.id) { db in
            guard let account = try account(of: user, db) else { throw KeystoreError.itemNotFound(name) }
            var record = try account.record(of: name, db)
            guard try record.content().usage == .ssh else { throw KeystoreError.itemNotFound(name) }
            record.destinations = ServerLists.text(of: destinations)
            try account.sign(&record)
            try record.update(db)
            return try account.item(record, sealedBy: sealing, db)
        }
    }

    /// Throws `limit` if the rows of all users fill the database's limit.
    func checkRoom(for byteCount: Int, _ db: Database) throws {
        let used: Int64? = try db.value(
            """
            SELECT (page_count - freelist_count) * page_size
            FROM pragma_page_count, pragma_freelist_count, pragma_page_size
            """)
        guard Int(used ?? 0) + byteCount <= limits.databaseBytes else {
            throw KeystoreError.limit(Limit(name: "limits.databaseBytes", maximum: limits.databaseBytes))
        }
    }

    /// Throws `itemExists` and `limit`.
    private func checkRoom(for draft: ItemDraft, byteCount: Int, of account: KeyedUser, _ db: Database) throws {
        let uid = account.record.uid
        let existing = try ItemRecord.fetch(draft.name, of: uid, db)
        // A program that may overwrite items must not lock the user out of a site.
        if let existing, existing.passkey != nil, draft.passkey == nil { throw KeystoreError.itemExists(draft.name) }
        if let existing, !draft.replace {
            guard account.isAuthentic(existing) else { throw KeystoreError.tampered(.item) }
            guard existing.invalidatedBy != nil else { throw KeystoreError.itemExists(draft.name) }
        }
        if draft.access.openers == [.system], let other = try ItemRecord.fetchForLogin(of: uid, db),
            other.name != draft.name.rawValue
        {
            throw KeystoreError.itemExists(try other.itemName())
        }
        let others: Int64? = try db.value(
            "SELECT COUNT(*) FROM item WHERE uid = ? AND name <> ?", [uid, draft.name.rawValue])
        guard Int(others ?? 0) < limits.itemsPerUser else {
            throw KeystoreError.limit(Limit(name: "limits.itemsPerUser", maximum: limits.itemsPerUser))
        }
        let used: Int64? = try db.value(
            """
            SELECT COALESCE(SUM(LENGTH(content.ciphertext) - ?), 0) FROM content JOIN item ON item.id = content.item
            WHERE item.uid = ? AND item.name <> ?
            """, [Int64(Cipher.overhead), uid, draft.name.rawValue])
        guard Int(used ?? 0) + byteCount <= limits.itemBytesPerUser else {
            throw KeystoreError.limit(Limit(name: "limits.itemBytesPerUser", maximum: limits.itemBytesPerUser))
        }
        let givesWay = try existing.flatMap { try ContentRecord.find($0.id, in: db)?.ciphertext.count } ?? 0
        try checkRoom(for: byteCount - givesWay, db)
    }
}

extension ItemDraft {
    /// Whether an item for logins, and no other, is bound to a password, and a login's finger alone opens it; and whether a
    /// passkey, and no other, has the terms of one.
    fileprivate func isSound(asKey isKey: Bool) -> Bool {
        guard (passkey != nil) == (isKey && usage == .passkey) else { return false }
        guard let login else { return access.openers == [.user] }
        return access == .login && !isKey && LoginBinding(bytes: login.bytes) == login
    }
}

extension KeyedUser {
    /// The authenticated record of an item; throws `itemNotFound`.
    func record(of name: ItemName, _ db: Database) throws -> ItemRecord {
        guard let item = try ItemRecord.fetch(name, of: record.uid, db) else { throw KeystoreError.itemNotFound(name) }
        guard isAuthentic(item) else { throw KeystoreError.tampered(.item) }
        return item
    }

    func item(_ record: ItemRecord, sealedBy sealing: Item.Sealing, _ db: Database) throws -> Item {
        try record.item(openableBy: SlotRecord.fetchAll(of: record, db).factors, sealedBy: sealing)
    }

    /// The factors that the access allows and the user has; throws `slotMissing` if there are none.
    func slots(
        for draft: ItemDraft, hasFingerprint: Bool, passwordAvailable: Bool
    ) throws(KeystoreError) -> [Factor] {
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

    /// Writes content and slots under a fresh data key, replacing existing ones.
    func seal(
        _ content: borrowing SecretBytes, in item: ItemRecord, under dataKey: SymmetricKey, factors: [Factor],
        _ db: Database
    ) throws {
        let ciphertext = try Cipher.seal(
            content, under: keys.itemKey(from: dataKey), authenticating: item.identity(.content, of: record))
        try ContentRecord(item: item.id, ciphertext: ciphertext).upsert(db)
        try SlotRecord.deleteAll(of: item, db)
        for factor in factors { try makeSlot(factor, for: item, dataKey: dataKey).insert(db) }
        guard record.hasUnusedKeys, factors.contains(where: { $0 != .pin }) else { return }
        var account = self
        account.update { $0.hasUnusedKeys = false }
        try account.save(db)
    }
}
