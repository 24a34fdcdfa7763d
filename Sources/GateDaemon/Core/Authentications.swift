import GateModel
import GatePolicy

/// The authentications that may be reused, by connection and user, and the count of their ends.
///
/// Confined to the Gatekeeper's loop.
final class Authentications {
    private var ledgers: [ConnectionID: [UserID: AuthenticationLedger]] = [:]
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

    func forget(on connection: ConnectionID) {
        ledgers[connection] = nil
    }

    /// Ends the user's authentications, after a change of prints, PIN or settings, a revoke, a lock or a suspend; with
    /// nil, those of all users.
    func end(of user: UserID?) {
        if let user { eras[user, default: 0] += 1 } else { erasOfEverybody += 1 }
        guard let user else { return ledgers.removeAll() }
        for connection in ledgers.keys { ledgers[connection]?[user] = nil }
    }
}

/// A period in which no authentication of a user was ended.
struct AuthenticationEra: Hashable, Sendable {
    fileprivate let ofEverybody: UInt64
    fileprivate let ofUser: UInt64
}
