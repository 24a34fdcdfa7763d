internal import Crypto
internal import FoundationEssentials
internal import GateSecret
internal import GateVault

/// Authenticated encryption (AES-256-GCM, a random nonce each time) between wiped memory and bytes that may lie on disk.
///
/// Every sealed blob is nonce, ciphertext and tag, in this order.
enum Sealing {
    /// Bytes that a blob is longer than what it holds.
    static let overhead = 28

    static func seal(
        _ secret: borrowing SecretBytes, under key: SymmetricKey, authenticating context: CanonicalEncoding
    ) throws -> Data {
        try unsafe secret.withBytes { bytes in try unsafe seal(bytes, under: key, authenticating: context) }
    }

    /// Throws `tampered` where the blob, its context or the key is not the one it was sealed with.
    static func open(
        _ sealed: Data, under key: SymmetricKey, authenticating context: CanonicalEncoding,
        as record: KeystoreError.Record
    ) throws(KeystoreError) -> SecretBytes {
        var plaintext = try decrypted(sealed, under: key, authenticating: context, as: record)
        let secret = unsafe SecretBytes(count: plaintext.count) { unsafe plaintext.copyBytes(to: $0) }
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

    /// Bytes that are personal but need no locked memory: templates.
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

    /// The key that `plaintext` holds, which is wiped.
    static func wipedKey(from plaintext: inout Data) -> SymmetricKey {
        let key = SymmetricKey(data: plaintext)
        unsafe plaintext.withUnsafeMutableBytes { unsafe wipe($0) }
        return key
    }

    private static func seal(
        _ bytes: UnsafeRawBufferPointer, under key: SymmetricKey, authenticating context: CanonicalEncoding
    ) throws -> Data {
        let box = try unsafe AES.GCM.seal(bytes, using: key, authenticating: context.bytes)
        // The nonce has the default length, with which a combined form always exists.
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
