package import GateModel
import GatePolicy
import GateSystem
import GateVault

/// The authentications that may be reused, by connection and user, and the count of their ends.
///
/// Confined to the Gatekeeper's loop.
final class Authentications {
    private var ledgers: [ConnectionID: [UserID: AuthenticationLedger]] = [:]
    /// The connections' last authentications for signatures for ssh, which count for nothing else.
    private var signings: [ConnectionID: (scope: SigningScope, given: ItemAuthentication)] = [:]
    /// The PINs that opened items on a connection, and count again for the same item.
    private var pins: [ConnectionID: [ItemName: ItemAuthentication]] = [:]
    /// Runs until the first kept key has had its time.
    private var sweep: LoopTimer?
    private let clock: GateClock
    private let errands: Errands
    private var eras: [UserID: UInt64] = [:]
    private var erasOfEverybody: UInt64 = 0
    /// The users whose screen is locked. Nothing is recorded for them.
    private var lockedUsers: Set<UserID> = []
    /// Nothing is recorded while the machine falls asleep or sleeps.
    private var isAsleep = false

    init(clock: GateClock, errands: Errands) {
        self.clock = clock
        self.errands = errands
    }

    /// The user's present era. An authentication that began in an earlier era is not recorded.
    func era(of user: UserID) -> AuthenticationEra {
        AuthenticationEra(ofEverybody: erasOfEverybody, ofUser: eras[user, default: 0])
    }

    func record(
        _ authentication: Authentication, on connection: ConnectionID, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard isRecorded(of: user, begun) else { return }
        ledgers[connection, default: [:]][user, default: AuthenticationLedger()].record(authentication)
    }

    func ledger(of connection: ConnectionID, user: UserID) -> AuthenticationLedger {
        ledgers[connection]?[user] ?? AuthenticationLedger()
    }

    /// The connection's last authentication for a signature, if that was of the same scope.
    func signing(_ scope: SigningScope?, on connection: ConnectionID, of user: UserID) -> ItemAuthentication? {
        signings[connection].flatMap { $0.scope == scope && $0.given.user == user ? $0.given : nil }
    }

    /// The PIN that opened the item on the connection, with the key that it opened.
    func pin(for item: ItemName, on connection: ConnectionID, of user: UserID) -> ItemAuthentication? {
        pins[connection]?[item].flatMap { $0.user == user ? $0 : nil }
    }

    /// Notes what an authentication was given for. It counts again for that scope alone, and as long as the user was
    /// told.
    func record(
        _ given: ItemAuthentication, for scope: SigningScope?, on connection: ConnectionID,
        begunIn begun: AuthenticationEra
    ) {
        signings[connection] = scope.flatMap { isLasting(given, begun) ? (scope: $0, given: given) : nil }
        sweepLater()
    }

    /// Keeps the key that a PIN opened, as long as call and item allow.
    func keep(
        _ given: ItemAuthentication, for item: ItemName, on connection: ConnectionID, begunIn begun: AuthenticationEra
    ) {
        pins[connection, default: [:]][item] = isLasting(given, begun) ? given : nil
        sweepLater()
    }

    private func isLasting(_ given: ItemAuthentication, _ begun: AuthenticationEra) -> Bool {
        isRecorded(of: given.user, begun) && given.age > .zero
    }

    private func isRecorded(of user: UserID, _ begun: AuthenticationEra) -> Bool {
        begun == era(of: user) && !isOnce(for: user)
    }

    /// Whether each call needs an authentication of its own: the user's screen is locked, or the machine goes to sleep.
    func isOnce(for user: UserID) -> Bool { isAsleep || lockedUsers.contains(user) }

    /// Ends all authentications; none is recorded until `wakeUp`.
    func fallAsleep() {
        isAsleep = true
        end(of: nil)
    }

    /// Ends those that began while the machine fell asleep.
    func wakeUp() {
        end(of: nil)
        isAsleep = false
    }

