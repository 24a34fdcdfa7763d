import GateGuidance
import GateModel
import GatePolicy
import GateSystem

/// The calls that wait for their users, from their place before the user to their end, and what is reported about them.
///
/// Confined to the Gatekeeper's loop. Starts no task.
final class WaitingCalls {
    private let situations: Situations
    private let accounts: Accounts
    private let authentications: Authentications
    private let rules: GateRules
    private let clock: GateClock
    private let timers: any Timers
    private var requests: [RequestID: WaitingCall] = [:]
    private var ofConnections: [ConnectionID: [WaitingCall]] = [:]
    /// Calls without a place, by party, in order of arrival. No line is empty.
    private var lines: [UserID: [WaitingCall]] = [:]
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

    subscript(id: RequestID) -> WaitingCall? { requests[id] }

    var all: some Collection<WaitingCall> { requests.values }

    /// The waiting calls of a connection, oldest first.
    func all(on connection: ConnectionID) -> [WaitingCall] { ofConnections[connection] ?? [] }

    /// The waiting calls that ask a user; with nil, all.
    func all(of user: UserID?) -> [WaitingCall] {
        requests.values.filter { user == nil || $0.ask.user == user }
    }

    // MARK: Opening and closing

    /// Adds a call, and returns once it has a place before its user; `close` removes it. Also returns if a right
    /// credential is given while the call waits in line.
    func open(_ ask: Ask) async throws(GateError) -> WaitingCall {
        // The client may have left or cancelled since the call arrived.
        if let canceller = ask.caller.life.endedBy { throw .cancelled(by: canceller) }
        // The number is never sent: it would reveal how much other users use the gate.
        lastNumber += 1
        let request = WaitingCall(
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

    /// Each holds one of root's connections, and any user can start sudo.
    private static let passwordPromptsPerUser = 8

    /// Gives the call a place before its user, or puts it in line if all places of its party are taken. Returns false
    /// if the line is full.
    private func add(_ request: WaitingCall) -> Bool {
        let party = request.ask.party
        if request.ask.passwordPrompt != nil {
            let prompts = requests.values.count { $0.ask.passwordPrompt != nil && $0.ask.viewer == request.ask.viewer }
            guard prompts < Self.passwordPromptsPerUser else { return false }
        }
        // Calls of the face interface are bounded by the limit on its connections.
        if request.ask.isAppsOwn {
            let placed = requests.values.filter { $0.ask.party == party && $0.hasPlace }
            if placed.count < rules.waitingPerUser, lines[party] == nil {
                request.hasPlace = true
            } else if let unanswered = placed.first(where: \.isUnanswered) {
                unanswered.hasPlace = false
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

    /// The call has had its reader for its patience without a touch: its place passes to the newest call in line.
    func becameUnanswered(_ request: WaitingCall) {
        request.isUnanswered = true
        let party = request.ask.party
        guard request.hasPlace, let newest = lines[party]?.popLast() else { return }
        if lines[party]?.isEmpty == true { lines[party] = nil }
        request.hasPlace = false
        newest.hasPlace = true
        newest.inbox.post(.placed)
    }

    /// Returns once a call that gave its place away has one again, or was answered. Meanwhile it is not shown.
    func awaitPlace(_ request: WaitingCall) async throws(Interruption) {
        guard !request.hasPlace, request.ask.isAppsOwn else { return }
        announce(.ended, request)
        request.isInLine = true
        lines[request.ask.party, default: []].insert(request, at: 0)
        request.beginWait(at: clock.now(), timers: timers)
        try await standInLine(request)
        announce(.added, request)
    }

    /// Returns when the call has a place before its user, or was answered.
    private func standInLine(_ request: WaitingCall) async throws(Interruption) {
        var progress = Progress(.queued)
        progress.ahead = requests.values.filter { $0.ask.party == request.ask.party && $0.hasPlace }
            .min { $0.number < $1.number }.flatMap { told($0, to: request) }
        report(progress, of: request)
        while let event = await request.inbox.next() {
            switch event {
            case .placed:
                request.isInLine = false
                return
            case .answered: return
            case .interrupted(let interruption): throw interruption
            case .waitOver: request.interrupt(.outwaited(.calls))
            case .turn, .scan, .finished, .deadline, .turnOver, .wanted, .unanswered, .spent, .quiet, .settled,
                .graceOver, .abandoned, .held, .promptChanged, .taken, .matchOver:
                break
            }
        }
        throw .cancelled(.client)
    }

    /// Ends the call's wait. Its place passes to the next call of its party.
    func close(_ request: WaitingCall) {
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

    /// Resumes `continuation` once no call waits.
    func awaitNone(_ continuation: CheckedContinuation<Void, Never>) {
        guard !requests.isEmpty else { return continuation.resume() }
        whenNone.append(continuation)
    }

    /// Resumes the waiters of `awaitNone`: no call waits, or the time for it is over.
    func noneWaits() {
        for continuation in whenNone { continuation.resume() }
        whenNone = []
    }

    // MARK: Cancelling, holding and answering

    func cancel(of user: UserID?, by canceller: Canceller) {
        for request in all(of: user) { request.cancel(by: canceller) }
    }

    /// Cancels the oldest waiting call of the connection, or the named call of the same user.
    func cancel(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        let isOwn = request.ask.caller.connection == caller.connection
        request.cancel(by: isOwn ? .client : .user)
    }

    /// Restarts the time of a waiting call's user. The call is chosen as in `cancel`.
    func hold(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        try requireUndecided(request)
        try request.hold()
    }

    /// Throws `requestNotFound` if no credential can decide the call any more.
    func requireUndecided(_ request: WaitingCall) throws(GateError) {
        guard requests[request.id] != nil, !request.isDecided else { throw .requestNotFound(request.id) }
    }

    /// The call that a client means: the named call of the same user; without a name, the oldest of the connection.
    func waiting(_ id: RequestID?, for caller: Caller) throws(GateError) -> WaitingCall {
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

    // MARK: Reports

    /// Reports progress to the caller and the watchers.
    func report(_ progress: Progress, of request: WaitingCall) {
        var progress = progress
        progress.request = request.id
        if request.ask.interaction == .prompt {
            progress.interaction = hasPrompt(request.ask, inFront: true) ? .prompt : .caller
        }
        request.progress = progress
        request.ask.caller.report(progress, request.ask.label)
        announce(.changed, request)
    }

    /// The user's time was restarted: tells the watchers.
    func held(_ request: WaitingCall, _ time: Duration?) {
        give(time, to: request)
        announce(.changed, request)
    }

    /// Starts or restarts the user's time.
    func give(_ time: Duration?, to request: WaitingCall) {
        if let time { request.userHasUntil = clock.now().sinceBoot + time }
    }

    /// Tells the watchers about a change of the call, if the call is shown to them.
    func announce(_ kind: RequestChange.Kind, _ request: WaitingCall) {
        watchers.announce(kind, request, describing: described)
    }

    /// A request that comes before another call; nil if that call's user may not hear of it.
    func told(_ request: WaitingCall, to other: WaitingCall) -> Progress.Ahead? {
        guard request.isShown, request.ask.caller.peer.user == other.ask.caller.peer.user else { return nil }
        return .request(described(request).request)
    }

    private func described(_ request: WaitingCall) -> RequestChange.Description {
        let (ask, now) = (request.ask, clock.now())
        var situation = GateGuidance.Situation(
            operation: ask.operation, item: ask.item, itemCount: ask.items.count, label: ask.label,
            hasSignIn: [.authenticate, .retrieve, .sign].contains(ask.operation))
        // Another user's state is nobody's business.
        if ask.isAppsOwn || ask.viewer == ask.user, let view = situations.knownView(of: ask.user) {
            situation.tell(view, at: now)
        }
        if let age = rules.policy.credentialMaximumAge { situation.maximumCredentialAge = age }
        let credentials =
            accounts[ask.user]?.credentials ?? CredentialFacts(isPINSet: false, isPasswordAvailable: false)
        return (request.described(credentials, at: now), situation)
    }

    /// Must be called after every change of an account that affects its `UserView`.
    func changed(_ account: Account) {
        // A call that outlived its account reports nothing about the user.
        guard accounts[account.user.id] === account else { return }
        situations.tell(of: account.user.id)
        promptChanged(for: account.user.id)
    }

    // MARK: Watchers and prompts

    /// The waiting calls of a user's programs, then every change of one, until `forget`. Throws `limitExceeded`.
    func watch(
        _ user: UserID, prompts: Bool, remote: Bool, several: Bool, passwordPrompts: Bool
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        let hadPrompt = watchers.hasPrompt(user, inFront: !remote, several: several)
        let watch = try watchers.add(
            user, prompts: prompts, remote: remote, several: several, passwordPrompts: passwordPrompts,
            present: requests.values, describing: described)
        if prompts, !hadPrompt { promptsChanged(of: user) }
        return watch
    }

    func forget(_ watcher: RequestWatcherID) {
        if let user = watchers.remove(watcher) { promptsChanged(of: user) }
    }

    /// Whether a watcher shows prompts such as this call's, for callers who are in front of the machine or not.
    func hasPrompt(_ ask: Ask, inFront: Bool) -> Bool {
        watchers.hasPrompt(ask.caller.peer.user, inFront: inFront, several: !ask.items.isEmpty)
    }

    func comparisonEnded(of account: Account) {
        account.comparisons.leave()
        promptChanged(for: account.user.id)
    }

    /// Tells the user's prompted calls that the prompt may be gone, or that no credential may be accepted any more.
    private func promptChanged(for user: UserID) {
        for request in requests.values where request.ask.user == user && request.ask.interaction == .prompt {
            request.inbox.post(.promptChanged)
        }
    }

    /// The user's first prompt appeared, or the last one is gone: tells the callers, if their calls ask for something.
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
