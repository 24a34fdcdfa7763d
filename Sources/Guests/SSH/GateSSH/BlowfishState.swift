internal import GateSecret

/// Blowfish with the key schedule of bcrypt (Provos and Mazières, "A Future-Adaptable Password Scheme").
///
/// Only for `PassphraseStretching`: OpenSSH's files of private keys need it, and no library of this project has it.
struct BlowfishState: ~Copyable {
    /// The 18 subkeys, then the four boxes of 256 words.
    private var words = Self.pi

    private static let subkeys = 18

    /// Mixes 64 bytes each of salt and passphrase into the state, the passphrase's into the subkeys alone.
    mutating func expand(salt: [UInt32], key: [UInt32]) {
        mixIn(key)
        var (left, right): (UInt32, UInt32) = (0, 0)
        var place = 0
        for index in stride(from: 0, to: words.count, by: 2) {
            left ^= salt[place]
            right ^= salt[place + 1]
            place = (place + 2) % salt.count
            encipher(&left, &right)
            words[index] = left
            words[index + 1] = right
        }
    }

    /// Mixes 64 bytes into the state.
    mutating func expand(key: [UInt32]) {
        mixIn(key)
        var (left, right): (UInt32, UInt32) = (0, 0)
        for index in stride(from: 0, to: words.count, by: 2) {
            encipher(&left, &right)
            words[index] = left
            words[index + 1] = right
        }
    }

    private mutating func mixIn(_ key: [UInt32]) {
        for index in 0..<Self.subkeys { words[index] ^= key[index % key.count] }
    }

    /// Encrypts a block of two words.
    func encipher(_ left: inout UInt32, _ right: inout UInt32) {
        let words = words.span
        for round in stride(from: 0, to: 16, by: 2) {
            left ^= words[round]
            right ^= Self.mixed(left, words)
            right ^= words[round + 1]
            left ^= Self.mixed(right, words)
        }
        (left, right) = (right ^ words[17], left ^ words[16])
    }

    @inline(__always)
    private static func mixed(_ word: UInt32, _ words: Span<UInt32>) -> UInt32 {
        let first = words[subkeys + Int(word >> 24)] &+ words[subkeys + 256 + Int(word >> 16 & 0xFF)]
        return (first ^ words[subkeys + 512 + Int(word >> 8 & 0xFF)]) &+ words[subkeys + 768 + Int(word & 0xFF)]
    }

    /// Overwrites the state.
    mutating func wipe() {
        // The array's own memory, which nothing else refers to.
        unsafe words.withUnsafeMutableBytes { unsafe GateSecret.wipe($0) }
    }
}
