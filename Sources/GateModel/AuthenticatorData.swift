/// The bytes that a passkey signs before the hash of the client data (WebAuthn, "Authenticator Data"). They always say
/// that the user was present and verified, and never that the key is backed up.
public struct AuthenticatorData: Hashable, Sendable {
    /// The model of this authenticator.
    public static let aaguid: [UInt8] = [
        0x42, 0x19, 0xE6, 0x07, 0x6A, 0x63, 0x4C, 0x43, 0xB5, 0xBA, 0x81, 0x39, 0x7D, 0x1F, 0xE0, 0x52,
    ]

    public let bytes: [UInt8]

    private static let presentAndVerified: UInt8 = 0x05
    private static let hasAttested: UInt8 = 0x40
    private static let hasExtensions: UInt8 = 0x80

    /// The data of a new passkey. `publicKey`: a DER SubjectPublicKeyInfo; nil if that is too short for the algorithm.
    public init?(
        making passkey: Passkey, _ algorithm: Item.Algorithm, publicKey: [UInt8], hash: [UInt8], counter: UInt32
    ) {
        guard let key = Self.coseKey(algorithm, publicKey) else { return nil }
        var outputs: [[UInt8]] = []
        if let protection = passkey.protection {
            outputs.append(Self.text("credProtect") + [UInt8(protection.rawValue)])
        }
        if passkey.derivesSecrets { outputs.append(Self.text("hmac-secret") + [0xF5]) }
        let flags = Self.presentAndVerified | Self.hasAttested | (outputs.isEmpty ? 0 : Self.hasExtensions)
        bytes =
            Self.head(hash, flags, counter) + Self.aaguid + Self.bigEndian(UInt16(truncatingIfNeeded: passkey.id.count))
            + passkey.id + key + Self.map(outputs)
    }

    /// The data of a sign-in. `secrets`: the answer of the extension hmac-secret, at most 255 bytes; nil if it was not asked.
    public init(signingInTo hash: [UInt8], counter: UInt32, secrets: [UInt8]? = nil) {
        let outputs =
            secrets.map { [Self.text("hmac-secret") + [0x58, UInt8(truncatingIfNeeded: $0.count)] + $0] } ?? []
        bytes =
            Self.head(hash, Self.presentAndVerified | (outputs.isEmpty ? 0 : Self.hasExtensions), counter)
            + Self.map(outputs)
    }

    private static func head(_ hash: [UInt8], _ flags: UInt8, _ counter: UInt32) -> [UInt8] {
        hash + [flags] + bigEndian(counter)
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    // MARK: CBOR, as CTAP's canonical form has these few values

    /// A public key as COSE has it (RFC 9053): its type, algorithm, curve and coordinates, by the keys 1, 3, -1, -2, -3.
    private static func coseKey(_ algorithm: Item.Algorithm, _ publicKey: [UInt8]) -> [UInt8]? {
        let coordinates = publicKey.suffix(algorithm == .p256 ? 64 : 32)
        let (x, y) = (coordinates.prefix(32), coordinates.dropFirst(32))
        guard x.count == 32, publicKey.count > coordinates.count else { return nil }
        return switch algorithm {
        case .p256: [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32] + x + [0x22, 0x58, 32] + y
        case .ed25519: [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 32] + x
        }
    }

    /// A text of at most 23 bytes.
    private static func text(_ text: String) -> [UInt8] {
        [0x60 | UInt8(truncatingIfNeeded: text.utf8.count)] + text.utf8
    }

    /// At most 23 entries in the canonical order, each with its key; nothing if there are none.
    private static func map(_ entries: [[UInt8]]) -> [UInt8] {
        entries.isEmpty ? [] : [0xA0 | UInt8(truncatingIfNeeded: entries.count)] + entries.joined()
    }
}
