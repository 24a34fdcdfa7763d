import GateCore
import GateGuidance
import GateModel
import GatePolicy
import GateSeats
import GateSocket
import GateWire

/// Why a method returns no result.
enum CallFailure: Error {
    /// The call is malformed.
    case fault(CallFault)
    /// The gate refused.
    case refused(GateError)
    /// The gate refused, in the face interface's terms.
    case faced(FaceFailure)
}

/// The context that a method receives beside its parameters.
struct CallContext: Sendable {
    let caller: Caller
    let language: Language
    let gatekeeper: Gatekeeper
    let programs: ProgramReader
    let clock: GateClock
    let rules: DoorRules
    let verifier: SSHVerifier
    let responder: CallResponder

    /// The user whose data the call is about. Only root may name another user.
    func user(_ parameters: WireObject) throws(CallFailure) -> UserID {
        guard let user = try reading({ () throws(CallFault) in try parameters.userIDIfPresent("uid") }) else {
            return caller.peer.user
        }
        guard user == caller.peer.user || caller.peer.user == .root else {
            throw .refused(.notPermitted(.administratorOnly))
        }
        return user
    }

    /// Runs a step of the gatekeeper, and wraps its error.
    func gate<Result: ~Copyable>(
        _ step: () async throws(GateError) -> Result
    ) async throws(CallFailure) -> Result {
        do throws(GateError) {
            return try await step()
        } catch {
            throw .refused(error)
        }
    }

    /// Runs a step of the gatekeeper for the face interface, and wraps its error.
    func face<Result>(_ step: () async throws(FaceFailure) -> Result) async throws(CallFailure) -> Result {
        do throws(FaceFailure) {
            return try await step()
        } catch {
            throw .faced(error)
        }
    }

    /// The user's state as this caller may see it.
    func view(of user: UserID) async throws(CallFailure) -> UserView {
        let view = try await gate { () throws(GateError) in try await gatekeeper.view(of: user) }
        return view.seen(behind: await gatekeeper.obstacle(to: caller))
    }

    /// Like `view(of:)`, without waiting; nil if the user is not loaded. On the loop.
    func knownView(of user: UserID) -> UserView? {
        gatekeeper.assumeIsolated { gatekeeper in
            gatekeeper.knownView(of: user)?.seen(behind: gatekeeper.obstacle(to: caller))
        }
    }

    /// Calls `tell` now and after each change of the user's (nil: of the readers), until the service stops or `tell` fails.
    /// The watch ends with this call.
    func watch(
        _ user: UserID?, wakenBy changes: Inbox<Void> = Inbox(capacity: 1), _ tell: () async throws(CallFailure) -> Void
    ) async throws(CallFailure) {
        let watcher = await gatekeeper.watch(user, changes, by: caller)
        changes.post(())
        do throws(CallFailure) {
            while await changes.nextUnlessCancelled() != nil { try await tell() }
        } catch {
            await gatekeeper.forget(watcher)
            throw error
        }
        await gatekeeper.forget(watcher)
    }

    /// Sends one more reply to a call with `more`.
    func sendChange(_ parameters: WireObject) { sendChange(.reply(parameters, continues: true)) }

    /// Sends one more reply to a call with `more`, which says so itself.
    func sendChange(_ reply: consuming OutgoingFrame) { responder.send(reply, as: .change) }
}

/// Reads parameters, and wraps a fault as the call's failure.
func reading<Result>(_ read: () throws(CallFault) -> Result) throws(CallFailure) -> Result {
    do throws(CallFault) {
        return try read()
    } catch {
        throw .fault(error)
    }
}
