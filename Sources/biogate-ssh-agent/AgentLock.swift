import GateCipher
import GateSSH

/// `ssh-add -x`: while it is locked, the agent offers no keys and signs nothing.
actor AgentLock {
    private var held: (salt: [UInt8], digest: [UInt8])?
    private var misses = 0

    /// The longest pause after a wrong passphrase.
    private static let longestPause = Duration.seconds(10)

    var isLocked: Bool { held != nil }

    /// False if it is locked already.
    func lock(_ passphrase: [UInt8]) -> Bool {
        guard held == nil else { return false }
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        held = (salt, Self.digest(passphrase, salt))
        return true
    }

    /// False if the passphrase is wrong, after a pause that grows, or if it is not locked.
    func unlock(_ passphrase: [UInt8]) async -> Bool {
        guard let held else { return false }
        let given = Self.digest(passphrase, held.salt)
        guard zip(given, held.digest).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else {
            misses += 1
            try? await Task.sleep(for: min(.milliseconds(100) * misses, Self.longestPause))
            return false
        }
        self.held = nil
        misses = 0
        return true
    }

    private static func digest(_ passphrase: [UInt8], _ salt: [UInt8]) -> [UInt8] {
        SwiftCryptography().digest(.sha256, of: salt + passphrase)
    }
}
