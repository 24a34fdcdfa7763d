import GateModel
import GatePolicy
@_spi(Store) import GateVault

/// An in-memory keystore's data of one user, and the keystore's rules for it. A method that throws may leave it half
/// changed, so its caller then discards it.
struct MemoryUser {
    struct PIN {
        let digits: [UInt8]
        /// Differs for every PIN, even one with the same digits.
        let version: UInt64
    }

    /// What a given PIN unlocked.
    struct Unlocked {
        let user: UserID
        let version: UInt64
    }

    let user: User
    var enrollmentID: EnrollmentID
    var prints: [(print: Print, template: Template)] = []
    var fingerprintSwitch = UserState.FingerprintSwitch.unset
    var printsVanished = false
    var lastMatched: PrintID?
    var pin: PIN?
    var items: [ItemName: MemoryItem] = [:]
    var onboarding: [AppName?: Settings.Onboarding] = [:]
    var policy: [UInt8]?

    var hasFingerprint: Bool { fingerprintSwitch == .on && hasVouchedPrint }

    var hasVouchedPrint: Bool { prints.contains { $0.print.vouched } }

    var state: UserState {
        UserState(
            enrollmentID: enrollmentID, prints: prints.map(\.print), fingerprintSwitch: fingerprintSwitch,
            printsVanished: printsVanished, lastMatched: lastMatched, pinSet: pin != nil, items: items.count,
            onboarding: onboarding, policy: policy)
    }

    // MARK: Slots that go

    /// The effects of a loss: the items that nothing would open any more, and those that keep a slot and lose the
    /// finger's.
    func losses(_ loss: MemoryLoss) -> (invalidated: [ItemName], losingFingerprint: [ItemName]) {
        let changed = items.values.filter { item in item.slots.contains { loss.takes($0, from: item) } }
        let gone = changed.filter { item in item.slots.allSatisfy { loss.takes($0, from: item) } }
        let losing = changed.filter { item in
            item.slots.contains { !loss.takes($0, from: item) }
                && item.slots.contains { $0 == .fingerprint && loss.takes($0, from: item) }
        }
        return (gone.map(\.draft.name).inOrder, losing.map(\.draft.name).inOrder)
    }

    /// Returns how many items nothing opens any more.
    mutating func lose(_ loss: MemoryLoss) -> Int {
        let (invalidated, losing) = losses(loss)
        items = items.mapValues { item in
            var item = item
            item.slots = item.slots.filter { !loss.takes($0, from: item) }
            return item
        }
        for name in invalidated {
            items[name]?.invalidatedBy = loss.invalidation
            items[name]?.content = []
        }
        for name in losing { items[name]?.fingerprintLostBy = loss.invalidation }
        return invalidated.count
    }

    // MARK: Prints

    mutating func add(
        _ print: Print, _ template: Template, limit: Int, enrollment: EnrollmentID
    ) throws(KeystoreError) -> EnrollmentChange {
        guard !prints.contains(where: { $0.print.id == print.id }) else { throw .printExists(print.id) }
        guard prints.count < limit else { throw .limit(Limit(name: "printsPerUser", maximum: limit)) }
        if print.vouched { turnOnFirst() }
        prints.append((print, template))
        printsVanished = false
        return change(lose(.epochEnded), enrollment)
    }

    /// Throws `printNotFound`; nil if nothing changes.
    mutating func vouch(
        _ ids: Set<PrintID>, enrollment: () -> EnrollmentID
    ) throws(KeystoreError) -> EnrollmentChange {
        let known = Set(prints.map(\.print.id))
        if let first = ids.subtracting(known).map(\.rawValue).min() { throw .printNotFound(PrintID(rawValue: first)) }
        let wanted = prints.indices.filter { ids.contains(prints[$0].print.id) && !prints[$0].print.vouched }
        guard !wanted.isEmpty else { return EnrollmentChange(enrollmentID: enrollmentID, invalidatedItems: 0) }
        turnOnFirst()
        for index in wanted { prints[index].print = prints[index].print.with(vouched: true) }
        return change(lose(.epochEnded), enrollment())
    }

