internal import GateModel

/// Why slots are destroyed. A change and its preview share this computation.
enum SlotLoss {
    /// The prints changed: the old enrolment's fingerprint slots are worthless.
    case epochEnded
    /// No vouched finger is left, and others can be enrolled without a credential of the user's.
    case fingersGone
    case fingerprintDisabled
    case pinRemoved
    /// The PIN's key pair changed: its old slots are worthless, and password slots make new ones.
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

/// The effect of a loss on one item.
struct ItemLoss {
    let item: ItemRecord
    let lost: [Factor]
    let kept: [Factor]

    /// Whether something opened the item before, and nothing does afterwards.
    var invalidates: Bool { kept.isEmpty && !lost.isEmpty }
    var losesFingerprint: Bool { !kept.isEmpty && lost.contains(.fingerprint) }
}

extension KeyedUser {
    /// The effect of `loss` on the user's items, by name; invalidated items have no slots and lose nothing.
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

    /// Destroys the slots, and the content of items without any left; returns the number of those items.
    ///
    /// An item that does not authenticate also loses its slots; its own row does not change.
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
