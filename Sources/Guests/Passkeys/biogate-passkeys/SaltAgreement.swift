import Crypto
import CryptoExtras
import FoundationEssentials
import GateCTAP

/// Salts in the clear, and the key for what is derived from them.
struct OpenedSalts: Sendable {
    /// One or two, of 32 bytes each.
    let salts: [[UInt8]]
    let outputKey: [UInt8]
    let protocolNumber: Int
}

/// The device's half of an agreement on the keys of salts (CTAP 2.1, sections 6.5.6 and 6.5.7).
struct SaltAgreement {
    private var key = P256.KeyAgreement.PrivateKey()

    /// The public key's coordinates.
    var x: [UInt8] { Array(key.publicKey.rawRepresentation.prefix(32)) }
    var y: [UInt8] { Array(key.publicKey.rawRepresentation.suffix(32)) }

    /// Decrypts salts. After some that are not the client's own, there is another key.
    mutating func open(_ request: SaltRequest) throws(CTAPStatus) -> OpenedSalts {
        guard let client = try? P256.KeyAgreement.PublicKey(rawRepresentation: request.x + request.y),
            let secret = try? key.sharedSecretFromKeyAgreement(with: client)
        else { throw .invalidParameter }
        let isFirst = request.protocolNumber == 1
        let keys = isFirst ? Self.firstKeys(secret) : Self.secondKeys(secret)
        let code = Array(HMAC<SHA256>.authenticationCode(for: request.encrypted, using: keys.authentication))
        guard Self.isEqual(code.prefix(isFirst ? 16 : 32), request.authentication) else {
            key = P256.KeyAgreement.PrivateKey()
            throw .pinAuthInvalid
        }
        let start = isFirst ? [UInt8](repeating: 0, count: 16) : Array(request.encrypted.prefix(16))
        guard let start = try? AES._CBC.IV(ivBytes: start),
            let clear = try? AES._CBC.decrypt(
                request.encrypted.dropFirst(isFirst ? 0 : 16), using: keys.encryption, iv: start, noPadding: true)
        else { throw .invalidParameter }
        let salts = stride(from: 0, to: clear.count, by: 32).map { Array(clear.dropFirst($0).prefix(32)) }
        let outputKey = unsafe keys.encryption.withUnsafeBytes { unsafe Array($0) }
        return OpenedSalts(salts: salts, outputKey: outputKey, protocolNumber: request.protocolNumber)
    }

    private typealias Keys = (authentication: SymmetricKey, encryption: SymmetricKey)

    private static func firstKeys(_ secret: SharedSecret) -> Keys {
        let key = unsafe secret.withUnsafeBytes { unsafe SymmetricKey(data: SHA256.hash(data: $0)) }
        return (key, key)
    }

    private static func secondKeys(_ secret: SharedSecret) -> Keys {
        func key(_ name: String) -> SymmetricKey {
            secret.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: [UInt8](repeating: 0, count: 32), sharedInfo: Array(name.utf8),
                outputByteCount: 32)
        }
        return (key("CTAP2 HMAC key"), key("CTAP2 AES key"))
    }

    /// In time that depends only on the lengths.
    private static func isEqual(_ first: ArraySlice<UInt8>, _ second: [UInt8]) -> Bool {
        first.count == second.count && zip(first, second).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }
}
