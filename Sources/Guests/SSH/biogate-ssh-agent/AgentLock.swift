import GateCipher
import GateSSH

/// `ssh-add -x`: while it is locked, the agent offers no keys and signs nothing.
actor AgentLock {
    private var held: (salt: [UInt8], digest: [UInt8])?
    private var misses = 0
    /// Until then no passphrase is compared, whichever connection gives it.
    private var pausedUntil: ContinuousClock.Instant?

    /// The longest pause after a wrong passphrase.
    private static let longestPause = Duration.seconds(10)

    var isLocked: Bool { held != nil }

    /// False if it is locked already.
    func lock(_ passphrase: AgentPassphrase) -> Bool {
        guard held == nil else { return false }
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        held = (salt, passphrase.digest(with: salt, SwiftCryptography()))
        return true
    }

    /// False if the passphrase is wrong or the agent is not locked. Each wrong one delays the next, longer each time.
    func unlock(_ passphrase: AgentPassphrase) async -> Bool {
        while let pausedUntil, pausedUntil > .now {
            guard (try? await Task.sleep(until: pausedUntil)) != nil else { return false }
        }
        guard let held else { return false }
        let given = passphrase.digest(with: held.salt, SwiftCryptography())
        guard zip(given, held.digest).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else {
            misses += 1
            pausedUntil = .now + min(.milliseconds(100) * misses, Self.longestPause)
            return false
        }
        self.held = nil
        (misses, pausedUntil) = (0, nil)
        return true
    }
}
