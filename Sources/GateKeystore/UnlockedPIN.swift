internal import Crypto
package import FoundationEssentials
public import GateModel
package import GateSecret

/// That a PIN was right: the private key which its slots were made for, wiped when let go.
public struct UnlockedPIN: ~Copyable, Sendable {
    /// Whose PIN it is.
    public let user: UserID
    let publicKey: Data
    /// Fresh with every PIN, where the key pair can outlive one: it tells the PIN that was right from its successor.
    package let salt: Data
    let privateKey: SecretBytes

    package init(user: UserID, publicKey: Data, salt: Data, privateKey: consuming SecretBytes) {
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

/// The PIN's key pair: HPKE (RFC 9180, base mode) with X25519, HKDF-SHA256 and AES-256-GCM.
enum PINKey {
    private static var suite: HPKE.Ciphersuite {
        HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    }
    private static let encapsulationLength = 32
    private static var info: Data { Data(CanonicalEncoding(.pinSlot).bytes) }

    static func generate(for user: UserID, salt: Data) throws -> UnlockedPIN {
        // Any 32 bytes are a private key (RFC 7748, section 5).
        let seed = SymmetricKey(size: .bits256)
        let privateKey = unsafe SecretBytes(count: 32) { bytes in
            unsafe seed.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        }
        let publicKey = try unsafe privateKey.withBytes { bytes in
            try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation
        }
        return UnlockedPIN(user: user, publicKey: publicKey, salt: salt, privateKey: privateKey)
    }

    /// The encapsulated key, then the ciphertext.
    static func wrap(
        _ dataKey: SymmetricKey, to publicKey: Data, authenticating context: CanonicalEncoding
    ) throws -> Data {
        let recipient = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        var sender = try HPKE.Sender(recipientKey: recipient, ciphersuite: suite, info: info)
        let ciphertext = try unsafe dataKey.withUnsafeBytes { bytes in
            try unsafe sender.seal(bytes, authenticating: context.bytes)
        }
        return sender.encapsulatedKey + ciphertext
    }

    static func unwrap(
        _ wrapped: Data, with pin: borrowing UnlockedPIN, authenticating context: CanonicalEncoding
    ) throws(KeystoreError) -> SymmetricKey {
        do {
            let key = try unsafe pin.privateKey.withBytes { bytes in
                try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
            }
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info,
                encapsulatedKey: Data(wrapped.prefix(encapsulationLength)))
            var plaintext = try recipient.open(
                Data(wrapped.dropFirst(encapsulationLength)), authenticating: context.bytes)
            return Sealing.wipedKey(from: &plaintext)
        } catch {
            throw .tampered(.slot)
        }
    }
}
