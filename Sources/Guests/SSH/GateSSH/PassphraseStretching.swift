internal import GateSecret

/// OpenSSH's key derivation `bcrypt` (OpenBSD's bcrypt_pbkdf) for a key of AES-256 with its initial counter.
enum PassphraseStretching {
    /// The bytes of a key of AES-256 and of its counter.
    static let count = 48

    /// - Parameter digest: SHA-512.
    static func derive(
        from passphrase: borrowing SecretBytes, salt: [UInt8], rounds: UInt32, digest: ([UInt8]) -> [UInt8]
    ) -> SecretBytes {
        var copy = unsafe passphrase.withBytes { unsafe Array($0) }
        var hashed = digest(copy)
        var key = words(hashed)
        var blocks: [[UInt8]] = []
        for number: UInt8 in 1...2 {
            var hash = block(key: key, salted: digest(salt + [0, 0, 0, number]))
            blocks.append(hash.map { $0 })
            for _ in 1..<max(rounds, 1) {
                let next = block(key: key, salted: digest(hash))
                wipe(&hash)
                hash = next
                for index in hash.indices { blocks[blocks.count - 1][index] ^= hash[index] }
            }
            wipe(&hash)
        }
        // The blocks' bytes alternate.
        let derived = unsafe SecretBytes(count: count) { target in
            for index in 0..<count { unsafe target[index] = blocks[index % 2][index / 2] }
        }
        wipe(&copy)
        wipe(&hashed)
        wipe(&key)
        for index in blocks.indices { wipe(&blocks[index]) }
        return derived
    }

    /// A block of the key and of a digest, which is overwritten.
    private static func block(key: [UInt32], salted: consuming [UInt8]) -> [UInt8] {
        var salt = words(salted)
        wipe(&salted)
        var state = BlowfishState()
        state.expand(salt: salt, key: key)
        for _ in 0..<64 {
            state.expand(key: salt)
            state.expand(key: key)
        }
        var text = words(Array("OxychromaticBlowfishSwatDynamite".utf8))
        for place in stride(from: 0, to: text.count, by: 2) {
            var (left, right) = (text[place], text[place + 1])
            for _ in 0..<64 { state.encipher(&left, &right) }
            (text[place], text[place + 1]) = (left, right)
        }
        state.wipe()
        // It has its whole length from the start: growing would leave parts behind.
        var block = [UInt8](repeating: 0, count: text.count * 4)
        for index in block.indices { block[index] = UInt8(truncatingIfNeeded: text[index / 4] >> (8 * (index % 4))) }
        wipe(&salt)
        wipe(&text)
        return block
    }

    /// Big endian; the count is a multiple of four.
    private static func words(_ bytes: [UInt8]) -> [UInt32] {
        // `map` of a stride does not know its length, and grows.
        (0..<(bytes.count / 4)).map { index in
            bytes[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func wipe<Element: BitwiseCopyable>(_ array: inout [Element]) {
        // The array's own memory; a copy would have been made by a line above.
        unsafe array.withUnsafeMutableBytes { unsafe GateSecret.wipe($0) }
    }
}
