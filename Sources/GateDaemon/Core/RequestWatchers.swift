import GateGuidance
import GateModel
import GatePolicy

/// Tells somebody who watches a user's waiting calls apart from all others.
struct RequestWatcherID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// What became of a waiting call.
struct RequestChange: Sendable {
    /// The raw value is the contract's name.
    enum Kind: String, Sendable { case present, added, changed, ended }

    /// A request as its user's other programs see it, and what is known of the user, for the words to people.
    typealias Description = (request: Request, situation: GateGuidance.Situation)

    let kind: Kind
    let request: Request
    /// How the asking ended.
    let outcome: AskOutcome?
    /// What is known of its user, for the words to people.
    let situation: GateGuidance.Situation

    /// Who shows no prompt is not told where one goes: whoever uses the token first has it.
    fileprivate init(_ kind: Kind, of waiting: WaitingRequest, _ told: Description, isForPrompt: Bool) {
        self.kind = kind
        var request = told.request
        if !isForPrompt { request.placement = PromptPlacement() }
        self.request = request
        outcome = waiting.outcome
        situation = told.situation
    }
}

/// Who watches the waiting calls of a user's programs: agents, prompts, panels.
struct RequestWatchers {
    private var watchers: [RequestWatcherID: Watcher] = [:]
    private var lastNumber: UInt64 = 0

    /// An agent, a prompt and a panel are three.
    private static let perUser = 8

    private struct Watcher {
        let user: UserID
        /// Whether it shows the desktop's prompt.
        let prompts: Bool
        let changes: Inbox<RequestChange>
    }

    /// `present`, then every change of the user's calls, until `remove`. Throws `limitExceeded`: each watcher is told of each
    /// change, so one call costs as many messages as there are.
    mutating func add(
        _ user: UserID, prompts: Bool, present: some Sequence<WaitingRequest>,
        describing described: (WaitingRequest) -> RequestChange.Description
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        guard watchers.values.count(where: { $0.user == user }) < Self.perUser else {
            throw .limitExceeded(Limit(name: "watchRequestsPerUser", maximum: Self.perUser))
        }
        // A watcher that does not keep up loses the oldest changes, never the newest.
        let changes = Inbox<RequestChange>(capacity: 256)
        for request in present {
            changes.post(RequestChange(.present, of: request, described(request), isForPrompt: prompts))
        }
        lastNumber += 1
        let id = RequestWatcherID(number: lastNumber)
        watchers[id] = Watcher(user: user, prompts: prompts, changes: changes)
        return (id, changes)
    }

    /// Whether somebody shows the desktop's prompt to that user.
    func hasPrompt(_ user: UserID) -> Bool { watchers.values.contains { $0.prompts && $0.user == user } }

    /// The user whose last prompt that was, where it was that.
    mutating func remove(_ id: RequestWatcherID) -> UserID? {
        guard let watcher = watchers.removeValue(forKey: id), watcher.prompts, !hasPrompt(watcher.user) else {
            return nil
        }
        return watcher.user
    }

    func announce(
        _ kind: RequestChange.Kind, _ request: WaitingRequest,
        describing described: (WaitingRequest) -> RequestChange.Description
    ) {
        let user = request.ask.caller.peer.user
        for watcher in watchers.values where watcher.user == user {
            watcher.changes.post(
                RequestChange(kind, of: request, described(request), isForPrompt: watcher.prompts))
        }
    }
}
