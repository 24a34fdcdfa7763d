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

    /// Ends the call's wait, for whatever it waits.
    func close(_ request: WaitingRequest) {
        request.endWait(at: clock.now())
        requests.remove(request)
        announce(.ended, request)
    }

    func leaveLane(_ ticket: RequestID, _ reader: ReaderID) {
        let next = lanes.leave(ticket, at: reader)
        // Before its turn begins: it may have to end at once.
        share(reader)
        if let next {
            requests[next]?.inbox.post(.turn)
            lanes.begin(next)
        }
        guard lanes.holder(of: reader) == nil, !holds.has(reader), upkeep.takeUntidy(reader) else { return }
        if let present = readers[reader] { tidyUp(present) }
    }

    /// Bounds the turn of the call that has the reader where a call of another user's waits for that: a scan and an
    /// enrolment of many touches alike. A call that has other readers besides leaves this one at once, and so does an app's
    /// scan when a login wants it. What that user's prompt asks for must not become somebody else's print, so an enrolment for which nobody is known to be in front of
    /// the machine ends.
    func share(_ reader: ReaderID) {
        guard let holder = lanes.holder(of: reader).flatMap({ requests[$0] }) else { return }
        let caller = holder.ask.caller
        let held = holder.readers.filter { lanes.holder(of: $0) == holder.id }
        let wanted = held.filter(isWantedByOthers)
        if holder.ask.isForFace, holder.ask.operation == .authenticate {
            lanes.login(of: holder.ask.user, at: reader, keepsWaiting: wanted.contains(reader), now: clock.now())
        }
        if wanted.count < held.count {
            for reader in wanted { holder.inbox.post(.wanted(reader)) }
        } else if holder.givesWay, lanes.isFirstWanted(reader) {
            return holder.inbox.post(.wanted(reader))
        }
        guard wanted.count == held.count else {
            holder.turn = nil
            holder.turnEnds = nil
            holder.turnLeft = nil
            return
        }
        // Who is in front of the machine for the second interface, polkit has said.
        if holder.ask.operation == .enroll, !holder.ask.isForFace,
            !seats.isAttended(caller.program.place, of: caller.peer.user)
        {
            holder.interrupt(.notInteractive)
        }
        guard holder.turn == nil else { return }
        let length = holder.turnLeft.take() ?? configuration.scanTimeout
        holder.turn = loop.timer(after: length) { [inbox = holder.inbox] in inbox.post(.turnOver) }
        holder.turnEnds = clock.now().sinceBoot + length
        // The user has less time than was told.
        if holder.userHasUntil != nil { announce(.changed, holder) }
    }

    /// Whether a call of another user's than of the one that has the reader waits for it; a login is one beside all apps.
    func isWantedByOthers(_ reader: ReaderID) -> Bool {
        guard let holder = lanes.holder(of: reader).flatMap({ requests[$0] }) else { return false }
        return requests.all.contains {
            ($0.ask.party != holder.ask.party || $0.ask.isForFace != holder.ask.isForFace)
                && lanes.holds($0.id, at: reader)
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

    // MARK: Cancelling and answering

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

    /// Gives a credential to a waiting call; right, it decides the call.
    func answer(
        _ id: RequestID?, _ credential: consuming PresentedCredential, by caller: Caller
    ) async throws(GateError) {
        let request = try waiting(id, for: caller)
        try requireUndecided(request)
        let factor = credential.factor
        let compared: ComparedCredential
        do throws(GateError) {
            compared = try await compare(credential, given: request, by: caller)
        } catch {
            if requests[request.id] != nil, !request.isDecided {
                report((request.progress ?? Progress(.queued)).refusing(factor, error), of: request)
            }
            throw error
        }
        guard requests[request.id] != nil, request.answer(by: compared) else {
            throw .requestNotFound(request.id)
        }
    }

    private func compare(
        _ credential: consuming PresentedCredential, given request: WaitingRequest, by caller: Caller
    ) async throws(GateError) -> ComparedCredential {
        let account = try await account(request.ask.user)
        guard request.ask.factors.contains(credential.factor) else {
            throw situation(of: account).refusal(
                of: credential.factor, allowed: request.ask.factors, item: request.ask.opened, at: clock.now())
        }
        if credential.factor == .password { try await requirePassword(of: account) }
        return try await check(credential, of: account, by: caller, for: request)
    }

    /// Throws `requestNotFound` for a call that a credential can decide no more.
    func requireUndecided(_ request: WaitingRequest) throws(GateError) {
        guard requests[request.id] != nil, !request.isDecided else { throw .requestNotFound(request.id) }
    }

    private func waiting(_ id: RequestID?, for caller: Caller) throws(GateError) -> WaitingRequest {
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

    private func announce(_ kind: RequestChange.Kind, _ request: WaitingRequest) {
        requests.announce(kind, request, describing: described)
    }
}

extension Progress {
    /// This progress, told that a credential did not decide the call.
    fileprivate func refusing(_ factor: Factor, _ error: GateError) -> Progress {
        var progress = self
        progress.event = .credentialWrong
        progress.hint = nil
        progress.factor = factor
        (progress.attemptsRemaining, progress.retryAfter, progress.refusal) =
            switch error {
            case .credentialWrong(_, let remaining, let retryAfter): (remaining, retryAfter, nil)
            case .credentialThrottled(_, let retryAfter): (0, retryAfter, nil)
            case .credentialRequired, .signInRequired: (nil, nil, .blocked)
            case .credentialNotSet, .factorNotAllowed: (nil, nil, .notTaken)
            // It was not compared.
            case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent,
                .authenticationFailed, .timedOut, .cancelled, .credentialUnavailable, .pinUnacceptable, .itemNotFound,
                .itemExists, .itemInvalidated, .printNotFound, .fingerAlreadyEnrolled, .fingerKnownToReader,
                .readerNotFound, .readerFull, .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed,
                .notPermitted:
                (nil, nil, nil)
            }
        return progress
    }
}
