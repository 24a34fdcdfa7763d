internal import FoundationEssentials

/// The purpose of bytes: starts every authenticated encoding and every derivation, so that none can stand for another.
enum Domain: String {
    case rootCheck = "biogate/1/root-check"
    case rollbackCounter = "biogate/1/rollback-counter"
    case state = "biogate/1/state"
    case chipDeletion = "biogate/1/chip-deletion"
    case firstEnrollment = "biogate/1/first-enrollment"
    case userWrappingKey = "biogate/1/user-wrapping-key"
    case templateKey = "biogate/1/template-key"
    case authenticationKey = "biogate/1/authentication-key"
    case itemSalt = "biogate/1/item-salt"
    case pinSalt = "biogate/1/pin-salt"
    case itemKey = "biogate/1/item-key"
    case pinSealingKey = "biogate/1/pin-sealing-key"
    case deviceKeyAuthorization = "biogate/1/device-key-authorization"

    case user = "biogate/1/user"
    case epochKey = "biogate/1/epoch-key"
    case fingerprintKey = "biogate/1/fingerprint-key"
    case passwordKey = "biogate/1/password-key"
    case pinPrivateKey = "biogate/1/pin-private-key"
    case print = "biogate/1/print"
    case template = "biogate/1/template"
    case item = "biogate/1/item"
    case content = "biogate/1/content"
    case slot = "biogate/1/slot"
    case pinSlot = "biogate/1/pin-slot"
    case onboarding = "biogate/1/onboarding"
    case policy = "biogate/1/policy"
}

/// Fields in sequence, encoded so that different fields never give the same bytes: each is a presence byte, its length
/// (8 bytes, big-endian), and its content.
struct CanonicalEncoding {
    private(set) var bytes: [UInt8] = []

    /// Enough for most encodings, to allocate once: they are made while a finger waits for its answer.
    private static let usualCapacity = 384

    init(_ domain: Domain) {
        bytes.reserveCapacity(Self.usualCapacity)
        append(domain.rawValue)
    }

    mutating func append(_ content: Data?) {
        guard let content else {
            bytes.append(0)
            return
        }
        bytes.append(1)
        appendBigEndian(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func append(_ text: String?) {
        guard let text else {
            bytes.append(0)
            return
        }
        bytes.append(1)
        appendBigEndian(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ number: Int64?) {
        guard let number else {
            bytes.append(0)
            return
        }
        bytes.append(1)
        appendBigEndian(8)
        appendBigEndian(UInt64(bitPattern: number))
    }

    mutating func append(_ texts: [String]) {
        append(Int64(texts.count))
        for text in texts { append(text) }
    }

    private mutating func appendBigEndian(_ number: UInt64) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
