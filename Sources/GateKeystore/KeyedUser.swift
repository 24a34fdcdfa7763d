internal import Crypto
internal import FoundationEssentials
internal import GateModel
@_spi(Store) internal import GateVault

/// One user's authenticated row with the keys derived from it; makes and opens slots.
struct KeyedUser {
    private(set) var record: UserRecord
    let keys: UserKeys

    /// Takes a row from the database; throws `tampered` if its MAC is wrong.
    init(_ record: UserRecord, under root: borrowing RootKey) throws(KeystoreError) {
        guard let uid = UInt32(exactly: record.uid) else { throw .tampered(.user) }
        keys = root.keys(of: UserID(rawValue: uid), salt: record.salt)
        self.record = record
        guard keys.isAuthentic(record.mac, for: record.authenticated) else { throw .tampered(.user) }
    }

    /// A new user with fresh keys.
    init(new user: User, enrollment: EnrollmentID, under root: borrowing RootKey) throws {
        let salt = randomBytes(32)
        keys = root.keys(of: user.id, salt: salt)
        record = UserRecord(user: user, salt: salt, passwordKey: Data(), enrollment: enrollment)
        try renewPasswordKey()
    }

    /// Writes the row with its MAC; every change of `record` must end here.
    mutating func save(_ db: Database) throws {
        record.mac = keys.authenticationCode(for: record.authenticated)
        try record.upsert(db)
    }

    // MARK: Keys of the factors

    var isFingerprintOn: Bool { record.fingerprintSwitch == .on }

    /// Ends the epoch: the next `save` replaces the old key's record, by a new key if the switch is on.
    mutating func beginEpoch() throws {
        record.epoch += 1
        record.epochKey = isFingerprintOn ? try wrappedFreshKey(epochKeyContext) : nil
    }

    /// Turns the switch on with fresh keys, or off without keys.
    mutating func setFingerprint(_ on: Bool) throws {
        record.fingerprintSwitch = on ? .on : .off
        record.fingerprintKey = on ? try wrappedFreshKey(record.identity(.fingerprintKey)) : nil
        try beginEpoch()
    }

    /// Replaces all keys that wrap slots but the PIN's, which only the PIN opens.
    mutating func renewKeys() throws {
        try renewPasswordKey()
        if isFingerprintOn { try setFingerprint(true) }
        record.hasUnusedKeys = true
    }

    private mutating func renewPasswordKey() throws {
        record.passwordKey = try wrappedFreshKey(record.identity(.passwordKey))
    }

    private var epochKeyContext: CanonicalEncoding {
        var context = record.identity(.epochKey)
        context.append(record.epoch)
        return context
    }

    private func wrappedFreshKey(_ context: CanonicalEncoding) throws -> Data {
        try Cipher.wrap(SymmetricKey(size: .bits256), under: keys.wrapping, authenticating: context)
    }

    private func unwrapped(_ wrapped: Data?, _ context: CanonicalEncoding) throws(KeystoreError) -> SymmetricKey? {
        guard let wrapped else { return nil }
        return try Cipher.unwrap(wrapped, under: keys.wrapping, authenticating: context, as: .user)
    }

    /// The key of `factor`'s slots, with their epoch; nil if the user has none, and for the PIN, whose slots use a
    /// public key.
    private func slotKey(
        _ factor: Factor, _ enrollment: Access.Enrollment
    ) throws(KeystoreError) -> (key: SymmetricKey, epoch: Int64)? {
        switch (factor, enrollment) {
        case (.fingerprint, .current):
            try unwrapped(record.epochKey, epochKeyContext).map { ($0, record.epoch) }
        case (.fingerprint, .any):
            try unwrapped(record.fingerprintKey, record.identity(.fingerprintKey)).map { ($0, 0) }
        case (.password, _):
            try unwrapped(record.passwordKey, record.identity(.passwordKey)).map { ($0, 0) }
        case (.pin, _): nil
        }
    }

    // MARK: Slots

