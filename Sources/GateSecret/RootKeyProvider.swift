public import GateModel

/// Where the root key comes from: a file, a systemd credential, a TPM.
public protocol RootKeyProvider: Sendable {
    /// What an item's `sealedBy` says.
    var sealing: Item.Sealing { get }

    /// The 32 bytes from which every other key is derived.
    ///
    /// Where none was made yet, and `mayCreate` says that nothing is sealed under one, it is made and durable before
    /// this returns.
    func rootKey(mayCreate: Bool) async throws(RootKeyError) -> SecretBytes
}

/// Why there is no root key; each leaves everything on disk as it was.
public enum RootKeyError: Error, Hashable, Sendable {
    /// There is none, while data sealed under one exists.
    case missing(path: String)
    /// What is there is no root key of ours.
    case damaged(path: String)
    /// Others than the daemon's user could read it.
    case exposed(path: String, mode: UInt32)
    /// The system call that failed, with its errno.
    case unreadable(path: String, errno: Int32)
    /// The TPM, or what stands for it, refused.
    case unavailable(SealingFailure)
}
