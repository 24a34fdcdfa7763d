public import GateModel
public import GateSecret

/// Everything that can go wrong in the keystore. Whatever is thrown, what was on disk before is on disk still.
public enum KeystoreError: Error, Hashable, Sendable {
    /// What is authenticated on its own.
    public enum Record: String, CaseIterable, Sendable {
        case user, print, item, slot, onboarding, policy
    }

    /// The state directory, or a file in it, cannot be made or opened.
    case directoryUnusable(path: String, errno: Int32)
    /// The state directory is another user's, who could put anything into it.
    case notOwned(path: String, owner: UserID)
    /// Another process has the directory.
    case inUse(path: String)
    /// The file is no sound database.
    case damaged(path: String, detail: String)
    /// The file that was opened is no longer the one at its path: it was removed, or another one put there.
    case replaced(path: String)
    /// A later release wrote the database.
    case newerSchema(path: String)
    case rootKey(RootKeyError)
    /// The TPM did not do what a key of it needs.
    case sealing(SealingFailure)
    /// The root key is not the one that the database was made with.
    case wrongRootKey
    /// The database was made with a root key from elsewhere.
    case sealedElsewhere(recorded: Item.Sealing, configured: Item.Sealing)
    /// The disk is full, read-only or broken.
    case storageFailed(detail: String)
    /// The number belonged to a user of another name.
    case userChanged(UserID, kept: UserName)
    /// The user's rows are of an old copy of the database, as the TPM's counter tells.
    case rolledBack(UserID)
    /// The whole database is an old copy, as the TPM's counter tells.
    case oldCopy(path: String)
    /// These keys are in the TPM and cannot leave it.
    case keysStay([KeyInDevice])
    /// There is no keystore yet.
    case nothingThere(path: String)
    /// A record was changed by somebody without the keys.
    case tampered(Record)
    case itemNotFound(ItemName)
    case itemExists(ItemName)
    case itemInvalidated(ItemName, by: Item.Invalidation)
    /// Nothing of the item opens, or could be opened, with this factor.
    case slotMissing(Factor)
    /// The proof is of something else, of somebody else, too old, or of a factor that does not serve here.
    case proofRejected
    case printNotFound(PrintID)
    case printExists(PrintID)
    case noPIN
    /// The PIN was set or changed since what it is wanted for was allowed.
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
