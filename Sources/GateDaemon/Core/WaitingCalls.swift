import GateGuidance
import GateModel
import GatePolicy
import GateSystem

/// The calls that wait for their users: from their place before a user to their end, and what is told of them meanwhile.
///
/// It lives on the Gatekeeper's loop, and starts nothing.
final class WaitingCalls {
    private let situations: Situations
    private let accounts: Accounts
    private let authentications: Authentications
    private let rules: GateRules
    private let clock: GateClock
    private let timers: any Timers
    private var requests: [RequestID: WaitingRequest] = [:]
    private var ofConnections: [ConnectionID: [WaitingRequest]] = [:]
    /// Calls without a place, by party, in the order in which they came; no line is empty.
    private var lines: [UserID: [WaitingRequest]] = [:]
    private var lastNumber: UInt64 = 0
    private var watchers = RequestWatchers()
    private var whenNone: [CheckedContinuation<Void, Never>] = []

    init(
        situations: Situations, accounts: Accounts, authentications: Authentications, rules: GateRules,
        clock: GateClock, timers: any Timers
    ) {
        self.situations = situations
        self.accounts = accounts
        self.authentications = authentications
        self.rules = rules
        self.clock = clock
        self.timers = timers
    }

    subscript(id: RequestID) -> WaitingRequest? { requests[id] }

    var all: some Collection<WaitingRequest> { requests.values }

    /// Returns the waiting calls of a connection, the oldest first.
    func all(on connection: ConnectionID) -> [WaitingRequest] { ofConnections[connection] ?? [] }

    /// Of a user who is asked, or of all.
    func all(of user: UserID?) -> [WaitingRequest] {
        requests.values.filter { user == nil || $0.ask.user == user }
    }

    // MARK: From place to end

    /// Takes a call up, once it has a place before its user; `close` ends that. A credential that is answered while the call
    /// stands in line ends the wait as well.
    func open(_ ask: Ask) async throws(GateError) -> WaitingRequest {
        // Since the call came in, its client may have left, or ended it.
        if let canceller = ask.caller.life.endedBy { throw .cancelled(by: canceller) }
        // The number is told to nobody, who would learn from it how much others use the gate.
        lastNumber += 1
        let request = WaitingRequest(
            id: .random(), number: lastNumber, ask: ask, era: authentications.era(of: ask.user), at: clock.now())
        guard add(request) else {
            throw .limitExceeded(Limit(name: "limits.linePerUser", maximum: rules.linePerUser))
        }
        ask.caller.life.place()
        request.beginWait(at: clock.now(), timers: timers)
        if request.isInLine {
            do throws(Interruption) {
                try await standInLine(request)
            } catch {
                close(request)
                throw error.error(
                    fallbacks: accounts[ask.user].map { situations.fallbacks(ask, $0) } ?? [])
            }
        }
        announce(.added, request)
        return request
    }

