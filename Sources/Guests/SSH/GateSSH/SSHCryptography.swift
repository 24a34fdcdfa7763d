/// A digest that SSHSIG signs.
public enum SSHDigest: String, CaseIterable, Sendable {
    case sha256, sha512

    /// Its length in bytes.
    public var count: Int {
        switch self {
        case .sha256: 32
        case .sha512: 64
        }
    }
}

/// An elliptic curve of host keys; the raw value is SSH's name for it.
public enum SSHCurve: String, CaseIterable, Sendable {
    case p256 = "nistp256"
    case p384 = "nistp384"
    case p521 = "nistp521"

    /// The length of a coordinate in bytes.
    public var coordinate: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }
}

/// A signature beside the key that should have made it, both of one algorithm and of the lengths that it prescribes.
public enum SignatureCheck: Hashable, Sendable {
    case ed25519(key: [UInt8], signature: [UInt8])
    /// The key as uncompressed point; the signature as two coordinates. The digest is the one that belongs to the curve.
    case ecdsa(SSHCurve, point: [UInt8], signature: [UInt8])
    /// PKCS #1 version 1.5.
    case rsa(SSHDigest, exponent: [UInt8], modulus: [UInt8], signature: [UInt8])
}

/// The cryptography that checking needs. This room has none of its own.
public protocol SSHCryptography: Sendable {
    /// Whether the key made the signature of `message`.
    func isRight(_ check: SignatureCheck, of message: [UInt8]) -> Bool
    func digest(_ digest: SSHDigest, of message: [UInt8]) -> [UInt8]
    /// HMAC with SHA-1, by which known_hosts hides names.
    func maskedName(_ name: [UInt8], salt: [UInt8]) -> [UInt8]
}
