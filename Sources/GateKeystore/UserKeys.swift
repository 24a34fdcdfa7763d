internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret

/// The root key, and the keys derived from it with HKDF-SHA256.
struct RootKey: ~Copyable {
    private let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }

    func isSame(as other: borrowing SecretBytes) -> Bool { bytes.isEqual(to: other) }

    func key(_ domain: Domain, salt: Data = Data()) -> SymmetricKey {
        let root = unsafe bytes.withBytes { unsafe SymmetricKey(data: $0) }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: root, salt: salt, info: CanonicalEncoding(domain).bytes, outputByteCount: 32)
    }

    func keys(of user: UserID, salt: Data) -> UserKeys {
        let root = unsafe bytes.withBytes { unsafe SymmetricKey(data: $0) }
        return UserKeys(of: user, from: HKDF<SHA256>.extract(inputKeyMaterial: root, salt: salt))
    }
}

/// One user's keys, derived from the root key and the user's salt; never on disk.
struct UserKeys {
    private let user: UserID
    /// Keyed by HKDF's pseudorandom key, from which each key is expanded on demand.
    private let source: KeyedHash
    // Those that an opening needs are expanded once.
    /// Authenticates records.
    private let authentication: KeyedHash
    /// Wraps the user's epoch key, fingerprint key and password key.
    let wrapping: SymmetricKey
    let template: SymmetricKey
    private let itemHash: KeyedHash

    fileprivate init(of user: UserID, from extracted: HashedAuthenticationCode<SHA256>) {
        self.user = user
        source = KeyedHash(extracted)
        authentication = KeyedHash(Self.key(.authenticationKey, of: user, from: source))
        wrapping = Self.key(.userWrappingKey, of: user, from: source)
        template = Self.key(.templateKey, of: user, from: source)
        itemHash = KeyedHash(Self.key(.itemSalt, of: user, from: source))
    }

    /// Mixed into every item's data key, so that making an item needs the root key.
    var itemSalt: SymmetricKey { key(.itemSalt) }

    /// Mixed into scrypt's output, so that trying a PIN needs the root key.
    var pinSalt: SymmetricKey { key(.pinSalt) }

    private func key(_ domain: Domain) -> SymmetricKey { Self.key(domain, of: user, from: source) }

    private static func key(_ domain: Domain, of user: UserID, from source: KeyedHash) -> SymmetricKey {
        var info = CanonicalEncoding(domain)
        info.append(Int64(user.rawValue))
        return source.key(info)
    }

    func authenticationCode(for context: CanonicalEncoding) -> Data { Data(authentication.code(for: context.bytes)) }

    func isAuthentic(_ code: Data, for context: CanonicalEncoding) -> Bool {
        authentication.code(for: context.bytes) == code
    }

    /// The key that encrypts an item's content.
    func itemKey(from dataKey: SymmetricKey) -> SymmetricKey {
        itemHash.key(CanonicalEncoding(.itemKey), from: dataKey)
    }

    /// Authorizes the use of a signing key in the TPM; derived from the item's data key, it ends with that.
    func deviceKeyAuthorization(from dataKey: SymmetricKey) -> SecretBytes {
        let derived = itemHash.key(CanonicalEncoding(.deviceKeyAuthorization), from: dataKey)
        return unsafe SecretBytes(count: derived.bitCount / 8) { bytes in
            unsafe derived.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        }
    }

    /// The key that seals the private half of the PIN's key pair.
    func pinSealingKey(from stretchedPIN: SymmetricKey) -> SymmetricKey {
        KeyedHash(pinSalt).key(CanonicalEncoding(.pinSealingKey), from: stretchedPIN)
    }
}

/// Returns `count` bytes of the system's random source.
func randomBytes(_ count: Int) -> Data {
    var source = SystemRandomNumberGenerator()
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) })
}

extension Data {
    /// Two lower-case digits a byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
