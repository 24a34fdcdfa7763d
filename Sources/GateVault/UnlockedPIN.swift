public import GateModel
public import GateSecret

/// Proof that a PIN was right: the private key of its slots, wiped when released.
///
/// Only the store that unlocked it creates it and reads its key, by `@_spi(Store)`.
public struct UnlockedPIN: ~Copyable, Sendable {
    /// The PIN's user.
    public let user: UserID
    @_spi(Store) public let publicKey: [UInt8]
    /// Fresh with every PIN, while the key pair may stay: tells the PIN from its successor.
    @_spi(Store) public let salt: [UInt8]
    @_spi(Store) public let privateKey: SecretBytes

    @_spi(Store) public init(
        user: UserID, publicKey: [UInt8], salt: [UInt8], privateKey: consuming SecretBytes
    ) {
        self.user = user
        self.publicKey = publicKey
        self.salt = salt
        self.privateKey = privateKey
    }
}

/// The authority to set a PIN.
public enum PINAuthority: ~Copyable, Sendable {
    /// There is no PIN, and no password to ask for.
    case first
    /// The old PIN was right: its slots are renewed.
    case old(UnlockedPIN)
    /// The password was right: the old PIN's slots are lost, unless a password slot can make new ones.
    case password
}
