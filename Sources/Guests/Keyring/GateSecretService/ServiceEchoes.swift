package import GateModel

/// Recognises a program that stores what it has just read, as git does after each use: it changes nothing, and asks nobody.
///
/// One comparison for each touch, so that no program finds a secret by guesses.
package struct ServiceEchoes {
    /// How long after it was read a secret may come back.
    static let time: Duration = .seconds(120)

    private var echoes: [ItemName: (digest: [UInt8], end: Duration)] = [:]

    package init() {}

    /// A program has read the secret that a touch opened.
    ///
    /// - Parameters:
    ///   - digest: Of the secret, under a key that no program knows.
    ///   - now: The time since any fixed moment.
    package mutating func add(_ name: ItemName, digest: [UInt8], at now: Duration) {
        echoes[name] = (digest, now + Self.time)
    }

    /// Whether the secret is the one that was read last.
    package mutating func take(_ name: ItemName, digest: [UInt8], at now: Duration) -> Bool {
        guard let echo = echoes.removeValue(forKey: name) else { return false }
        return echo.end > now && echo.digest == digest
    }
}
