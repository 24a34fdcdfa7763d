internal import GateModel
public import GateSecret
public import GateVault

/// A root key whose storage can be written and destroyed.
public protocol MovableRootKey: RootKeyProvider {
    /// Makes `key` durable, replacing the present content.
    func replace(with key: borrowing SecretBytes) async throws(RootKeyError)

    /// Destroys the stored key, if there is one.
    func destroy() throws(RootKeyError)
}

extension Keystore {
    /// Moves the root key of the keystore in `directory`, which no daemon may have open. The root key stays the same,
    /// as do all items but the returned keys, which were given up.
    ///
    /// Crash-safe at each step: fills the new place and reads it back, records it in one transaction, and only then
    /// destroys the old place. Calling it again finishes an interrupted move. Throws `keysStay` if keys would be lost
    /// without `droppingKeys`, `oldCopy`, `nothingThere`, and the errors of `init`.
    public static func move(
        _ path: String, from old: any MovableRootKey, to new: any MovableRootKey, droppingKeys: Bool
    ) async throws(KeystoreError) -> [KeyInDevice] {
        let directory = try StateDirectory(path)
        try directory.createDatabaseFile()
        let database = try KeystoreDatabase(path: directory.databasePath)
        try database.migrate()
        guard var seal = try database.read({ db in try SealRecord.fetch(db) }) else {
            throw .nothingThere(path: path)
        }
        let isMoved = seal.sealing == new.sealing.rawValue
        guard isMoved || seal.sealing == old.sealing.rawValue else {
            throw .sealedElsewhere(
                recorded: Item.Sealing(rawValue: seal.sealing) ?? .credential, configured: old.sealing)
        }
        let key = try await rootKey(isMoved ? new : old)
        let root = RootKey(key.duplicate())
        guard seal.isAuthentic(under: root) else { throw .wrongRootKey }
        let keys = try database.read { db in try keysInDevice(db) }
        guard keys.isEmpty || droppingKeys || isMoved else { throw .keysStay(keys.map(\.named)) }
        if !isMoved {
            // After leaving the TPM, no counter can detect an old copy any more.
            if let old = old as? DeviceRootKey {
                try await expectNewest(seal, old.device, root, database, path: directory.databasePath)
            }
            try await place(key, in: new)
            // The database must never be without its number.
            let counter = try await counted(seal, by: new, under: root)
            seal.sealing = new.sealing.rawValue
            let moved = seal
            try database.write { db in
                for key in keys { try giveUp(key, under: root, db) }
                var moved = moved
                moved.counter = counter.map(Int64.init(clamping:))
                moved.owesRaise = false
                moved.digest = try counter.map { _ in try RollbackGuard.digest(of: db) }
                moved.sign(under: root.key(.rootCheck))
                try moved.update(db)
            }
        }
        // On a repeated call, the old place may hold another keystore's key.
        let isOurs = if isMoved { await holds(old, key) } else { true }
        do throws(RootKeyError) {
            if isOurs { try old.destroy() }
        } catch {
            throw .rootKey(error)
        }
        if let old = old as? DeviceRootKey {
            // A counter that stays takes a few bytes in the TPM and does no harm.
            try? await old.device.remove(seal.deviceCounter(under: root))
        }
        try database.close()
        return isMoved ? [] : keys.map(\.named)
    }

    private static func holds(_ provider: any MovableRootKey, _ key: borrowing SecretBytes) async -> Bool {
        guard let other = try? await provider.rootKey(mayCreate: false) else { return false }
        return other.isEqual(to: key)
    }

    /// The state of the new place's counter.
    private static func counted(
        _ seal: SealRecord, by new: any MovableRootKey, under root: borrowing RootKey
    ) async throws(KeystoreError) -> UInt64? {
        guard let new = new as? DeviceRootKey else { return nil }
        do throws(SealingFailure) {
            return try await new.device.makeCounter(seal.deviceCounter(under: root))
        } catch {
            throw .sealing(error)
        }
    }

    /// Fills the new place and checks that it gives the key back.
    private static func place(
        _ key: borrowing SecretBytes, in new: any MovableRootKey
    ) async throws(KeystoreError) {
        do throws(RootKeyError) {
            try await new.replace(with: key)
        } catch {
            throw .rootKey(error)
        }
        let placed = try await rootKey(new)
        guard placed.isEqual(to: key) else { throw .wrongRootKey }
    }

    private static func rootKey(_ provider: any MovableRootKey) async throws(KeystoreError) -> SecretBytes {
        do throws(RootKeyError) {
            return try await provider.rootKey(mayCreate: false)
        } catch {
            throw .rootKey(error)
        }
    }

    /// The keys in the TPM, with their users.
    private static func keysInDevice(_ db: Database) throws -> [KeyOfUser] {
        try ItemRecord.all("\(ItemRecord.table.select) ORDER BY uid, name", in: db)
            .filter { $0.isDeviceKey && $0.invalidatedBy == nil }
            .compactMap { item in
                guard let user = try UserRecord.find(item.uid, in: db) else { return nil }
                let named = KeyInDevice(user: UserName(rawValue: user.name), name: try item.itemName())
                return KeyOfUser(user: user, item: item, named: named)
            }
    }

    /// Keeps the item as invalidated, so that its app can tell.
    private static func giveUp(_ key: KeyOfUser, under root: borrowing RootKey, _ db: Database) throws {
        let account = try KeyedUser(key.user, under: root)
        try SlotRecord.deleteAll(of: key.item, db)
        try ContentRecord.delete(key.item.id, in: db)
        var item = key.item
        guard account.isAuthentic(item) else { return }
        item.invalidatedBy = Item.Invalidation.revoked.rawValue
        try account.sign(&item)
        try item.update(db)
    }
}

private struct KeyOfUser {
    let user: UserRecord
    let item: ItemRecord
    let named: KeyInDevice
}
