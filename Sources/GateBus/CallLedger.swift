/// Counts other programs' unfinished calls, by connection, by user and in all, and refuses calls beyond the limits.
/// Pure.
///
/// A call counts from its arrival (`begun`) until it is answered (`ended`).
struct CallLedger {
    /// Calls of one connection.
    static let perConnection = 16
    /// Calls of connections whose users the bus has not named yet: more than one user's connections to the bus allow.
    static let unnamed = 256 * perConnection + 1024

    private struct Connection {
        var calls = 0
        var user: UInt32?
        var hasLeft = false
    }

    private var connections: [String: Connection] = [:]
    private var unnamed = 0
    private var shares = UserShares(inAll: 1024, perUser: 64, forRoot: 128)

    /// Counts a call that has come; false refuses it without counting.
    mutating func begun(from name: String) -> Bool {
        var connection = connections[name] ?? Connection()
        guard connection.calls < Self.perConnection else { return false }
        if let user = connection.user {
            guard shares.take(for: user) else { return false }
        } else {
            guard unnamed < Self.unnamed else { return false }
            unnamed += 1
        }
        connection.calls += 1
        connections[name] = connection
        return true
    }

    /// A call that was begun is answered.
    mutating func ended(from name: String) {
        guard let connection = connections[name], connection.calls > 0 else { return }
        connections[name]?.calls -= 1
        giveBack(connection.user, name)
    }

    /// The bus has named the user of a connection.
    mutating func named(_ name: String, user: UInt32) {
        guard let connection = connections[name], connection.user == nil, !connection.hasLeft else { return }
        connections[name]?.user = user
        unnamed -= connection.calls
        shares.add(connection.calls, for: user)
    }

    /// A connection has left the bus.
    mutating func left(_ name: String) {
        guard let connection = connections[name] else { return }
        if connection.calls == 0 { connections[name] = nil } else { connections[name]?.hasLeft = true }
    }

    private mutating func giveBack(_ user: UInt32?, _ name: String) {
        if let user { shares.give(backFor: user) } else { unnamed -= 1 }
        if let connection = connections[name], connection.hasLeft, connection.calls == 0 { connections[name] = nil }
    }
}
