package import GateModel

/// Recognises a program that stores what it has just read, as git does after each use: it changes nothing, and asks nobody.
///
/// One comparison for each opening, so that no program finds a secret by guesses.
package struct ServiceEchoes {
    /// How long after it was read a secret may come back.
    static let time: Duration = .seconds(120)

    private var echoes: [ItemName: (digest: [UInt8], end: Duration)] = [:]

    package init() {}

    /// A program has read the secret.
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

/// The relation of a new item's attributes to those of a protected item.
package enum AttributeOverlap: Hashable, Sendable {
    /// A search finds one of them, or both of them for less than each has.
    case none
    case equal
    /// A search for the protected item could find the new one instead.
    case shadowing

    package init(_ new: [String: String], _ protected: [String: String]) {
        let schemas = [new, protected].compactMap { $0["xdg:schema"] }
        // libsecret or the keyring adds the schema's name, perhaps later, and some clients do not.
        func bare(_ attributes: [String: String]) -> [String: String] { attributes.filter { $0.key != "xdg:schema" } }
        func isPart(_ part: [String: String], of whole: [String: String]) -> Bool {
            part.allSatisfy { whole[$0.key] == $0.value }
        }
        let (new, protected) = (bare(new), bare(protected))
        // A keyring that is to replace an item would take the protected one, too.
        if new == protected, Set(schemas).count < 2 { self = .equal; return }
        self = isPart(new, of: protected) || isPart(protected, of: new) ? .shadowing : .none
    }
}
