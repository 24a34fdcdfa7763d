internal import Crypto
internal import FoundationEssentials
public import GateModel
public import GateSecret
@_spi(Store) public import GateVault

extension Keystore {
    public func unlock(pin: borrowing SecretBytes, of user: User) async throws(KeystoreError) -> UnlockedPIN? {
        while true {
            let before = try database.read { db in try self.account(of: user, db) }
            guard let tried = before?.record.pin else { throw .noPIN }
            let stretched = try await stretch(pin, salt: tried.salt, tried.scrypt)
            let account = try database.read { db in try self.account(of: user, db) }
            // The PIN may have changed meanwhile: the result says nothing about the present one.
            guard let account, account.record.pin == tried else { continue }
            do {
                let key = try account.openPINKey(tried, stretched)
                return UnlockedPIN(
                    user: user.id, publicKey: Array(tried.publicKey), salt: Array(tried.salt), privateKey: key)
            } catch {
                return nil
            }
        }
    }

    @discardableResult
    public func setPIN(
        _ pin: borrowing SecretBytes, of user: User, authorizedBy authority: consuming PINAuthority
    ) async throws(KeystoreError) -> Int {
        let before = try database.read { db in try self.account(of: user, db) }
        let salt = randomBytes(32)
        let stretched = try await stretch(pin, salt: salt, scrypt)
        switch consume authority {
        case .first:
            return try await raising(user.id) { db in
                var account = try sameOrNew(before, of: user, db)
                guard account.record.pin == nil else { throw KeystoreError.pinChanged }
                // A first PIN is authorized by no credential and allows enrolling fingers, which must not open existing
                // items.
                let invalidated = try hasVouchedPrint(account, db) ? 0 : account.apply(.fingersGone, db)
                try account.setPIN(PINKey.generate(for: user.id, salt: salt), salt: salt, scrypt, stretched)
                try account.save(db)
                return invalidated
            }
        case .password:
            return try await raising(user.id) { db in
                var account = try sameOrNew(before, of: user, db)
                let invalidated = try account.apply(.pinReset, db)
                try account.setPIN(PINKey.generate(for: user.id, salt: salt), salt: salt, scrypt, stretched)
                try account.save(db)
                try account.makePINSlotsFromPasswordSlots(db)
                return invalidated
            }
        case .old(let unlocked):
            try await raising(user.id) { db in
                guard var account = try account(of: user, db), account.record.pin != nil else {
                    throw KeystoreError.noPIN
                }
                guard account.serves(unlocked) else { throw KeystoreError.pinChanged }
                let before = account
                try account.setPIN(PINKey.generate(for: user.id, salt: salt), salt: salt, scrypt, stretched)
                try account.save(db)
                try account.makePINSlots(from: before, unlocked, db)
            }
            return 0
        }
    }

    /// The account, unless it was reset since `before`: a reset also ends the authority for the change.
    private func sameOrNew(_ before: KeyedUser?, of user: User, _ db: Database) throws -> KeyedUser {
        guard let before else { return try accountOrNew(of: user, db) }
        guard let account = try account(of: user, db), account.hasKeys(of: before) else {
            throw KeystoreError.pinChanged
        }
        return account
    }

    @discardableResult
    public func removePIN(of user: User) async throws(KeystoreError) -> Int {
        try await owing(user.id) { db in
            guard var account = try account(of: user, db), account.record.pin != nil else {
                throw KeystoreError.noPIN
            }
            let invalidated = try account.apply(.pinRemoved, db)
            account.update { $0.pin = nil }
            try account.save(db)
            return invalidated
        }
    }

    private func stretch(
        _ pin: borrowing SecretBytes, salt: Data, _ parameters: ScryptParameters
    ) async throws(KeystoreError) -> SymmetricKey {
        do {
            return try await PINStretcher.shared.stretch(pin, salt: salt, parameters)
        } catch {
            // Thrown only for invalid parameters or lack of memory.
            throw .storageFailed(detail: "scrypt: out of memory")
        }
    }
}

extension KeyedUser {
    /// Throws `tampered` for another stretched PIN.
    fileprivate func openPINKey(_ pin: PINRecord, _ stretched: SymmetricKey) throws(KeystoreError) -> SecretBytes {
        let context = pinContext(publicKey: pin.publicKey, salt: pin.salt, pin.scrypt)
        return try Cipher.open(
            pin.sealedPrivateKey, under: keys.pinSealingKey(from: stretched), authenticating: context, as: .user)
    }

    fileprivate mutating func setPIN(
        _ key: borrowing UnlockedPIN, salt: Data, _ scrypt: ScryptParameters, _ stretched: SymmetricKey
    ) throws {
        let publicKey = Data(key.publicKey)
        let context = pinContext(publicKey: publicKey, salt: salt, scrypt)
        let sealed = try Cipher.seal(
            key.privateKey, under: keys.pinSealingKey(from: stretched), authenticating: context)
        update { $0.pin = PINRecord(publicKey: publicKey, sealedPrivateKey: sealed, salt: salt, scrypt: scrypt) }
    }

    private func pinContext(publicKey: Data, salt: Data, _ scrypt: ScryptParameters) -> CanonicalEncoding {
        var context = record.identity(.pinPrivateKey)
        context.append(publicKey)
        context.append(salt)
        context.append(Int64(scrypt.rounds))
        context.append(Int64(scrypt.blockSize))
        context.append(Int64(scrypt.parallelism))
        return context
    }

    /// Gives items with a password slot, whose access allows the PIN, a slot for the new PIN.
    fileprivate func makePINSlotsFromPasswordSlots(_ db: Database) throws {
        for affected in try items(affectedBy: .pinReset, db) where affected.kept.contains(.password) {
            let item = affected.item
            guard isAuthentic(item), try item.access().allows(.pin) else { continue }
            let key = try dataKey(in: SlotRecord.fetchAll(of: item, db), .password, of: item)
            try makeSlot(.pin, for: item, dataKey: key).upsert(db)
        }
    }

    /// Gives items with a slot for the old PIN one for the new PIN. The key pair is new, so the old PIN and an old copy
    /// of the database open nothing that is sealed from now on.
    fileprivate func makePINSlots(from before: KeyedUser, _ unlocked: borrowing UnlockedPIN, _ db: Database) throws {
        for affected in try items(affectedBy: .pinReset, db) where affected.lost.contains(.pin) {
            let (item, slots) = (affected.item, try SlotRecord.fetchAll(of: affected.item, db))
            let key: SymmetricKey
            do throws(KeystoreError) {
                key = try before.dataKey(in: slots, of: item, unlocked: unlocked)
            } catch {
                // A tampered item opens with neither PIN.
                guard case .tampered = error else { throw error }
                continue
            }
            try makeSlot(.pin, for: item, dataKey: key).upsert(db)
        }
    }
}
