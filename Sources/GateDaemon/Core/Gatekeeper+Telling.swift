import GateModel
import GateSystem

/// What is told of users and of their calls, to those who ask and those who watch.
extension Gatekeeper {
    /// Whether a user is loaded, and all is known that there is to tell.
    func isKnown(_ user: UserID) -> Bool { knownView(of: user) != nil }

    /// See `Situations.knownView`.
    func knownView(of user: UserID) -> UserView? { situations.knownView(of: user) }

    /// What is told of a user, who is loaded for it.
    func view(of user: UserID) async throws(GateError) -> UserView {
        if let known = knownView(of: user) { return known }
        return situations.view(of: try await account(user))
    }

    /// See `StatusWatchers.add`.
    func watch(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller) -> StatusWatchers.ID {
        situations.watch(user, wakeUp, by: caller)
    }

    func forget(_ watcher: StatusWatchers.ID) { situations.forget(watcher) }

    /// See `WaitingCalls.watch`.
    func watchRequests(
        of user: UserID, prompts: Bool
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        try calls.watch(user, prompts: prompts)
    }

    func forget(_ watcher: RequestWatcherID) { calls.forget(watcher) }

    // MARK: Calls that are ended or held from outside

    func cancelRequests(of user: UserID?, by canceller: Canceller) { calls.cancel(of: user, by: canceller) }

    func cancelRequest(_ id: RequestID?, by caller: Caller) throws(GateError) { try calls.cancel(id, by: caller) }

    func holdRequest(_ id: RequestID?, by caller: Caller) throws(GateError) { try calls.hold(id, by: caller) }
}
