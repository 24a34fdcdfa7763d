internal import Crypto
internal import FoundationEssentials
internal import GateSecret
internal import GateVault

/// Authenticated encryption (AES-256-GCM with a random nonce) between wiped memory and bytes that may be stored.
///
/// A sealed blob is nonce, ciphertext and tag, in this order.
enum Cipher {
    /// How many bytes a blob is longer than its content.
    static let overhead = 28

    static func seal(
        _ secret: borrowing SecretBytes, under key: SymmetricKey, authenticating context: CanonicalEncoding
    ) throws -> Data {
        try unsafe secret.withBytes { bytes in try unsafe seal(bytes, under: key, authenticating: context) }
    }

    /// Throws `tampered` if the blob, its context or the key differs from the sealing.
    static func open(
        _ sealed: Data, under key: SymmetricKey, authenticating context: CanonicalEncoding,
        as record: KeystoreError.Record
    ) throws(KeystoreError) -> SecretBytes {
        var plaintext = try decrypted(sealed, under: key, authenticating: context, as: record)
        let secret = unsafe SecretBytes(count: plaintext.count) { target in
            unsafe plaintext.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
        unsafe plaintext.withUnsafeMutableBytes { unsafe wipe($0) }
        return secret
    }

    static func wrap(
        _ wrapped: SymmetricKey, under key: SymmetricKey, authenticating context: CanonicalEncoding
    ) throws -> Data {
        try unsafe wrapped.withUnsafeBytes { bytes in try unsafe seal(bytes, under: key, authenticating: context) }
    }

    static func unwrap(
        _ sealed: Data, under key: SymmetricKey, authenticating context: CanonicalEncoding,
        as record: KeystoreError.Record
    ) throws(KeystoreError) -> SymmetricKey {
        var plaintext = try decrypted(sealed, under: key, authenticating: context, as: record)
        return wipedKey(from: &plaintext)
    }

    /// Seals bytes that are personal but need no locked memory: templates.
    static func seal(
        _ plaintext: [UInt8], under key: SymmetricKey, authenticating context: CanonicalEncoding
    ) throws -> Data {
        try unsafe plaintext.withUnsafeBytes { bytes in try unsafe seal(bytes, under: key, authenticating: context) }
    }

    static func openBytes(
        _ sealed: Data, under key: SymmetricKey, authenticating context: CanonicalEncoding,
        as record: KeystoreError.Record
    ) throws(KeystoreError) -> [UInt8] {
        var plaintext = try decrypted(sealed, under: key, authenticating: context, as: record)
        let bytes = [UInt8](plaintext)
        unsafe plaintext.withUnsafeMutableBytes { unsafe wipe($0) }
        return bytes
    }

    /// The key in `plaintext`, which is wiped.
    static func wipedKey(from plaintext: inout Data) -> SymmetricKey {
        let key = SymmetricKey(data: plaintext)
        unsafe plaintext.withUnsafeMutableBytes { unsafe wipe($0) }
        return key
    }

    private static func seal(
        _ bytes: UnsafeRawBufferPointer, under key: SymmetricKey, authenticating context: CanonicalEncoding
    ) throws -> Data {
        let box = try unsafe AES.GCM.seal(bytes, using: key, authenticating: context.bytes)
        // A nonce of the default length always has a combined form.
        return box.combined ?? Data()
    }

    private static func decrypted(
        _ sealed: Data, under key: SymmetricKey, authenticating context: CanonicalEncoding,
        as record: KeystoreError.Record
    ) throws(KeystoreError) -> Data {
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: context.bytes)
        } catch {
            throw .tampered(record)
        }
    }
}
