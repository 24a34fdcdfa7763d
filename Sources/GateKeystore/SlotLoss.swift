internal import GateModel

/// Why slots go. What a change does to items is computed here once, for the change and for its preview.
enum SlotLoss {
    /// The prints changed: fingerprint slots of the enrolment that was are worthless.
    case epochEnded
    /// None of the fingers that opened something is left, and others may come without any of the user's credentials.
    case fingersGone
    case fingerprintDisabled
    case pinRemoved
    /// The PIN's key pair is another one: the old one's slots are worthless, and password slots make new ones.
    case pinReset
    case revoked

    var invalidation: Item.Invalidation {
        switch self {
        case .epochEnded, .fingersGone: .enrollmentChanged
        case .fingerprintDisabled: .fingerprintDisabled
        case .pinRemoved: .pinRemoved
        case .pinReset: .pinReset
        case .revoked: .revoked
        }
    }

    func takes(_ factor: Factor, from item: ItemRecord) -> Bool {
        switch self {
        case .epochEnded: factor == .fingerprint && item.enrollment == Access.Enrollment.current.rawValue
        case .fingerprintDisabled, .fingersGone: factor == .fingerprint
        case .pinRemoved, .pinReset: factor == .pin
        case .revoked: true
        }
    }
}

/// What a loss does to one item.
struct ItemLoss {
    let item: ItemRecord
    let lost: [Factor]
    let kept: [Factor]

    /// Whether something opened the item before, and nothing does afterwards.
    var invalidates: Bool { kept.isEmpty && !lost.isEmpty }
    var losesFingerprint: Bool { !kept.isEmpty && lost.contains(.fingerprint) }
}

extension KeyedUser {
    /// What `loss` would do to the user's items, by name; nothing to invalidated ones, which have no slots.
    func items(affectedBy loss: SlotLoss, _ db: Database) throws -> [ItemLoss] {
        try ItemRecord.all(ItemRecord.ofUser, record.uid, in: db)
            .map { item in
                let slots = try SlotRecord.fetchAll(of: item, db)
                    .compactMap { Factor(rawValue: $0.factor) }
                return ItemLoss(
                    item: item, lost: slots.filter { loss.takes($0, from: item) },
                    kept: slots.filter { !loss.takes($0, from: item) })
            }
    }

    /// Destroys the slots, and the content of items that keep none; how many items that is.
    ///
    /// An item that does not authenticate loses what the loss takes as well, and stays one that does not.
    func apply(_ loss: SlotLoss, _ db: Database) throws -> Int {
        var invalidated = 0
        for affected in try items(affectedBy: loss, db) where !affected.lost.isEmpty {
            for factor in affected.lost { try SlotRecord.delete(affected.item.id, factor.rawValue, in: db) }
            guard affected.invalidates || affected.losesFingerprint else { continue }
            if affected.invalidates { try ContentRecord.delete(affected.item.id, in: db) }
            guard isAuthentic(affected.item) else { continue }
            var item = affected.item
            if affected.invalidates {
                item.invalidatedBy = loss.invalidation.rawValue
                invalidated += 1
            } else {
                item.fingerprintLostBy = loss.invalidation.rawValue
            }
            try sign(&item)
            try item.update(db)
        }
        return invalidated
    }

    func isAuthentic(_ item: ItemRecord) -> Bool {
        keys.isAuthentic(item.mac, for: item.authenticated(of: record))
    }

    func sign(_ item: inout ItemRecord) throws {
        item.mac = keys.authenticationCode(for: item.authenticated(of: record))
    }
}
