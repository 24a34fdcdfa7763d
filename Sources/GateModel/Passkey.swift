/// The party that a passkey signs in to, by its id in WebAuthn; users are shown all of it.
public struct RelyingPartyID: Hashable, Sendable, CustomStringConvertible {
    public static let rule =
        "a domain in lower-case ASCII, or a scheme, \":\" and visible ASCII; 1 to 253 bytes"

    public let rawValue: String

    /// Nil if the text is neither a domain, as browsers have it, nor begins with a scheme, as OpenSSH's (`ssh:`) and
    /// pam_u2f's (`pam://host`) do.
    public init?(_ text: String) {
        guard (1...253).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            guard colon != text.utf8.startIndex, text.utf8[..<colon].allSatisfy(Self.isLetter) else { return nil }
        } else {
            let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let marks = "0123456789-_".utf8
            guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { Self.isLetter($0) || marks.contains($0) } }) else {
                return nil
            }
        }
        rawValue = text
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    public var description: String { rawValue }
}

/// The site and account of a passkey, and its terms, fixed when it is made: a fact about an item that is a key.
public struct Passkey: Hashable, Sendable {
    /// The use of a passkey without the user's verification (credProtect); the raw value is CTAP's. Here every use is
    /// verified, so that it decides only what a silent search finds.
    public enum Protection: Int, CaseIterable, Sendable {
        case optional = 1
        case optionalWithID = 2
        case required = 3
    }

    /// The number of bytes of an id.
    public static let idBytes = 32

    /// Random; sites know the passkey by it.
    public let id: [UInt8]
    public let relyingParty: RelyingPartyID
    /// As the relying party gave it, fit to be shown on one line; so are the account's names.
    public let relyingPartyName: String?
    /// The relying party's handle of the account, 1 to 64 bytes.
    public let userID: [UInt8]
    public let userName: String?
    public let userDisplayName: String?
    /// Whether it is found without its id.
    public let isDiscoverable: Bool
    /// Nil if the relying party asked for none.
    public let protection: Protection?
    /// Whether it derives secrets (hmac-secret).
    public let derivesSecrets: Bool

    public init(
        id: [UInt8], relyingParty: RelyingPartyID, relyingPartyName: String? = nil, userID: [UInt8],
        userName: String? = nil, userDisplayName: String? = nil, isDiscoverable: Bool = true,
        protection: Protection? = nil, derivesSecrets: Bool = false
    ) {
        self.id = id
        self.relyingParty = relyingParty
        self.relyingPartyName = relyingPartyName
        self.userID = userID
        self.userName = userName
        self.userDisplayName = userDisplayName
        self.isDiscoverable = isDiscoverable
        self.protection = protection
        self.derivesSecrets = derivesSecrets
    }

    /// The account's name for people; nil if the relying party gave none.
    public var account: String? { userName ?? userDisplayName }

    /// Whether a new discoverable passkey takes the place of this one.
    public func givesWay(to other: Passkey) -> Bool {
        isDiscoverable && other.isDiscoverable && relyingParty == other.relyingParty && userID == other.userID
    }
}

/// An account that a request offers, by its passkey.
public struct PasskeyAccount: Hashable, Sendable {
    /// The passkey's id.
    public let id: [UInt8]
    public let userName: String?
    public let userDisplayName: String?
    /// Whether confirming the request now signs in to it.
    public let isChosen: Bool

    public init(id: [UInt8], userName: String?, userDisplayName: String?, isChosen: Bool) {
        self.id = id
        self.userName = userName
        self.userDisplayName = userDisplayName
        self.isChosen = isChosen
    }
}

/// The secrets that a sign-in derives beside its signature (hmac-secret).
public struct SecretDerivation: Hashable, Sendable {
    /// One or two, 32 bytes each.
    public let salts: [[UInt8]]
    /// The key that the secrets are encrypted under, 32 bytes.
    public let outputKey: [UInt8]
    /// Whether the encryption begins with a random block (the second protocol), instead of zeros.
    public let hasRandomStart: Bool

    public init(salts: [[UInt8]], outputKey: [UInt8], hasRandomStart: Bool) {
        self.salts = salts
        self.outputKey = outputKey
        self.hasRandomStart = hasRandomStart
    }
}
