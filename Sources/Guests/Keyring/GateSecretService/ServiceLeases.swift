package import GateModel
package import GateSecret

/// Protected items that are open for a connection: once, and those that allow it for a time.
///
/// `Line` is what the item is read again by; without one, a lease is over once its secret is read.
package struct ServiceLeases<Line: Sendable> {
    /// How long an opened secret waits for the connection to read it.
    static var readingTime: Duration { .seconds(60) }

    private struct Key: Hashable {
        let owner: String
        let name: ItemName
    }

    private struct Lease {
        /// The secret that was opened, until it is read.
        var secret: HeldSecret?
        var secretEnd: Duration
        var line: Line?
        var lineEnd: Duration = .zero
    }

    /// How a connection may read an item.
    package enum Reading: Sendable {
        case secret(HeldSecret)
        case again(Line)
    }

    private var leases: [Key: Lease] = [:]

    package init() {}

    /// The user has opened an item for a connection.
    ///
    /// - Parameters:
    ///   - line: For an item that may be read again, and how long.
    ///   - now: The time since any fixed moment.
    package mutating func add(
        _ secret: HeldSecret, _ name: ItemName, to owner: String, again line: (Line, Duration)? = nil, at now: Duration
    ) {
        var lease = Lease(secret: secret, secretEnd: now + Self.readingTime)
        if let (line, time) = line { (lease.line, lease.lineEnd) = (line, now + time) }
        leases[Key(owner: owner, name: name)] = lease
    }

    /// How the connection may read the item now; nil if it is locked for it.
    package mutating func take(_ name: ItemName, by owner: String, at now: Duration) -> Reading? {
        forget(at: now)
        let key = Key(owner: owner, name: name)
        guard var lease = leases[key] else { return nil }
        guard let secret = lease.secret.take() else { return lease.line.map(Reading.again) }
        leases[key] = lease.line == nil ? nil : lease
        return .secret(secret)
    }

    package func isOpen(_ name: ItemName, for owner: String, at now: Duration) -> Bool {
        guard let lease = leases[Key(owner: owner, name: name)] else { return false }
        return lease.secret != nil && lease.secretEnd > now || lease.line != nil && lease.lineEnd > now
    }

    /// The items that are open now, and for how long.
    package func all(at now: Duration) -> [(owner: String, name: ItemName, left: Duration)] {
        leases.map { key, lease in
            let ends = [lease.secret.map { _ in lease.secretEnd }, lease.line.map { _ in lease.lineEnd }]
            return (key.owner, key.name, (ends.compactMap(\.self).max() ?? now) - now)
        }.filter { $0.left > .zero }.sorted { ($0.name, $0.owner) < ($1.name, $1.owner) }
    }

    /// Drops what is over; returns when to look again.
    @discardableResult
    package mutating func forget(at now: Duration) -> Duration? {
        for (key, lease) in leases {
            if lease.secretEnd <= now { leases[key]?.secret = nil }
            if lease.lineEnd <= now { leases[key]?.line = nil }
            if leases[key]?.secret == nil, leases[key]?.line == nil { leases[key] = nil }
        }
        return leases.values.flatMap { lease in
            [lease.secret.map { _ in lease.secretEnd }, lease.line.map { _ in lease.lineEnd }].compactMap(\.self)
        }.min()
    }

    package mutating func end(_ name: ItemName, of owner: String) { leases[Key(owner: owner, name: name)] = nil }

    package mutating func left(_ owner: String) { leases = leases.filter { $0.key.owner != owner } }
}
