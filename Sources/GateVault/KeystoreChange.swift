public import GateModel

/// A change whose cost can be previewed.
public enum KeystoreChange: Hashable, CaseIterable, Sendable {
    case enroll, deletePrint, deleteAllPrints, disableFingerprint
    /// A new PIN, authorized by the old one.
    case changePIN
    /// A new PIN, authorized by the password.
    case resetPIN
    case removePIN, revokeAll, reset
}

/// The cost of a change.
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
