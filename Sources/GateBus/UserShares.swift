/// Counts how many of a limited number of places each user holds.
///
/// A user may hold at most as many places as are free, so one user never takes the last of them. Pure.
package struct UserShares: Sendable {
    private static let root: UInt32 = 0

    private let inAll: Int
    private let perUser: Int
    private let forRoot: Int
    private var total = 0
    private var held: [UInt32: Int] = [:]

    /// - Parameter forRoot: the places that only root gets, who may hold all of them.
    package init(inAll: Int, perUser: Int, forRoot: Int) {
        self.inAll = inAll
        self.perUser = perUser
        self.forRoot = forRoot
    }

    /// Takes a place; false where the user gets none.
    package mutating func take(for user: UInt32) -> Bool {
        let free = inAll - total
        guard user == Self.root ? free > 0 : held[user, default: 0] < min(perUser, free - forRoot) else { return false }
        add(1, for: user)
        return true
    }

    /// Counts places that are in use already, also beyond the limits.
    mutating func add(_ count: Int, for user: UInt32) {
        guard count > 0 else { return }
        total += count
        held[user, default: 0] += count
    }

    /// Gives one place back.
    package mutating func give(backFor user: UInt32) {
        guard let count = held[user] else { return }
        held[user] = count > 1 ? count - 1 : nil
        total -= 1
    }
}
