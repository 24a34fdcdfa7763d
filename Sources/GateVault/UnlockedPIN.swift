public import GateModel
public import GateSecret

/// That a PIN was right: the private key which its slots were made for, wiped when let go.
///
/// The store that unlocked it makes it and reads its key, by `@_spi(Store)`; everybody else hands it on.
public struct UnlockedPIN: ~Copyable, Sendable {
    /// Whose PIN it is.
    public let user: UserID
    @_spi(Store) public let publicKey: [UInt8]
    /// Fresh with every PIN, where the key pair can outlive one: it tells the PIN that was right from its successor.
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

/// What lets a PIN be set.
public enum PINAuthority: ~Copyable, Sendable {
    /// There is no PIN, and no password that could be asked for.
    case first
    /// The old PIN was right: its slots are kept.
    case old(UnlockedPIN)
    /// The password was right: the old PIN's slots are lost, or made anew from password slots.
    case password
}
