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
            var salted = digest(salt + [0, 0, 0, number])
            var hash = block(key: key, salt: words(salted))
            var sum = hash
            for _ in 1..<max(rounds, 1) {
                salted = digest(hash)
                hash = block(key: key, salt: words(salted))
                for index in sum.indices { sum[index] ^= hash[index] }
            }
            blocks.append(sum)
            wipe(&hash)
            wipe(&salted)
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

    private static func block(key: [UInt32], salt: [UInt32]) -> [UInt8] {
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
        return text.flatMap { word in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// Big endian; the count is a multiple of four.
    private static func words(_ bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func wipe<Element: BitwiseCopyable>(_ array: inout [Element]) {
        // The array's own memory; a copy would have been made by a line above.
        unsafe array.withUnsafeMutableBytes { unsafe GateSecret.wipe($0) }
    }
}
