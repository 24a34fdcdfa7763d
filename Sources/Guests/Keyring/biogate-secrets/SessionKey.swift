import Crypto
package import GateSecret
import Glibc

/// One side's half of an agreement on a session's key (`dh-ietf1024-sha256-aes128-cbc-pkcs7`).
struct KeyAgreement: ~Copyable {
    /// The bytes of a number of this group.
    private static let size = 128
    /// RFC 2409, section 6.2: the second Oakley group, with the generator 2.
    static let prime: [UInt8] =
        [
            0xFFFF_FFFF_FFFF_FFFF, 0xC90F_DAA2_2168_C234, 0xC4C6_628B_80DC_1CD1, 0x2902_4E08_8A67_CC74,
            0x020B_BEA6_3B13_9B22, 0x514A_0879_8E34_04DD, 0xEF95_19B3_CD3A_431B, 0x302B_0A6D_F25F_1437,
            0x4FE1_356D_6D51_C245, 0xE485_B576_625E_7EC6, 0xF44C_42E9_A637_ED6B, 0x0BFF_5CB6_F406_B7ED,
            0xEE38_6BFB_5A89_9FA5, 0xAE9F_2411_7C4B_1FE6, 0x4928_6651_ECE6_5381, 0xFFFF_FFFF_FFFF_FFFF,
        ].flatMap { (word: UInt64) in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }

    private let library: Libgcrypt
    private let exponent: SecretBytes
    /// The number for the other side.
    let own: HeldSecret

    /// Nil without libgcrypt, or without memory.
    static func begin() -> KeyAgreement? {
        guard let library = Libgcrypt.shared else { return nil }
        let exponent = SecretBytes.random(count: size)
        guard let own = library.power(SecretBytes(of: [2]), exponent, modulo: SecretBytes(of: prime)) else {
            return nil
        }
        return KeyAgreement(library, exponent, HeldSecret(own))
    }

    private init(_ library: Libgcrypt, _ exponent: consuming SecretBytes, _ own: HeldSecret) {
        self.library = library
        self.exponent = exponent
        self.own = own
    }

    /// The key that the other side's number leads to; nil for a number that no honest side sends.
    consuming func key(with other: borrowing SecretBytes) -> SessionKey? {
        guard Self.isSound(other),
            let shared = library.power(other, exponent, modulo: SecretBytes(of: Self.prime))
        else { return nil }
        let material = unsafe shared.withBytes { unsafe SymmetricKey(data: $0) }
        let derived = HKDF<SHA256>.deriveKey(inputKeyMaterial: material, outputByteCount: 16)
        let key = unsafe SecretBytes(count: derived.bitCount / 8) { bytes in
            unsafe derived.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        }
        return SessionKey(key, library)
    }

    /// Whether a number is between 2 and p - 2. 0, 1 and p - 1 lead to a key that everybody knows.
    private static func isSound(_ number: borrowing SecretBytes) -> Bool {
        unsafe number.withBytes { bytes in
            let digits = unsafe Array(bytes.drop { $0 == 0 })
            guard digits.count <= size, digits.count > 1 || digits.first ?? 0 > 1 else { return false }
            guard digits.count == size else { return true }
            var limit = prime
            limit[size - 1] -= 1
            return digits.lexicographicallyPrecedes(limit)
        }
    }
}

/// A session's key: AES-128-CBC with the padding of PKCS #7.
final class SessionKey: Sendable {
    private static let block = 16

    private let key: SecretBytes
    private let library: Libgcrypt

    fileprivate init(_ key: consuming SecretBytes, _ library: Libgcrypt) {
        self.key = key
        self.library = library
    }

    /// A secret under a new random start; nil if the library refuses.
    func encrypt(_ secret: borrowing SecretBytes) -> (start: HeldSecret, value: HeldSecret)? {
        let padding = Self.block - secret.count % Self.block
        let padded = unsafe SecretBytes(count: secret.count + padding) { bytes in
            unsafe secret.withBytes { unsafe bytes.copyMemory(from: $0) }
            for place in bytes.count - padding..<bytes.count { unsafe bytes[place] = UInt8(padding) }
        }
        let start = SecretBytes.random(count: Self.block)
        guard let value = library.encrypted(padded, key: key, start: start) else { return nil }
        return (HeldSecret(start), HeldSecret(value))
    }

    /// Nil for bytes that this key did not encrypt.
    func decrypt(_ value: borrowing SecretBytes, start: borrowing SecretBytes) -> SecretBytes? {
        guard start.count == Self.block, value.count > 0, value.count % Self.block == 0,
            let padded = library.decrypted(value, key: key, start: start)
        else { return nil }
        return unsafe padded.withBytes { (bytes) -> SecretBytes? in
            let padding = unsafe Int(bytes[bytes.count - 1])
            guard (1...Self.block).contains(padding),
                unsafe bytes[(bytes.count - padding)...].allSatisfy({ Int($0) == padding })
            else { return nil }
            return unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes.dropLast(padding)))
        }
    }
}

extension SecretBytes {
    package init(of bytes: [UInt8]) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }

    /// At most 256 bytes of the kernel's.
    fileprivate static func random(count: Int) -> SecretBytes {
        unsafe SecretBytes(count: count) { bytes in
            guard let start = bytes.baseAddress else { return }
            // Fails for no length up to 256 (getentropy(3)).
            precondition(unsafe getentropy(start, bytes.count) == 0, "no random bytes")
        }
    }
}
