package import GateModel
import GatePolicy

/// The authentications that may be reused, by connection and user, and the count of their ends.
///
/// Confined to the Gatekeeper's loop.
final class Authentications {
    private var ledgers: [ConnectionID: [UserID: AuthenticationLedger]] = [:]
    /// The connection's last signature for ssh that an authentication was given for.
    private var signings: [ConnectionID: (scope: SigningScope, authentication: Authentication)] = [:]
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

    /// When the user confirmed the connection's last signature, if that was of the same scope.
    func signing(_ scope: SigningScope?, on connection: ConnectionID) -> Moment? {
        guard let scope, let last = signings[connection], last.scope == scope else { return nil }
        return last.authentication.at
    }

    /// Notes what an authentication was given for. It counts again for that scope alone.
    func record(_ authentication: Authentication, for scope: SigningScope?, on connection: ConnectionID) {
        signings[connection] = scope.map { ($0, authentication) }
    }

    func forget(on connection: ConnectionID) {
        ledgers[connection] = nil
        signings[connection] = nil
    }

    /// Ends the user's authentications, after a change of prints, PIN or settings, a revoke, a lock or a suspend; with
    /// nil, those of all users.
    func end(of user: UserID?) {
        if let user { eras[user, default: 0] += 1 } else { erasOfEverybody += 1 }
        guard let user else { return ledgers.removeAll() }
        for connection in ledgers.keys { ledgers[connection]?[user] = nil }
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

/// A period in which no authentication of a user was ended.
struct AuthenticationEra: Hashable, Sendable {
    fileprivate let ofEverybody: UInt64
    fileprivate let ofUser: UInt64
}