    private mutating func turnOnFirst() {
        if fingerprintSwitch == .unset, onboarding[nil] != .skipped { fingerprintSwitch = .on }
    }

    mutating func remove(_ ids: Set<PrintID>, enrollment: EnrollmentID) -> EnrollmentChange {
        prints.removeAll { ids.contains($0.print.id) }
        if let last = lastMatched, ids.contains(last) { lastMatched = nil }
        return change(lose(.epochEnded), enrollment)
    }

    private mutating func change(_ invalidated: Int, _ enrollment: EnrollmentID) -> EnrollmentChange {
        enrollmentID = enrollment
        return EnrollmentChange(enrollmentID: enrollment, invalidatedItems: invalidated)
    }

    // MARK: PINs

    /// A first PIN depends on nothing, so fingers that it lets in must open no existing item.
    mutating func setFirstPIN(to new: PIN) -> Int {
        let invalidated = prints.contains { $0.print.vouched } ? 0 : lose(.fingersGone)
        pin = new
        return invalidated
    }

    /// With the password, items that it opens and that allow a PIN open by the new one.
    mutating func resetPIN(to new: PIN) -> Int {
        let invalidated = lose(.pinReset)
        pin = new
        for (name, item) in items where item.slots.contains(.password) && item.draft.access.allows(.pin) {
            items[name]?.slots.insert(.pin)
        }
        return invalidated
    }

    func serves(_ unlocked: Unlocked) -> Bool { unlocked.user == user.id && unlocked.version == pin?.version }

    // MARK: Items

    /// Throws `itemExists` and `limit`.
    func checkRoom(for draft: ItemDraft, byteCount: Int, _ limits: KeystoreLimits) throws(KeystoreError) {
        if items[draft.name]?.draft.passkey != nil, draft.passkey == nil { throw .itemExists(draft.name) }
        if let existing = items[draft.name], !draft.replace, existing.invalidatedBy == nil {
            throw .itemExists(draft.name)
        }
        let others = items.values.filter { $0.draft.name != draft.name }
        if draft.login != nil, let other = others.first(where: { $0.draft.login != nil }) {
            throw .itemExists(other.draft.name)
        }
        guard others.count < limits.itemsPerUser else {
            throw .limit(Limit(name: "limits.itemsPerUser", maximum: limits.itemsPerUser))
        }
        guard others.reduce(byteCount, { $0 + $1.content.count }) <= limits.itemBytesPerUser else {
            throw .limit(Limit(name: "limits.itemBytesPerUser", maximum: limits.itemBytesPerUser))
        }
    }

    /// The factors of the access that the user has; throws `slotMissing` if there is none.
    func slots(for access: Access, passwordAvailable: Bool) throws(KeystoreError) -> [Factor] {
        let factors = Factor.allCases.filter { factor in
            guard access.allows(factor) else { return false }
            return switch factor {
            case .fingerprint: hasFingerprint
            case .pin: pin != nil
            case .password: passwordAvailable
            }
        }
        guard !factors.isEmpty else { throw .slotMissing(access.factors.first ?? .fingerprint) }
        return factors
    }

    /// An item that something opens; throws `itemNotFound` and `itemInvalidated`.
    func openable(_ name: ItemName) throws(KeystoreError) -> MemoryItem {
        guard let item = items[name] else { throw .itemNotFound(name) }
        if let reason = item.invalidatedBy { throw .itemInvalidated(name, by: reason) }
        return item
    }

    /// What a slot opens.
    func opened(
        _ name: ItemName, for act: Purpose.Act, by factor: Factor, _ key: KeptKey?
    ) throws(KeystoreError) -> MemoryItem {
        let item = try openable(name)
        guard act == item.act, item.draft.access.allows(factor) else {
            throw .proofRejected
        }
        guard item.slots.contains(factor) else { throw .slotMissing(factor) }
        guard factor == .pin else { return item }
        guard let key, let pin else { throw .proofRejected }
        guard key.salt == Array(String(pin.version).utf8) else { throw .pinChanged }
        guard key.slot == Array(String(item.serial).utf8) else { throw .proofRejected }
        return item
    }

