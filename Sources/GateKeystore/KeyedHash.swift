internal import Crypto
internal import FoundationEssentials
internal import GateSecret

/// HMAC-SHA256 (RFC 2104) under a key that is absorbed once. swift-crypto's `HMAC` and `HKDF` give the same bytes in
/// three times the instructions, many of them between a touch and its secret: they absorb the key for each code, by
/// generic code that the compiler does not specialise.
struct KeyedHash {
    private let inner: SHA256
    private let outer: SHA256

    /// - Parameter key: no longer than a block of the hash, which a longer one would have to be replaced by.
    init(_ key: some ContiguousBytes) {
        var (inner, outer) = (SHA256(), SHA256())
        // The digests wipe their own state.
        _ = unsafe SecretBytes(count: SHA256.blockByteCount) { block in
            unsafe key.withUnsafeBytes { unsafe block.copyMemory(from: $0) }
            for index in block.indices { unsafe block[index] ^= 0x36 }
            unsafe inner.update(bufferPointer: UnsafeRawBufferPointer(block))
            for index in block.indices { unsafe block[index] ^= 0x36 ^ 0x5C }
            unsafe outer.update(bufferPointer: UnsafeRawBufferPointer(block))
        }
        self.inner = inner
        self.outer = outer
    }

    /// Comparing it with other bytes takes the same time wherever they differ.
    func code(for bytes: some ContiguousBytes) -> SHA256.Digest {
        var (inner, outer) = (inner, outer)
        unsafe bytes.withUnsafeBytes { unsafe inner.update(bufferPointer: $0) }
        unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
        return outer.finalize()
    }

    /// HKDF's expansion (RFC 5869) to one code's length: the key that `info` names.
    func key(_ info: CanonicalEncoding) -> SymmetricKey {
        SymmetricKey(data: code(for: info.bytes + [1]))
    }

    /// HKDF with this key as the salt: the key that `info` names, from another one.
    func key(_ info: CanonicalEncoding, from source: SymmetricKey) -> SymmetricKey {
        KeyedHash(code(for: source)).key(info)
    }
}
