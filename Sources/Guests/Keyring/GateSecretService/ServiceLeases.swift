package import GateModel
package import GateSecret

/// Opened secrets that a connection may read: each once.
package struct ServiceLeases {
    /// How long an opened secret waits for the connection to read it.
    static let readingTime: Duration = .seconds(60)

    private struct Key: Hashable {
        let owner: String
        let name: ItemName
    }

    private struct Lease {
        let secret: HeldSecret
        let end: Duration
    }

    private var leases: [Key: Lease] = [:]

    package init() {}

    /// - Parameter now: The time since any fixed moment.
    package mutating func add(_ secret: HeldSecret, _ name: ItemName, to owner: String, at now: Duration) {
        leases[Key(owner: owner, name: name)] = Lease(secret: secret, end: now + Self.readingTime)
    }

    /// The secret that the connection may read now.
    package mutating func take(_ name: ItemName, by owner: String, at now: Duration) -> HeldSecret? {
        forget(at: now)
        return leases.removeValue(forKey: Key(owner: owner, name: name))?.secret
    }

    /// Whether the connection may read the secret now.
    package func isOpen(_ name: ItemName, for owner: String, at now: Duration) -> Bool {
        leases[Key(owner: owner, name: name)].map { $0.end > now } ?? false
    }

    /// Wipes what nobody has read in time; returns when to look again.
    @discardableResult
    package mutating func forget(at now: Duration) -> Duration? {
        leases = leases.filter { $0.value.end > now }
        return leases.values.map(\.end).min()
    }

    package mutating func end(_ name: ItemName, of owner: String) { leases[Key(owner: owner, name: name)] = nil }

    package mutating func left(_ owner: String) { leases = leases.filter { $0.key.owner != owner } }
}
