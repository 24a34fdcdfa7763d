package import GateModel
import GatePolicy

/// The authentications that may be reused, by connection and user, and the count of their ends.
///
/// Confined to the Gatekeeper's loop.
final class Authentications {
    private var ledgers: [ConnectionID: [UserID: AuthenticationLedger]] = [:]
    /// The connections' last authentications for signatures for ssh, which count for nothing else.
    private var signings: [ConnectionID: SigningAuthentication] = [:]
    private var eras: [UserID: UInt64] = [:]
    private var erasOfEverybody: UInt64 = 0

    /// The user's present era. An authentication that began in an earlier era is not recorded.
    func era(of user: UserID) -> AuthenticationEra {
        AuthenticationEra(ofEverybody: erasOfEverybody, ofUser: eras[user, default: 0])
    }

    func record(
        _ authentication: Authentication, on connection: ConnectionID, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard begun == era(of: user) else { return }
        ledgers[connection, default: [:]][user, default: AuthenticationLedger()].record(authentication)
    }

    func ledger(of connection: ConnectionID, user: UserID) -> AuthenticationLedger {
        ledgers[connection]?[user] ?? AuthenticationLedger()
    }

    /// The connection's last authentication for a signature, if that was of the same scope.
    func signing(_ scope: SigningScope?, on connection: ConnectionID) -> SigningAuthentication? {
        signings[connection].flatMap { $0.scope == scope ? $0 : nil }
    }

    /// Notes what an authentication was given for. It counts again for that scope alone, and as long as the user was
    /// told.
    func record(_ signing: SigningAuthentication?, on connection: ConnectionID, begunIn begun: AuthenticationEra) {
        signings[connection] = signing.flatMap { begun == era(of: $0.user) && $0.age > .zero ? $0 : nil }
    }

    /// Takes back what was recorded on the connection from that moment on.
    func forget(since begun: Moment, on connection: ConnectionID, of user: UserID) {
        ledgers[connection]?[user]?.forget(since: begun)
    }

    func forget(on connection: ConnectionID) {
        ledgers[connection] = nil
        signings[connection] = nil
    }

    /// Ends the user's authentications, after a change of prints, PIN or settings, a revoke, a lock or a suspend; with
    /// nil, those of all users.
    func end(of user: UserID?) {
        if let user { eras[user, default: 0] += 1 } else { erasOfEverybody += 1 }
        guard let user else {
            ledgers = [:]
            signings = [:]
            return
        }
        for connection in ledgers.keys { ledgers[connection]?[user] = nil }
        signings = signings.filter { $0.value.user != user }
    }
}

/// The signatures that one authentication may count for.
package struct SigningScope: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// Logins to the server with this key.
        case server([UInt8])
        /// Messages of this namespace.
        case namespace(String)
    }

    package let key: ItemName
    package let target: Target

    package init(_ key: ItemName, _ target: Target) {
        self.key = key
        self.target = target
    }
}

/// An authentication that was given for a signature for ssh.
struct SigningAuthentication: Sendable {
    let scope: SigningScope
    let user: UserID
    let authentication: Authentication
    /// How long it may count again, as the user was told.
    let age: Duration
}

/// A period in which no authentication of a user was ended.
struct AuthenticationEra: Hashable, Sendable {
    fileprivate let ofEverybody: UInt64
    fileprivate let ofUser: UInt64
}
