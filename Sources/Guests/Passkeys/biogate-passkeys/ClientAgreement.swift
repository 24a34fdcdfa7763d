import Crypto
import CryptoExtras
import FoundationEssentials
import GateCTAP
import GateSecret

/// Salts in the clear, and the key for what is derived from them.
struct OpenedSalts: Sendable {
    /// One or two, of 32 bytes each.
    let salts: [HeldSecret]
    let outputKey: HeldSecret
    let protocolNumber: Int
}

/// The device's half of its agreement with clients on keys (CTAP 2.1, sections 6.5.6 and 6.5.7), and the token of the
/// client that asked for one last.
///
/// swift-crypto wipes its keys and agreed secrets. Its AES leaves a copy of the token behind that nothing wipes.
struct ClientAgreement {
    private var key = P256.KeyAgreement.PrivateKey()
    private var token: Token?

    private struct Token {
        let secret: HeldSecret
        var scope: TokenScope
    }

    /// The public key's coordinates.
    var x: [UInt8] { Array(key.publicKey.rawRepresentation.prefix(32)) }
    var y: [UInt8] { Array(key.publicKey.rawRepresentation.suffix(32)) }

    /// Decrypts salts. After some that are not the client's own, there is another key.
    mutating func open(_ request: SaltRequest) throws(CTAPStatus) -> OpenedSalts {
        let keys = try keys(with: request.key, request.protocolNumber)
        guard keys.authenticates(request.encrypted, by: request.authentication) else {
            key = P256.KeyAgreement.PrivateKey()
            throw .pinAuthInvalid
        }
        return OpenedSalts(
            salts: try keys.decrypt(request.encrypted), outputKey: keys.encryption.held,
            protocolNumber: request.protocolNumber)
    }

    // MARK: Tokens

    /// Makes a token, which ends the last one, and encrypts it for the client.
    mutating func makeToken(for request: TokenRequest, _ scope: TokenScope) throws(CTAPStatus) -> [UInt8] {
        let keys = try keys(with: request.key, request.protocolNumber)
        let secret = SymmetricKey(size: .bits256).held
        let encrypted = try keys.encrypt(secret.bytes)
        token = Token(secret: secret, scope: scope)
        return encrypted
    }

    /// Uses the token for a command, if the client proves that it has it.
    mutating func use(
        _ proof: TokenProof, _ permission: TokenPermissions, for rpIdHash: [UInt8]?, on channel: UInt32,
        at now: Duration
    ) throws(CTAPStatus) {
        guard let token, token.scope.protocolNumber == proof.protocolNumber else { throw .pinAuthInvalid }
        let key = unsafe token.secret.bytes.withBytes { unsafe SymmetricKey(data: $0) }
        let keys = Keys(protocolNumber: proof.protocolNumber, authentication: key, encryption: key)
        guard keys.authenticates(proof.message, by: proof.code) else { throw .pinAuthInvalid }
        try self.token?.scope.use(permission, for: rpIdHash, on: channel, at: now)
    }

    /// Ends the token of a command that made a passkey or signed in by it.
    mutating func spend(_ proof: TokenProof?) { if proof != nil { token = nil } }

    /// Whether the rest of a list may be read, as no proof comes with that.
    func allowsManagement(on channel: UInt32, at now: Duration) -> Bool {
        token?.scope.allows(.manage, on: channel, at: now) ?? false
    }

    // MARK: Keys

    private func keys(with client: ClientKey, _ protocolNumber: Int) throws(CTAPStatus) -> Keys {
        guard let client = try? P256.KeyAgreement.PublicKey(rawRepresentation: client.x + client.y),
            let secret = try? key.sharedSecretFromKeyAgreement(with: client)
        else { throw .invalidParameter }
        return Keys(protocolNumber, secret)
    }
}

/// The keys of one of the two protocols.
private struct Keys {
    let protocolNumber: Int
    let authentication: SymmetricKey
    let encryption: SymmetricKey
}

extension Keys {
    init(_ protocolNumber: Int, _ secret: SharedSecret) {
        func derived(_ name: String) -> SymmetricKey {
            secret.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: [UInt8](repeating: 0, count: 32), sharedInfo: Array(name.utf8),
                outputByteCount: 32)
        }
        let first = unsafe secret.withUnsafeBytes { unsafe SymmetricKey(data: SHA256.hash(data: $0)) }
        let isFirst = protocolNumber == 1
        self.init(
            protocolNumber: protocolNumber, authentication: isFirst ? first : derived("CTAP2 HMAC key"),
            encryption: isFirst ? first : derived("CTAP2 AES key"))
    }

    /// In time that depends only on the lengths.
    func authenticates(_ message: [UInt8], by code: [UInt8]) -> Bool {
        // The first protocol sends half of the code.
        let right = Array(HMAC<SHA256>.authenticationCode(for: message, using: authentication))
        return SecretBytes(right.prefix(protocolNumber == 1 ? 16 : 32)).isEqual(to: SecretBytes(code[...]))
    }

    func encrypt(_ secret: borrowing SecretBytes) throws(CTAPStatus) -> [UInt8] {
        let start = protocolNumber == 1 ? [UInt8](repeating: 0, count: 16) : AES._CBC.IV().map(\.self)
        guard
            let encrypted = try? unsafe secret.withBytes({ bytes in
                try unsafe AES._CBC.encrypt(bytes, using: encryption, iv: AES._CBC.IV(ivBytes: start), noPadding: true)
            })
        else { throw .other }
        return (protocolNumber == 1 ? [] : start) + encrypted
    }

    /// Pieces of 32 bytes.
    func decrypt(_ encrypted: [UInt8]) throws(CTAPStatus) -> [HeldSecret] {
        let start = protocolNumber == 1 ? [UInt8](repeating: 0, count: 16) : Array(encrypted.prefix(16))
        guard let start = try? AES._CBC.IV(ivBytes: start),
            var clear = try? AES._CBC.decrypt(
                encrypted.dropFirst(protocolNumber == 1 ? 0 : 16), using: encryption, iv: start, noPadding: true)
        else { throw .invalidParameter }
        // The only reference to these bytes.
        return unsafe clear.withUnsafeMutableBytes { bytes in
            defer { unsafe wipe(bytes) }
            return stride(from: 0, to: bytes.count, by: 32).map { start in
                unsafe HeldSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + 32])))
            }
        }
    }
}

extension SymmetricKey {
    fileprivate var held: HeldSecret { unsafe withUnsafeBytes { unsafe HeldSecret(SecretBytes(copying: $0)) } }
}

extension SecretBytes {
    fileprivate init(_ bytes: ArraySlice<UInt8>) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }
}