    /// Makes a slot of `factor` for `dataKey`; throws `slotMissing` if the user lacks the factor.
    func makeSlot(_ factor: Factor, for item: ItemRecord, dataKey: SymmetricKey) throws -> SlotRecord {
        if factor == .pin {
            guard let pin = record.pin else { throw KeystoreError.slotMissing(.pin) }
            let context = item.slotContext(.pin, epoch: 0, of: record)
            let wrapped = try PINKey.wrap(dataKey, to: pin.publicKey, authenticating: context)
            return SlotRecord(item: item.id, factor: factor.rawValue, epoch: 0, wrappedKey: wrapped)
        }
        guard let (key, epoch) = try slotKey(factor, item.access().enrollment) else {
            throw KeystoreError.slotMissing(factor)
        }
        let context = item.slotContext(factor, epoch: epoch, of: record)
        let wrapped = try Cipher.wrap(dataKey, under: key, authenticating: context)
        return SlotRecord(item: item.id, factor: factor.rawValue, epoch: epoch, wrappedKey: wrapped)
    }

    /// A fingerprint or password slot with its key; throws `slotMissing` if the present epoch has none.
    func keyedSlot(
        in slots: [SlotRecord], _ factor: Factor, of item: ItemRecord, _ access: Access
    ) throws(KeystoreError) -> KeyedSlot {
        guard let slot = slots.first(where: { $0.factor == factor.rawValue }),
            let (key, epoch) = try slotKey(factor, access.enrollment)
        else { throw .slotMissing(factor) }
        guard slot.epoch == epoch else { throw .tampered(.slot) }
        return KeyedSlot(
            wrappedKey: slot.wrappedKey, key: key, context: item.slotContext(factor, epoch: epoch, of: record))
    }

    /// Opens a fingerprint or password slot; throws as `keyedSlot`.
    func dataKey(in slots: [SlotRecord], _ factor: Factor, of item: ItemRecord) throws(KeystoreError) -> SymmetricKey {
        try keyedSlot(in: slots, factor, of: item, item.access()).dataKey()
    }

    /// Opens a PIN slot; throws `slotMissing` if there is none, `proofRejected` if the PIN is another user's, and
    /// `pinChanged` if it was changed since.
    func dataKey(
        in slots: [SlotRecord], of item: ItemRecord, unlocked pin: borrowing UnlockedPIN
    ) throws(KeystoreError) -> SymmetricKey {
        guard let slot = slots.first(where: { $0.factor == Factor.pin.rawValue }) else { throw .slotMissing(.pin) }
        guard Int64(pin.user.rawValue) == record.uid else { throw .proofRejected }
        guard serves(pin) else { throw .pinChanged }
        let context = item.slotContext(.pin, epoch: slot.epoch, of: record)
        return try PINKey.unwrap(slot.wrappedKey, with: pin, authenticating: context)
    }

    /// Whether the PIN was unlocked for this user and is still the present one.
    func serves(_ pin: borrowing UnlockedPIN) -> Bool {
        guard Int64(pin.user.rawValue) == record.uid, let present = record.pin else { return false }
        return pin.publicKey.elementsEqual(present.publicKey) && pin.salt.elementsEqual(present.salt)
    }

    /// Whether the salt is the present PIN's; each PIN has its own.
    func isPresentPIN(salt: [UInt8]) -> Bool { record.pin.map { salt.elementsEqual($0.salt) } ?? false }

    /// Whether every key that opens slots without the PIN equals the one in `other`: no epoch ended, and nothing was
    /// revoked or reset in between.
    func hasKeys(of other: KeyedUser) -> Bool {
        record.salt == other.record.salt && record.epoch == other.record.epoch
            && record.epochKey == other.record.epochKey && record.passwordKey == other.record.passwordKey
    }

    // MARK: Changes of the row

    /// Forgets prints; the caller ends the epoch.
    mutating func forgetPrints(_ ids: Set<String>) {
        record.prints.removeAll(where: ids.contains)
        if let last = record.lastMatched, ids.contains(last) { record.lastMatched = nil }
    }

    /// Starts a new enrolment with a new identifier and a new epoch.
    mutating func beginEnrollment() throws {
        record.enrollment = randomBytes(16).hexadecimal
        try beginEpoch()
    }

    mutating func update(_ change: (inout UserRecord) -> Void) {
        change(&record)
    }
}

/// A closed slot, and the key that opens it.
struct KeyedSlot {
    fileprivate let wrappedKey: Data
    fileprivate let key: SymmetricKey
    fileprivate let context: CanonicalEncoding

    func dataKey() throws(KeystoreError) -> SymmetricKey {
        try Cipher.unwrap(wrappedKey, under: key, authenticating: context, as: .slot)
    }
}
