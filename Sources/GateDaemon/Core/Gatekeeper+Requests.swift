import GateGuidance
import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault
import GateWire

extension Gatekeeper {
    // MARK: Waiting

    /// Takes a call up among those that wait, once it has a place there; `close` ends that. A credential that is answered
    /// while the call stands in line ends the wait as well.
    func open(_ ask: Ask) async throws(GateError) -> WaitingRequest {
        // Since the call came in, its client may have left, or ended it.
        if let canceller = ask.caller.life.endedBy { throw .cancelled(by: canceller) }
        let request = WaitingRequest(
            id: RequestID(rawValue: Self.randomName()), number: requests.nextNumber(), ask: ask,
            era: authentications.era(of: ask.user), at: clock.now())
        guard requests.add(request, places: configuration.waitingPerUser, line: configuration.linePerUser) else {
            throw .limitExceeded(Limit(name: "limits.linePerUser", maximum: configuration.linePerUser))
        }
        ask.caller.life.place()
        request.beginWait(at: clock.now(), timers: loop)
        if request.isInLine {
            do throws(Interruption) {
                try await standInLine(request)
            } catch {
                close(request)
                throw error.error(fallbacks: accounts[ask.user].map { fallbacks(ask, $0) } ?? [])
            }
        }
        announce(.added, request)
        return request
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

    /// Asks, and notes how that ended for those who watch the request.
    func noting<Result: ~Copyable>(
        _ request: WaitingRequest, by factor: (borrowing Result) -> Factor,
        _ asking: () async throws(GateError) -> Result
    ) async throws(GateError) -> Result {
        do throws(GateError) {
            let result = try await asking()
            request.outcome = .confirmed(factor(result))
            return result
        } catch {
            request.outcome = .refused(error)
            request.userHasUntil = nil
            throw error
        }
    }

    /// Waits until the reader is the ticket's: for a call that does not ask its user, and cannot be ended meanwhile.
    func takeTurn(_ ticket: RequestID, of user: UserID, on reader: ReaderID) async {
        upkeep.wanted(reader)
        if lanes.enter(ticket, of: user, at: reader) { return }
        share(reader)
        await withCheckedContinuation { lanes.whenTurn(of: ticket, at: reader, $0) }
    }

    func report(_ progress: Progress, of request: WaitingRequest) {
        var progress = progress
        progress.request = request.id
        if request.ask.interaction == .prompt {
            progress.interaction = requests.hasPrompt(request.ask.caller.peer.user) ? .prompt : .caller
        }
        request.progress = progress
        request.ask.caller.report(progress, request.ask.label)
        announce(.changed, request)
    }

    /// The user has got the time anew: those who watch are told.
    func hold(_ request: WaitingRequest, _ time: Duration?) {
        give(time, to: request)
        announce(.changed, request)
    }

    /// The user's time begins, or begins anew.
    func give(_ time: Duration?, to request: WaitingRequest) {
        if let time { request.userHasUntil = clock.now().sinceBoot + time }
    }

    /// Ends the call's wait, for whatever it waits.
    func close(_ request: WaitingRequest) {
        request.endWait(at: clock.now())
        requests.remove(request)
        announce(.ended, request)
    }

    // MARK: Cancelling

    func cancel(_ request: WaitingRequest, by canceller: Canceller) {
        request.interrupt(.cancelled(canceller))
    }

    func cancelRequests(of user: UserID?, by canceller: Canceller) {
        for request in requests.all(of: user) { cancel(request, by: canceller) }
    }

    /// Ends a waiting call of this connection, or by its id one of the same user.
    func cancelRequest(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        let isOwn = request.ask.caller.connection == caller.connection
        cancel(request, by: isOwn ? .client : .user)
    }

    /// Gives the user of a waiting call the time anew; which call is meant is as for `cancelRequest`.
    func holdRequest(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        try requireUndecided(request)
        try request.hold()
    }

    /// Throws `requestNotFound` for a call that a credential can decide no more.
    func requireUndecided(_ request: WaitingRequest) throws(GateError) {
        guard requests[request.id] != nil, !request.isDecided else { throw .requestNotFound(request.id) }
    }

    func waiting(_ id: RequestID?, for caller: Caller) throws(GateError) -> WaitingRequest {
        guard let request = requests.meant(by: id, of: caller) else {
            throw .requestNotFound(id ?? RequestID(rawValue: ""))
        }
        return request
    }

    // MARK: Watching

    /// See `WaitingCalls.watch`.
    func watchRequests(
        of user: UserID, prompts: Bool
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        let hadPrompt = requests.hasPrompt(user)
        let watch = try requests.watch(user, prompts: prompts, describing: described)
        if prompts, !hadPrompt { promptsChanged(of: user) }
        return watch
    }

    private func described(_ request: WaitingRequest) -> WaitingCalls.Description {
        let (ask, now) = (request.ask, clock.now())
        var situation = GateGuidance.Situation(
            operation: ask.operation, item: ask.item, label: ask.label,
            hasSignIn: [.authenticate, .retrieve, .sign].contains(ask.operation))
        if let view = knownView(of: ask.user) { situation.tell(view, at: now) }
        if let age = configuration.policy.credentialMaximumAge { situation.maximumCredentialAge = age }
        let credentials =
            accounts[ask.user]?.credentials ?? CredentialFacts(isPINSet: false, isPasswordAvailable: false)
        return (request.described(credentials, at: now), situation)
    }

    func forget(_ watcher: RequestWatcherID) {
        if let user = requests.removeWatcher(watcher) { promptsChanged(of: user) }
    }

    func announce(_ kind: RequestChange.Kind, _ request: WaitingRequest) {
        requests.announce(kind, request, describing: described)
    }

    // MARK: What prompts ask for, and whether there are any

    func comparisonEnded(of account: Account) {
        account.comparisons.leave()
        promptChanged(for: account.user.id)
    }

    /// Tells the calls of a user of whom prompts ask, or of whose credentials one of them may take no more.
    func promptChanged(for user: UserID) {
        for request in requests.all(of: user) where request.ask.interaction == .prompt {
            request.inbox.post(.promptChanged)
        }
    }

    /// The first prompt of a user came, or the last one went: who asks is told anew, where something is asked.
    func promptsChanged(of user: UserID) {
        for request in requests.all where request.ask.caller.peer.user == user && request.ask.interaction == .prompt {
            request.inbox.post(.promptChanged)
            switch request.progress?.event {
            case .queued, .waitingForFinger: request.progress.map { report($0, of: request) }
            default: break
            }
        }
    }
}