    /// Where its party has all its places before its user taken, it stands in line for one of them; false where the line is
    /// full.
    private func add(_ request: WaitingRequest) -> Bool {
        let party = request.ask.party
        // The face interface's calls are bounded by its connections.
        if !request.ask.isForFace {
            let taken = requests.values.count { $0.ask.party == party && $0.hasPlace }
            if taken < rules.waitingPerUser, lines[party] == nil {
                request.hasPlace = true
            } else if lines[party, default: []].count < rules.linePerUser {
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

    /// Returns when the call has a place before its user, or was answered.
    private func standInLine(_ request: WaitingRequest) async throws(Interruption) {
        report(Progress(.queued), of: request)
        while let event = await request.inbox.next() {
            switch event {
            case .placed:
                request.isInLine = false
                return
            case .answered: return
            case .interrupted(let interruption): throw interruption
            case .waitOver: request.interrupt(.outwaited(.calls))
            case .turn, .scan, .finished, .deadline, .turnOver, .wanted, .settled, .graceOver, .abandoned, .held,
                .promptChanged:
                break
            }
        }
        throw .cancelled(.client)
    }

    /// Ends the call's wait, for whatever it waits; its place is the next one's of its party.
    func close(_ request: WaitingRequest) {
        request.endWait(at: clock.now())
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
        announce(.ended, request)
    }

    /// `continuation` is resumed when no call waits.
    func awaitNone(_ continuation: CheckedContinuation<Void, Never>) {
        guard !requests.isEmpty else { return continuation.resume() }
        whenNone.append(continuation)
    }

    /// No call waits any more, or it is time to stop caring.
    func noneWaits() {
        for continuation in whenNone { continuation.resume() }
        whenNone = []
    }

    // MARK: Ended, held and answered from outside

    func cancel(of user: UserID?, by canceller: Canceller) {
        for request in all(of: user) { request.cancel(by: canceller) }
    }

    /// Ends a waiting call of this connection, or by its id one of the same user.
    func cancel(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        let isOwn = request.ask.caller.connection == caller.connection
        request.cancel(by: isOwn ? .client : .user)
    }

    /// Gives the user of a waiting call the time anew; which call is meant is as for `cancel`.
    func hold(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        try requireUndecided(request)
        try request.hold()
    }

    /// Throws `requestNotFound` for a call that a credential can decide no more.
    func requireUndecided(_ request: WaitingRequest) throws(GateError) {
        guard requests[request.id] != nil, !request.isDecided else { throw .requestNotFound(request.id) }
    }

    /// The call that a client means: the one of its user that has this name, or, without one, the oldest of its
    /// connection.
    func waiting(_ id: RequestID?, for caller: Caller) throws(GateError) -> WaitingRequest {
        guard let id else {
            guard let first = all(on: caller.connection).first else {
                throw .requestNotFound(RequestID(rawValue: ""))
            }
            return first
        }
        guard let request = requests[id], request.isShown, request.ask.caller.peer.user == caller.peer.user else {
            throw .requestNotFound(id)
        }
        return request
    }

    // MARK: What is told

    /// Tells whoever called, and those who watch.
    func report(_ progress: Progress, of request: WaitingRequest) {
        var progress = progress
        progress.request = request.id
        if request.ask.interaction == .prompt {
            progress.interaction = hasPrompt(request.ask.caller.peer.user) ? .prompt : .caller
        }
        request.progress = progress
        request.ask.caller.report(progress, request.ask.label)
        announce(.changed, request)
    }

    /// The user has got the time anew: those who watch are told.
    func held(_ request: WaitingRequest, _ time: Duration?) {
        give(time, to: request)
        announce(.changed, request)
    }

    /// The user's time begins, or begins anew.
    func give(_ time: Duration?, to request: WaitingRequest) {
        if let time { request.userHasUntil = clock.now().sinceBoot + time }
    }

    /// Those who watch learn of a change of the call's; one that is not shown has none who do.
    func announce(_ kind: RequestChange.Kind, _ request: WaitingRequest) {
        guard request.isShown else { return }
        watchers.announce(kind, request, describing: described)
    }

    private func described(_ request: WaitingRequest) -> RequestChange.Description {
        let (ask, now) = (request.ask, clock.now())
        var situation = GateGuidance.Situation(
            operation: ask.operation, item: ask.item, label: ask.label,
            hasSignIn: [.authenticate, .retrieve, .sign].contains(ask.operation))
        if let view = situations.knownView(of: ask.user) { situation.tell(view, at: now) }
        if let age = rules.policy.credentialMaximumAge { situation.maximumCredentialAge = age }
        let credentials =
            accounts[ask.user]?.credentials ?? CredentialFacts(isPINSet: false, isPasswordAvailable: false)
        return (request.described(credentials, at: now), situation)
    }

    /// To be called after every change of what `Situations.view` tells of an account.
    func changed(_ account: Account) {
        // A call that outlasted its account has nothing to say of the user.
        guard accounts[account.user.id] === account else { return }
        situations.tell(of: account.user.id)
        promptChanged(for: account.user.id)
    }

    // MARK: Who watches, and prompts

    /// The waiting calls of a user's programs, then every change of one, until `forget`. Throws `limitExceeded`.
    func watch(
        _ user: UserID, prompts: Bool
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        let hadPrompt = hasPrompt(user)
        let present = requests.values.filter { $0.isShown && $0.ask.caller.peer.user == user }
        let watch = try watchers.add(user, prompts: prompts, present: present, describing: described)
        if prompts, !hadPrompt { promptsChanged(of: user) }
        return watch
    }

    func forget(_ watcher: RequestWatcherID) {
        if let user = watchers.remove(watcher) { promptsChanged(of: user) }
    }

    /// Whether somebody shows the desktop's prompt to that user.
    func hasPrompt(_ user: UserID) -> Bool { watchers.hasPrompt(user) }

    func comparisonEnded(of account: Account) {
        account.comparisons.leave()
        promptChanged(for: account.user.id)
    }

    /// Tells the calls of a user of whom prompts ask, or of whose credentials one of them may take no more.
    private func promptChanged(for user: UserID) {
        for request in requests.values where request.ask.user == user && request.ask.interaction == .prompt {
            request.inbox.post(.promptChanged)
        }
    }

    /// The first prompt of a user came, or the last one went: who asks is told anew, where something is asked.
    private func promptsChanged(of user: UserID) {
        for request in requests.values
        where request.ask.caller.peer.user == user && request.ask.interaction == .prompt {
            request.inbox.post(.promptChanged)
            switch request.progress?.event {
            case .queued, .waitingForFinger: request.progress.map { report($0, of: request) }
            default: break
            }
        }
    }
}
