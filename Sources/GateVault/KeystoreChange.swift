public import GateModel

/// A change whose cost can be known beforehand.
public enum KeystoreChange: Hashable, CaseIterable, Sendable {
    case enroll, deletePrint, deleteAllPrints, disableFingerprint
    /// A new PIN, the old one being given.
    case changePIN
    /// A new PIN, the password being given.
    case resetPIN
    case removePIN, revokeAll, reset
}

/// What a change would cost.
public struct ChangePreview: Hashable, Sendable {
    /// The items that nothing would open any more.
    public let invalidated: [ItemName]
    /// The items that would lose their fingerprint slot and keep another.
    public let losingFingerprint: [ItemName]

    public init(invalidated: [ItemName], losingFingerprint: [ItemName]) {
        self.invalidated = invalidated
        self.losingFingerprint = losingFingerprint
    }
}
