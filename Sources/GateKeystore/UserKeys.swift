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
    /// HKDF's pseudorandom key, from which each key is expanded on demand.
    private let source: SymmetricKey
    /// Authenticates records.
    let authentication: SymmetricKey
    // Those that an opening needs are expanded once: that costs more than the opening's decryption.
    /// Wraps the user's epoch key, fingerprint key and password key.
    let wrapping: SymmetricKey
    let template: SymmetricKey
    /// Mixed into every item's data key, so that making an item needs the root key.
    let itemSalt: SymmetricKey

    fileprivate init(of user: UserID, from extracted: HashedAuthenticationCode<SHA256>) {
        self.user = user
        source = SymmetricKey(data: extracted)
        authentication = Self.key(.authenticationKey, of: user, from: source)
        wrapping = Self.key(.userWrappingKey, of: user, from: source)
        template = Self.key(.templateKey, of: user, from: source)
        itemSalt = Self.key(.itemSalt, of: user, from: source)
    }

    /// Mixed into scrypt's output, so that trying a PIN needs the root key.
    var pinSalt: SymmetricKey { key(.pinSalt) }

    private func key(_ domain: Domain) -> SymmetricKey { Self.key(domain, of: user, from: source) }

    private static func key(_ domain: Domain, of user: UserID, from source: SymmetricKey) -> SymmetricKey {
        var info = CanonicalEncoding(domain)
        info.append(Int64(user.rawValue))
        return HKDF<SHA256>.expand(pseudoRandomKey: source, info: info.bytes, outputByteCount: 32)
    }

    func authenticationCode(for context: CanonicalEncoding) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: context.bytes, using: authentication))
    }

    func isAuthentic(_ code: Data, for context: CanonicalEncoding) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: context.bytes, using: authentication)
    }

    /// The key that encrypts an item's content.
    func itemKey(from dataKey: SymmetricKey) -> SymmetricKey {
        derive(from: dataKey, salt: itemSalt, .itemKey)
    }

    /// Authorizes the use of a signing key in the TPM; derived from the item's data key, it ends with that.
    func deviceKeyAuthorization(from dataKey: SymmetricKey) -> SecretBytes {
        let derived = derive(from: dataKey, salt: itemSalt, .deviceKeyAuthorization)
        return unsafe SecretBytes(count: derived.bitCount / 8) { bytes in
            unsafe derived.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        }
    }

    /// The key that seals the private half of the PIN's key pair.
    func pinSealingKey(from stretchedPIN: SymmetricKey) -> SymmetricKey {
        derive(from: stretchedPIN, salt: pinSalt, .pinSealingKey)
    }

    private func derive(from key: SymmetricKey, salt: SymmetricKey, _ domain: Domain) -> SymmetricKey {
        unsafe salt.withUnsafeBytes { salt in
            unsafe HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key, salt: salt, info: CanonicalEncoding(domain).bytes, outputByteCount: 32)
        }
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
