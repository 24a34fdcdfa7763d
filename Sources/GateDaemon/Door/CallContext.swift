import GateGuidance
import GateModel
import GatePolicy
import GateSocket
import GateWire

/// Why a method gives no result.
enum CallFailure: Error {
    /// The call itself is wrong.
    case fault(CallFault)
    /// The gate refuses.
    case refused(GateError)
    /// The same, as the second interface says it.
    case faced(FaceFailure)
}

/// What a method knows beside its parameters.
struct CallContext: Sendable {
    let caller: Caller
    let language: Language
    let gatekeeper: Gatekeeper
    let clock: GateClock
    let configuration: Configuration
    let responder: CallResponder

    /// The user whose data the call is about. Only root may name somebody else.
    func user(_ parameters: WireObject) throws(CallFailure) -> UserID {
        guard let user = try reading({ () throws(CallFault) in try parameters.userIDIfPresent("uid") }) else {
            return caller.peer.user
        }
        guard user == caller.peer.user || caller.peer.user == .root else {
            throw .refused(.notPermitted(.administratorOnly))
        }
        return user
    }

    /// Runs a step of the gatekeeper.
    func gate<Result: ~Copyable>(
        _ step: () async throws(GateError) -> Result
    ) async throws(CallFailure) -> Result {
        do throws(GateError) {
            return try await step()
        } catch {
            throw .refused(error)
        }
    }

    /// Runs a step of the gatekeeper for the second interface.
    func face<Result>(_ step: () async throws(FaceFailure) -> Result) async throws(CallFailure) -> Result {
        do throws(FaceFailure) {
            return try await step()
        } catch {
            throw .faced(error)
        }
    }

    /// What is told of a user, as it is for the caller.
    func view(of user: UserID) async throws(CallFailure) -> UserView {
        let view = try await gate { () throws(GateError) in try await gatekeeper.view(of: user) }
        return view.seen(behind: await gatekeeper.obstacle(to: caller))
    }

    /// The same at once; nil where the user is not known. On the loop.
    func knownView(of user: UserID) -> UserView? {
        gatekeeper.assumeIsolated { gatekeeper in
            gatekeeper.knownView(of: user)?.seen(behind: gatekeeper.obstacle(to: caller))
        }
    }

    /// One more answer to a call with `more`.
    func sendChange(_ parameters: WireObject) {
        responder.send(.reply(parameters, continues: true), as: .change)
    }
}

/// Reads parameters; what is wrong with one becomes the call's failure.
func reading<Result>(_ read: () throws(CallFault) -> Result) throws(CallFailure) -> Result {
    do throws(CallFault) {
        return try read()
    } catch {
        throw .fault(error)
    }
}
