package import GateGuidance
package import GateModel
import GatePolicy

/// Identifies a watcher of a user's waiting calls.
package struct RequestWatcherID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// A change of a waiting call.
package struct RequestChange: Sendable {
    /// The raw value is the contract's name.
    package enum Kind: String, Sendable { case present, added, changed, ended }

    /// A request as the user's other programs see it, and the facts about the user that select texts.
    package typealias Description = (request: Request, situation: GateGuidance.Situation)

    package let kind: Kind
    package let request: Request
    /// How the request to the user ended.
    package let outcome: AskOutcome?
    /// The facts about the user that select texts.
    package let situation: GateGuidance.Situation

    /// Leaves out the prompt's placement for a watcher that shows no prompt: the first program that uses an activation
    /// token gets the focus.
    fileprivate init(
        _ kind: Kind, of call: WaitingCall, _ told: Description, isForPrompt: Bool, showsSeveral: Bool
    ) {
        self.kind = kind
        var request = told.request
        // A watcher that shows one item must show no request about several.
        let isShown = showsSeveral || request.items.isEmpty
        if !isShown { request.interaction = .caller }
        if !isForPrompt || !isShown { request.placement = PromptPlacement() }
        self.request = request
        outcome = call.outcome
        situation = told.situation
    }
}

/// The watchers of users' waiting calls: agents, prompts, panels.
struct RequestWatchers {
    private var watchers: [RequestWatcherID: Watcher] = [:]
    private var lastNumber: UInt64 = 0

    /// A user's desktop has an agent, a prompt and perhaps a panel.
    private static let perUser = 8

    private struct Watcher {
        let user: UserID
        /// Whether it shows the desktop's prompt.
        let prompts: Bool
        /// Whether it does so for callers who are not in front of the machine, too.
        let isRemote: Bool
        /// Whether it shows every one of a request's items.
        let showsSeveral: Bool
        /// Whether it shows the prompts for passwords that take a finger, too.
        let showsPasswordPrompts: Bool
        let changes: Inbox<RequestChange>

        func sees(_ call: WaitingCall) -> Bool {
            !call.isInLine && call.ask.viewer == user && (call.ask.isAppsOwn || showsPasswordPrompts)
        }
    }

    /// Adds a watcher: it receives `present`, then every change of the user's calls, until `remove`. Throws
    /// `limitExceeded`, because each change is sent to every watcher.
    mutating func add(
        _ user: UserID, prompts: Bool, remote: Bool, several: Bool, passwordPrompts: Bool,
        present: some Sequence<WaitingCall>,
        describing described: (WaitingCall) -> RequestChange.Description
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        guard watchers.values.count(where: { $0.user == user }) < Self.perUser else {
            throw .limitExceeded(Limit(name: "watchRequestsPerUser", maximum: Self.perUser))
        }
        // A slow watcher loses the oldest changes, never the newest.
        let changes = Inbox<RequestChange>(capacity: 256)
        let watcher = Watcher(
            user: user, prompts: prompts, isRemote: remote, showsSeveral: several,
            showsPasswordPrompts: passwordPrompts, changes: changes)
        for call in present where watcher.sees(call) {
            changes.post(
                RequestChange(
                    .present, of: call, described(call), isForPrompt: prompts, showsSeveral: several))
        }
        lastNumber += 1
        let id = RequestWatcherID(number: lastNumber)
        watchers[id] = watcher
        return (id, changes)
    }

    /// Whether a watcher shows prompts, about several items or one, for a caller of the user, who is in front of the machine
    /// or not.
    func hasPrompt(_ user: UserID, inFront: Bool, several: Bool) -> Bool {
        watchers.values.contains {
            $0.prompts && $0.user == user && (inFront || $0.isRemote) && (!several || $0.showsSeveral)
        }
    }

    /// Removes a watcher. Returns its user if it was the user's last one that shows prompts, or that shows them for every
    /// caller.
    mutating func remove(_ id: RequestWatcherID) -> UserID? {
        guard let watcher = watchers.removeValue(forKey: id), watcher.prompts,
            !hasPrompt(watcher.user, inFront: !watcher.isRemote, several: watcher.showsSeveral)
        else { return nil }
        return watcher.user
    }

    func announce(
        _ kind: RequestChange.Kind, _ call: WaitingCall,
        describing described: (WaitingCall) -> RequestChange.Description
    ) {
        for watcher in watchers.values where watcher.sees(call) {
            watcher.changes.post(
                RequestChange(
                    kind, of: call, described(call), isForPrompt: watcher.prompts,
                    showsSeveral: watcher.showsSeveral))
        }
    }
}
