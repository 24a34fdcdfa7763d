public import GateModel
public import GateSecret

/// An error of the keystore. Data on disk before the error is still there after it.
public enum KeystoreError: Error, Hashable, Sendable {
    /// The kinds of separately authenticated records.
    public enum Record: String, CaseIterable, Sendable {
        case user, print, item, slot, onboarding, policy
    }

    /// The state directory, or a file in it, cannot be created or opened.
    case directoryUnusable(path: String, errno: Int32)
    /// Another user owns the state directory and could plant files in it.
    case notOwned(path: String, owner: UserID)
    /// Another process holds the directory.
    case inUse(path: String)
    /// The file is not a sound database.
    case damaged(path: String, detail: String)
    /// The opened file is no longer at its path: it was removed or replaced.
    case replaced(path: String)
    /// A later release wrote the database.
    case newerSchema(path: String)
    case rootKey(RootKeyError)
    /// The TPM failed to use one of its keys.
    case sealing(SealingFailure)
    /// The database was made with another root key.
    case wrongRootKey
    /// The database's root key is stored elsewhere.
    case sealedElsewhere(recorded: Item.Sealing, configured: Item.Sealing)
    /// The disk is full, read-only or broken.
    case storageFailed(detail: String)
    /// The number belonged to a user of another name.
    case userChanged(UserID, kept: UserName)
    /// The user's rows come from an old copy of the database, according to the TPM's counter.
    case rolledBack(UserID)
    /// The whole database is an old copy, according to the TPM's counter.
    case oldCopy(path: String)
    /// These keys are in the TPM and cannot leave it.
    case keysStay([KeyInDevice])
    /// There is no keystore yet.
    case nothingThere(path: String)
    /// A record was altered without the keys.
    case tampered(Record)
    case itemNotFound(ItemName)
    case itemExists(ItemName)
    case itemInvalidated(ItemName, by: Item.Invalidation)
    /// The item has no slot for this factor, or can get none.
    case slotMissing(Factor)
    /// The proof is for another purpose or user, too old, or of an unsuitable factor.
    case proofRejected
    /// Since the request to sign was verified, the key was replaced, or its destinations were changed.
    case keyChanged(SignatureRefusal)
    case printNotFound(PrintID)
    case printExists(PrintID)
    case noPIN
    /// The PIN was set or changed after the authorization.
    case pinChanged
    case limit(Limit)
}

/// A signing key whose private half is in the TPM.
public struct KeyInDevice: Hashable, Sendable, CustomStringConvertible {
    public let user: UserName
    public let name: ItemName

    public init(user: UserName, name: ItemName) {
        self.user = user
        self.name = name
    }

    public var description: String { "\(name) (\(user))" }
}
