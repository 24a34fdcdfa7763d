public import GateModel

/// A source of the root key: a file, a systemd credential, or a TPM.
public protocol RootKeyProvider: Sendable {
    /// The value of an item's `sealedBy`.
    var sealing: Item.Sealing { get }

    /// The 32 bytes from which every other key is derived.
    ///
    /// Creates a missing key only if `mayCreate` says that nothing is sealed under one; it is durable before this
    /// returns.
    func rootKey(mayCreate: Bool) async throws(RootKeyError) -> SecretBytes
}

/// Why there is no root key; data on disk are unchanged.
public enum RootKeyError: Error, Hashable, Sendable {
    /// There is none, although data sealed under one exist.
    case missing(path: String)
    /// The file does not hold a root key of ours.
    case damaged(path: String)
    /// Other users than the daemon's could read it.
    case exposed(path: String, mode: UInt32)
    /// The system call that failed, with its errno.
    case unreadable(path: String, errno: Int32)
    /// The TPM, or its substitute, refused.
    case unavailable(SealingFailure)
}
