internal import Crypto
internal import FoundationEssentials
internal import GateModel
internal import GateSecret
@_spi(Store) internal import GateVault

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
        return UnlockedPIN(
            user: user, publicKey: Array(publicKey), salt: Array(salt), privateKey: privateKey)
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
            return Cipher.wipedKey(from: &plaintext)
        } catch {
            throw .tampered(.slot)
        }
    }
}