    /// Takes in the users whose screen is locked, and ends the authentications of those whose screen was not before.
    func lockedUsersChanged(_ users: Set<UserID>) {
        for user in users.subtracting(lockedUsers) { end(of: user) }
        lockedUsers = users
    }

    /// Takes back what was recorded on the connection since it had `before`, unless that has ended by now.
    func restore(
        _ before: AuthenticationLedger, on connection: ConnectionID, of user: UserID,
        since begun: AuthenticationEra
    ) {
        // A closed connection gets nothing back.
        ledgers[connection]?[user] = begun == era(of: user) ? before : nil
    }

    func forget(on connection: ConnectionID) {
        ledgers[connection] = nil
        signings[connection] = nil
        pins[connection] = nil
    }

    /// Forgets the keys of an item that is replaced, sealed again or gone.
    func forget(_ item: ItemName, of user: UserID) {
        filter { $1.user != user || $0 != item }
    }

    /// Ends the user's authentications, after a change of prints, PIN or settings, a revoke, a lock or a suspend; with
    /// nil, those of all users.
    func end(of user: UserID?) {
        if let user { eras[user, default: 0] += 1 } else { erasOfEverybody += 1 }
        guard let user else {
            ledgers = [:]
            signings = [:]
            pins = [:]
            sweep = nil
            return
        }
        for connection in ledgers.keys { ledgers[connection]?[user] = nil }
        filter { $1.user != user }
    }

    // MARK: The time of kept keys

    /// Wipes the keys that have had their time.
    func forgetOldKeys() {
        sweep = nil
        let now = clock.now()
        filter { $1.key == nil || $1.remaining(at: now) > .zero }
        sweepLater()
    }

    /// Keeps the authentications for one item that fit.
    private func filter(_ fits: (ItemName, ItemAuthentication) -> Bool) {
        signings = signings.filter { fits($0.value.scope.key, $0.value.given) }
        pins = pins.mapValues { $0.filter(fits) }.filter { !$0.value.isEmpty }
    }

    private func sweepLater() {
        let now = clock.now()
        let kept = signings.values.map(\.given) + pins.values.flatMap(\.values)
        let next = kept.filter { $0.key != nil }.map { $0.remaining(at: now) }.min()
        sweep = next.map { errands.run(.wipeOldKeys, after: max(.zero, $0)) }
    }
}

/// The signatures that one authentication may count for.
package struct SigningScope: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// Logins to the server with this key, as this user.
        case server([UInt8], user: String)
        /// Messages of this namespace.
        case namespace(String)

        /// Names are compared by bytes, as servers and programs do.
        package static func == (left: Target, right: Target) -> Bool {
            switch (left, right) {
            case (.server(let key, let user), .server(let otherKey, let otherUser)):
                key == otherKey && user.utf8.elementsEqual(otherUser.utf8)
            case (.namespace(let name), .namespace(let other)): name.utf8.elementsEqual(other.utf8)
            case (.server, .namespace), (.namespace, .server): false
            }
        }

        package func hash(into hasher: inout Hasher) {
            switch self {
            case .server(let key, let user): hasher.combine(key + Array(user.utf8))
            case .namespace(let name): hasher.combine(Array(name.utf8))
            }
        }
    }

    package let key: ItemName
    package let target: Target

    package init(_ key: ItemName, _ target: Target) {
        self.key = key
        self.target = target
    }
}

/// An authentication that may count again for one item alone.
package struct ItemAuthentication: Sendable {
    let user: UserID
    let authentication: Authentication
    /// How long it may count again, as call and item allowed when it was given.
    let age: Duration
    /// The item's key, which a PIN opened; nil for the other factors.
    let key: KeptKey?

    /// How long it still counts. Of another boot nothing is left.
    func remaining(at now: Moment) -> Duration {
        authentication.at.boot == now.boot ? age - (now.sinceBoot - authentication.at.sinceBoot) : .zero
    }
}

/// A period in which no authentication of a user was ended.
struct AuthenticationEra: Hashable, Sendable {
    fileprivate let ofEverybody: UInt64
    fileprivate let ofUser: UInt64
}
