internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret

/// The public half of a signing key, as items store it.
struct PublicKey {
    let algorithm: Item.Algorithm
    /// DER (RFC 5480, RFC 8410).
    let subjectPublicKeyInfo: Data
    /// Whether the private half was made elsewhere.
    var isImported = false
}

/// A private key in memory, only while it is sealed or makes one signature.
struct SigningKey: ~Copyable {
    let algorithm: Item.Algorithm
    /// The 32 bytes of the P-256 scalar, or of the Ed25519 seed (RFC 8032).
    let privateKey: SecretBytes

    /// A key that was sealed.
    init(_ algorithm: Item.Algorithm, privateKey: consuming SecretBytes) {
        self.algorithm = algorithm
        self.privateKey = privateKey
    }

    /// A new key.
    init(_ algorithm: Item.Algorithm) {
        self.algorithm = algorithm
        var raw =
            switch algorithm {
            case .p256: P256.Signing.PrivateKey().rawRepresentation
            case .ed25519: Curve25519.Signing.PrivateKey().rawRepresentation
            }
        privateKey = unsafe SecretBytes(count: raw.count) { unsafe raw.copyBytes(to: $0) }
        unsafe raw.withUnsafeMutableBytes { unsafe wipe($0) }
    }

    /// Throws if the bytes are not a key of the algorithm.
    func publicKey() throws -> PublicKey {
        let encoded =
            switch algorithm {
            case .p256: try p256().publicKey.derRepresentation
            case .ed25519: Self.ed25519Prefix + (try ed25519().publicKey.rawRepresentation)
            }
        return PublicKey(algorithm: algorithm, subjectPublicKeyInfo: encoded)
    }

    /// ECDSA over SHA-256 in DER, or the 64 bytes of Ed25519. Throws as `publicKey`.
    func signature(of challenge: borrowing SecretBytes) throws -> [UInt8] {
        try unsafe challenge.withBytes { bytes in
            switch algorithm {
            case .p256: try unsafe [UInt8](p256().signature(for: bytes).derRepresentation)
            case .ed25519: try unsafe [UInt8](ed25519().signature(for: bytes))
            }
        }
    }

    private func p256() throws -> P256.Signing.PrivateKey {
        try unsafe privateKey.withBytes { try unsafe P256.Signing.PrivateKey(rawRepresentation: $0) }
    }

    private func ed25519() throws -> Curve25519.Signing.PrivateKey {
        try unsafe privateKey.withBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }

    /// Prefix of the 32-byte key: SEQUENCE { SEQUENCE { id-Ed25519 }, BIT STRING } (RFC 8410).
    private static let ed25519Prefix = Data([0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00])
}
