import GateGuidance
import GateModel
import GatePolicy
import GateSystem
import GateWire

/// The calls that wait for their users, and who watches them.
struct WaitingCalls {
    private var requests: [RequestID: WaitingRequest] = [:]
    private var ofConnections: [ConnectionID: [WaitingRequest]] = [:]
    /// Calls without a place, by party, in the order in which they came; no line is empty.
    private var lines: [UserID: [WaitingRequest]] = [:]
    private var lastNumber: UInt64 = 0
    private var watchers: [RequestWatcherID: Watcher] = [:]
    private var whenNone: [CheckedContinuation<Void, Never>] = []

    /// An agent, a prompt and a panel are three.
    private static let watchersPerUser = 8

    private struct Watcher {
        let user: UserID
        /// Whether it shows the desktop's prompt.
        let prompts: Bool
        let changes: Inbox<RequestChange>
    }

    subscript(id: RequestID) -> WaitingRequest? { requests[id] }

    var all: some Collection<WaitingRequest> { requests.values }

    /// Returns the waiting calls of a connection, the oldest first.
    func all(on connection: ConnectionID) -> [WaitingRequest] { ofConnections[connection] ?? [] }

    /// Of a user who is asked, or of all.
    func all(of user: UserID?) -> [WaitingRequest] {
        requests.values.filter { user == nil || $0.ask.user == user }
    }

    /// Greater than that of any other call; told to nobody, who would learn from it how much others use the gate.
    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Takes a call up. Where its party has `places` calls before its user already, it stands in line for one of these
    /// places; false where `line` calls stand there.
    mutating func add(_ request: WaitingRequest, places: Int, line: Int) -> Bool {
        let party = request.ask.party
        // The second interface's calls are bounded by its connections.
        if !request.ask.isForFace {
            let taken = requests.values.count { $0.ask.party == party && $0.hasPlace }
            if taken < places, lines[party] == nil {
                request.hasPlace = true
            } else if lines[party, default: []].count < line {
                request.isInLine = true
                lines[party, default: []].append(request)
            } else {
                return false
            }
        }
        requests[request.id] = request
        ofConnections[request.ask.caller.connection, default: []].append(request)
        return true
    }

    /// It waits no more, whatever is posted to it from now on; its place is the next one's of its party.
    mutating func remove(_ request: WaitingRequest) {
        requests[request.id] = nil
        let connection = request.ask.caller.connection
        ofConnections[connection]?.removeAll { $0 === request }
        if ofConnections[connection]?.isEmpty == true { ofConnections[connection] = nil }
        request.inbox.finish()
        let party = request.ask.party
        if request.hasPlace {
            if let next = lines[party]?.removeFirst() {
                next.hasPlace = true
                next.inbox.post(.placed)
            }
        } else {
            lines[party]?.removeAll { $0 === request }
        }
        if lines[party]?.isEmpty == true { lines[party] = nil }
        if requests.isEmpty { noneWaits() }
    }

    /// The call that a client means: the one of its user that has this name, or, without one, the oldest of its
    /// connection.
    func meant(by id: RequestID?, of caller: Caller) -> WaitingRequest? {
        if let id {
            return requests[id].flatMap { $0.isShown && $0.ask.caller.peer.user == caller.peer.user ? $0 : nil }
        }
        return all(on: caller.connection).first
    }

    // MARK: Until none waits

    /// Whether there is something to wait for; `noneWaits` ends the wait.
    mutating func awaitNone(_ continuation: CheckedContinuation<Void, Never>) {
        guard !requests.isEmpty else { return continuation.resume() }
        whenNone.append(continuation)
    }

    /// No call waits any more, or it is time to stop caring.
    mutating func noneWaits() {
        for continuation in whenNone { continuation.resume() }
        whenNone = []
    }

    // MARK: Watching

    /// A request as its user's other programs see it, and what is known of the user, for the words to people.
    typealias Description = (request: Request, situation: GateGuidance.Situation)

    /// The waiting calls of a user's programs, then every change of one, until `removeWatcher`. Throws `limitExceeded`: each
    /// watcher is told of each change, so one call costs as many messages as there are.
    mutating func watch(
        _ user: UserID, prompts: Bool, describing described: (WaitingRequest) -> Description
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        guard watchers.values.count(where: { $0.user == user }) < Self.watchersPerUser else {
            throw .limitExceeded(Limit(name: "watchRequestsPerUser", maximum: Self.watchersPerUser))
        }
        // A watcher that does not keep up loses the oldest changes, never the newest.
        let changes = Inbox<RequestChange>(capacity: 256)
        for request in requests.values where request.isShown && request.ask.caller.peer.user == user {
            changes.post(RequestChange(.present, of: request, described(request), isForPrompt: prompts))
        }
        let id = RequestWatcherID(number: nextNumber())
        watchers[id] = Watcher(user: user, prompts: prompts, changes: changes)
        return (id, changes)
    }

    /// Whether somebody shows the desktop's prompt to that user.
    func hasPrompt(_ user: UserID) -> Bool { watchers.values.contains { $0.prompts && $0.user == user } }

    /// The user whose last prompt that was, where it was that.
    mutating func removeWatcher(_ id: RequestWatcherID) -> UserID? {
        guard let watcher = watchers.removeValue(forKey: id), watcher.prompts, !hasPrompt(watcher.user) else {
            return nil
        }
        return watcher.user
    }

    func announce(
        _ kind: RequestChange.Kind, _ request: WaitingRequest, describing described: (WaitingRequest) -> Description
    ) {
        guard request.isShown else { return }
        let user = request.ask.caller.peer.user
        for watcher in watchers.values where watcher.user == user {
            watcher.changes.post(
                RequestChange(kind, of: request, described(request), isForPrompt: watcher.prompts))
        }
    }
}

/// Tells somebody who watches a user's waiting calls apart from all others.
struct RequestWatcherID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// What became of a waiting call.
struct RequestChange: Sendable {
    /// The raw value is the contract's name.
    enum Kind: String, Sendable { case present, added, changed, ended }

    let kind: Kind
    let request: Request
    /// How the asking ended.
    let outcome: AskOutcome?
    /// What is known of its user, for the words to people.
    let situation: GateGuidance.Situation

    /// Who shows no prompt is not told where one goes: whoever uses the token first has it.
    init(_ kind: Kind, of waiting: WaitingRequest, _ told: WaitingCalls.Description, isForPrompt: Bool) {
        self.kind = kind
        var request = told.request
        if !isForPrompt { request.placement = PromptPlacement() }
        self.request = request
        outcome = waiting.outcome
        situation = told.situation
    }
}