    func expectSlot(_ factor: Factor, of item: MemoryItem, _ unlocked: Unlocked?) throws(KeystoreError) {
        guard item.slots.contains(factor) else { throw .slotMissing(factor) }
        guard factor == .pin else { return }
        guard let unlocked, unlocked.user == user.id else { throw .proofRejected }
        guard serves(unlocked) else { throw .pinChanged }
    }
}

/// An item of an in-memory keystore.
struct MemoryItem {
    /// Differs for every item, even one with the same name.
    let serial: UInt64
    var draft: ItemDraft
    /// Nil for a secret.
    let algorithm: Item.Algorithm?
    let publicKey: [UInt8]?
    let createdAt: WallTime
    var content: [UInt8]
    var slots: Set<Factor>
    var lastUsedAt: WallTime?
    var update: (by: String?, at: WallTime)?
    var servers: [SignatureSubject.Server] = []
    var destinations: [SSHDestination] = []
    var counter: UInt32 = 1
    var invalidatedBy: Item.Invalidation?
    var fingerprintLostBy: Item.Invalidation?

    /// The act whose proof opens it.
    var act: Purpose.Act {
        if draft.login != nil { return .login }
        return .call(algorithm == nil ? .retrieve : .sign)
    }

    func expect(_ terms: SigningTerms) throws(KeystoreError) {
        let refusal = terms.refusal(usage: draft.usage, publicKey: publicKey, destinations: destinations)
        if let refusal { throw .keyChanged(refusal) }
    }

    func item(sealedBy sealing: Item.Sealing) -> Item {
        Item(
            name: draft.name, label: draft.label, kind: algorithm == nil ? .secret : .key, access: draft.access,
            openableBy: Factor.allCases.filter(slots.contains),
            state: invalidatedBy.map(Item.State.invalidated) ?? .valid, algorithm: algorithm, publicKey: publicKey,
            sealedBy: sealing, owner: draft.owner, createdAt: createdAt, lastUsedAt: lastUsedAt,
            updatedBy: update?.by, updatedAt: update?.at,
            fingerprintLostBy: invalidatedBy == nil ? fingerprintLostBy : nil,
            usage: algorithm == nil ? .general : draft.usage, destinations: destinations, servers: servers,
            passkey: draft.passkey)
    }
}

/// Why slots are removed.
enum MemoryLoss {
    case epochEnded, fingersGone, fingerprintDisabled, pinRemoved, pinReset, revoked

    /// Nil if the change removes none.
    init?(of change: KeystoreChange) {
        switch change {
        case .enroll, .deletePrint, .deleteAllPrints: self = .epochEnded
        case .disableFingerprint: self = .fingerprintDisabled
        case .changePIN: return nil
        case .resetPIN: self = .pinReset
        case .removePIN: self = .pinRemoved
        case .revokeAll, .reset: self = .revoked
        }
    }

    var invalidation: Item.Invalidation {
        switch self {
        case .epochEnded, .fingersGone: .enrollmentChanged
        case .fingerprintDisabled: .fingerprintDisabled
        case .pinRemoved: .pinRemoved
        case .pinReset: .pinReset
        case .revoked: .revoked
        }
    }

    func takes(_ factor: Factor, from item: MemoryItem) -> Bool {
        switch self {
        case .epochEnded: factor == .fingerprint && item.draft.access.enrollment == .current
        case .fingerprintDisabled, .fingersGone: factor == .fingerprint
        case .pinRemoved, .pinReset: factor == .pin
        case .revoked: true
        }
    }
}

extension [ItemName] {
    /// Ordered by bytes, like in the database.
    var inOrder: [ItemName] {
        sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    }
}

extension Print {
    fileprivate func with(vouched: Bool) -> Print {
        Print(id: id, finger: finger, label: label, reader: reader, enrolledAt: enrolledAt, vouched: vouched)
    }
}
