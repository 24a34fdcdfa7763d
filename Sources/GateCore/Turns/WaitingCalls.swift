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
    private var calls: [RequestID: WaitingCall] = [:]
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

    subscript(id: RequestID) -> WaitingCall? { calls[id] }

    var all: some Collection<WaitingCall> { calls.values }

    /// The waiting calls of a connection, oldest first.
    func all(on connection: ConnectionID) -> [WaitingCall] { ofConnections[connection] ?? [] }

    /// The waiting calls that ask a user; with nil, all.
    func all(of user: UserID?) -> [WaitingCall] {
        calls.values.filter { user == nil || $0.ask.user == user }
    }

    // MARK: Opening and closing

    /// Adds a call, and returns once it has a place before its user; `close` removes it. Also returns if a right
    /// credential is given while the call waits in line.
    func open(_ ask: Ask) async throws(GateError) -> WaitingCall {
        // The client may have left or cancelled since the call arrived.
        if let canceller = ask.caller.life.endedBy { throw .cancelled(by: canceller) }
        // The number is never sent: it would reveal how much other users use the gate.
        lastNumber += 1
        let call = WaitingCall(
            id: .random(), number: lastNumber, ask: ask, era: authentications.era(of: ask.user), at: clock.now())
        guard add(call) else {
            throw .limitExceeded(Limit(name: "limits.linePerUser", maximum: rules.linePerUser))
        }
        ask.caller.life.place()
        call.beginWait(at: clock.now(), timers: timers)
        if call.isInLine {
            do throws(Interruption) {
                try await standInLine(call)
            } catch {
                close(call)
                throw error.error(
                    fallbacks: accounts[ask.user].map { situations.fallbacks(ask, $0) } ?? [])
            }
        }
        announce(.added, call)
        return call
    }

    /// Each holds one of root's connections, and any user can start sudo.
    private static let passwordPromptsPerUser = 8

    /// Gives the call a place before its user, or puts it in line if all places of its party are taken. Returns false
    /// if the line is full.
    private func add(_ call: WaitingCall) -> Bool {
        let party = call.ask.party
        if call.ask.passwordPrompt != nil {
            let prompts = calls.values.count { $0.ask.passwordPrompt != nil && $0.ask.viewer == call.ask.viewer }
            guard prompts < Self.passwordPromptsPerUser else { return false }
        }
        // Calls of the face interface are bounded by the limit on its connections.
        if call.ask.isAppsOwn {
            let placed = calls.values.filter { $0.ask.party == party && $0.hasPlace }
            if placed.count < rules.waitingPerUser, lines[party] == nil {
                call.hasPlace = true
            } else if let unanswered = placed.first(where: \.isUnanswered) {
                unanswered.hasPlace = false
                call.hasPlace = true
            } else if lines[party, default: []].count < rules.linePerUser {
                call.isInLine = true
                lines[party, default: []].append(call)
            } else {
                return false
            }
        }
        calls[call.id] = call
        ofConnections[call.ask.caller.connection, default: []].append(call)
        return true
    }

    /// The call has had its reader for its patience without a touch: its place passes to the newest call in line.
    func becameUnanswered(_ call: WaitingCall) {
        call.isUnanswered = true
        let party = call.ask.party
        guard call.hasPlace, let newest = lines[party]?.popLast() else { return }
        if lines[party]?.isEmpty == true { lines[party] = nil }
        call.hasPlace = false
        newest.hasPlace = true
        newest.inbox.post(.placed)
    }

    /// Returns once a call that gave its place away has one again, or was answered. Meanwhile it is not shown.
    func awaitPlace(_ call: WaitingCall) async throws(Interruption) {
        guard !call.hasPlace, call.ask.isAppsOwn else { return }
        announce(.ended, call)
        call.isInLine = true
        lines[call.ask.party, default: []].insert(call, at: 0)
        call.beginWait(at: clock.now(), timers: timers)
        try await standInLine(call)
        announce(.added, call)
    }

    /// Returns when the call has a place before its user, or was answered.
    private func standInLine(_ call: WaitingCall) async throws(Interruption) {
        var progress = Progress(.queued)
        progress.ahead = calls.values.filter { $0.ask.party == call.ask.party && $0.hasPlace }
            .min { $0.number < $1.number }.flatMap { told($0, to: call) }
        report(progress, of: call)
        while let event = await call.inbox.next() {
            switch event {
            case .placed:
                call.isInLine = false
                return
            case .answered: return
            case .interrupted(let interruption): throw interruption
            case .waitOver: call.interrupt(.outwaited(.calls))
            case .turn, .scan, .finished, .deadline, .turnOver, .wanted, .unanswered, .spent, .quiet, .settled,
                .graceOver, .abandoned, .held, .promptChanged, .taken, .matchOver:
                break
            }
        }
        throw .cancelled(.client)
    }

    /// Ends the call's wait. Its place passes to the next call of its party.
    func close(_ call: WaitingCall) {
        call.endWait(at: clock.now())
        calls[call.id] = nil
        let connection = call.ask.caller.connection
        ofConnections[connection]?.removeAll { $0 === call }
        if ofConnections[connection]?.isEmpty == true { ofConnections[connection] = nil }
        call.inbox.finish()
        let party = call.ask.party
        if call.hasPlace {
            if let next = lines[party]?.removeFirst() {
                next.hasPlace = true
                next.inbox.post(.placed)
            }
        } else {
            lines[party]?.removeAll { $0 === call }
        }
        if lines[party]?.isEmpty == true { lines[party] = nil }
        if calls.isEmpty { noneWaits() }
        announce(.ended, call)
    }

    /// Resumes `continuation` once no call waits.
    func awaitNone(_ continuation: CheckedContinuation<Void, Never>) {
        guard !calls.isEmpty else { return continuation.resume() }
        whenNone.append(continuation)
    }

    /// Resumes the waiters of `awaitNone`: no call waits, or the time for it is over.
    func noneWaits() {
        for continuation in whenNone { continuation.resume() }
        whenNone = []
    }

    // MARK: Cancelling, holding and answering

    func cancel(of user: UserID?, by canceller: Canceller) {
        for call in all(of: user) { call.cancel(by: canceller) }
    }

    /// Cancels the oldest waiting call of the connection, or the named call of the same user.
    func cancel(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let call = try waiting(id, for: caller)
        let isOwn = call.ask.caller.connection == caller.connection
        call.cancel(by: isOwn ? .client : .user)
    }

    /// Restarts the time of a waiting call's user. The call is chosen as in `cancel`.
    func hold(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let call = try waiting(id, for: caller)
        try requireUndecided(call)
        try call.hold()
    }

    /// Chooses one of the accounts that a waiting call offers; false if it does not offer that one. The call is chosen as
    /// in `cancel`.
    func choose(_ passkey: [UInt8], for id: RequestID?, by caller: Caller) throws(GateError) -> Bool {
        let call = try waiting(id, for: caller)
        try requireUndecided(call)
        guard call.ask.choice?.choose(passkey) == true else { return false }
        announce(.changed, call)
        return true
    }

    /// Throws `requestNotFound` if no credential can decide the call any more.
    func requireUndecided(_ call: WaitingCall) throws(GateError) {
        guard calls[call.id] != nil, !call.isDecided else { throw .requestNotFound(call.id) }
    }

    /// The call that a client means: the named call of the same user; without a name, the oldest of the connection.
    func waiting(_ id: RequestID?, for caller: Caller) throws(GateError) -> WaitingCall {
        guard let id else {
            guard let first = all(on: caller.connection).first else {
                throw .requestNotFound(RequestID(rawValue: ""))
            }
            return first
        }
        guard let call = calls[id], call.isShown, call.ask.caller.peer.user == caller.peer.user else {
            throw .requestNotFound(id)
        }
        return call
    }

    // MARK: Reports

    /// Reports progress to the caller and the watchers.
    func report(_ progress: Progress, of call: WaitingCall) {
        var progress = progress
        progress.request = call.id
        if call.ask.interaction == .prompt {
            progress.interaction = hasPrompt(call.ask, inFront: true) ? .prompt : .caller
        }
        call.progress = progress
        call.ask.caller.report(progress, call.ask.label)
        announce(.changed, call)
    }

    /// The user's time was restarted: tells the watchers.
    func held(_ call: WaitingCall, _ time: Duration?) {
        give(time, to: call)
        announce(.changed, call)
    }

    /// Starts or restarts the user's time.
    func give(_ time: Duration?, to call: WaitingCall) {
        if let time { call.userHasUntil = clock.now().sinceBoot + time }
    }

    /// Tells the watchers about a change of the call, if the call is shown to them.
    func announce(_ kind: RequestChange.Kind, _ call: WaitingCall) {
        watchers.announce(kind, call, describing: described)
    }

    /// A request that comes before another call; nil if that call's user may not hear of it.
    func told(_ call: WaitingCall, to other: WaitingCall) -> Progress.Ahead? {
        guard call.isShown, call.ask.caller.peer.user == other.ask.caller.peer.user else { return nil }
        return .request(described(call).request)
    }

    private func described(_ call: WaitingCall) -> RequestChange.Description {
        let (ask, now) = (call.ask, clock.now())
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
        return (call.described(credentials, at: now), situation)
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
            present: calls.values, describing: described)
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
        for call in calls.values where call.ask.user == user && call.ask.interaction == .prompt {
            call.inbox.post(.promptChanged)
        }
    }

    /// The user's first prompt appeared, or the last one is gone: tells the callers, if their calls ask for something.
    private func promptsChanged(of user: UserID) {
        for call in calls.values
        where call.ask.caller.peer.user == user && call.ask.interaction == .prompt {
            call.inbox.post(.promptChanged)
            switch call.progress?.event {
            case .queued, .waitingForFinger: call.progress.map { report($0, of: call) }
            default: break
            }
        }
    }
}
