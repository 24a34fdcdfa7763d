import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What hangs on a connection: its calls, and its authentications for step-up.
extension Gatekeeper {
    /// A call that was ended leaves none.
    func record(
        _ authentication: Authentication, by caller: Caller, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard caller.life.endedBy == nil else { return }
        authentications.record(authentication, on: caller.connection, of: user, begunIn: begun)
    }

    func forgetAuthentications(on connection: ConnectionID) { authentications.forget(on: connection) }

    /// A connection is gone: what it waited for ends, and the reader is free. `gone` are those of its users who have no
    /// other connection.
    func connectionClosed(_ connection: ConnectionID, gone: some Collection<UserID>) {
        authentications.forget(on: connection)
        endCalls(on: connection)
        for user in accounts.haveLeft(gone) { situations.tell(of: user) }
    }

    /// Ends what waits on a connection.
    func endCalls(on connection: ConnectionID) {
        turns.endKeeping(on: connection)
        for request in calls.all(on: connection) { request.cancel(by: .client) }
    }
}
