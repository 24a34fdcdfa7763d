import GateKeystore
import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateWire

/// Somebody who watches a user's waiting calls.
struct RequestWatcher {
    /// Tells it apart from all others.
    struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    let user: UserID
    let changes: Inbox<RequestChange>
}

/// What became of a waiting call.
struct RequestChange: Sendable {
    /// The raw value is the contract's name.
    enum Kind: String, Sendable { case present, added, changed, ended }

    let kind: Kind
    let request: Request
}

extension Gatekeeper {
    // MARK: Waiting

    /// Takes a call up among those that wait; `close` ends that.
    func open(_ ask: Ask) throws(GateError) -> WaitingRequest {
        // Since the call came in, its client may have left, or ended it.
        if let canceller = ask.caller.life.endedBy { throw .cancelled(by: canceller) }
        let waiting = requests.values.filter { $0.ask.party == ask.party }.count
        guard waiting < configuration.waitingPerUser else {
            throw .limitExceeded(Limit(name: "limits.waitingPerUser", maximum: configuration.waitingPerUser))
        }
        nextNumber += 1
        let request = WaitingRequest(
            id: RequestID(rawValue: "r\(nextNumber)"), ask: ask, era: era(of: ask.user), at: clock.now())
        requests[request.id] = request
        ask.caller.life.settle()
        announce(.added, request)
        return request
    }

    /// Gives the reader, or the place in the queue, to the next.
    func close(_ request: WaitingRequest, on reader: ReaderID) {
        requests[request.id] = nil
        request.inbox.finish()
        announce(.ended, request)
        leaveLane(request.id, reader)
        if requests.isEmpty { resumeWhenIdle() }
        reconcileLater(PrintHome(reader: reader, user: request.ask.user))
    }

    /// A place in a reader's queue for work of the daemon's own.
    func nextTicket() -> RequestID {
        nextNumber += 1
        return RequestID(rawValue: "t\(nextNumber)")
    }

    func leaveLane(_ ticket: RequestID, _ reader: ReaderID) {
        guard var lane = lanes[reader] else { return }
        let next = lane.leave(ticket)
        lanes[reader] = lane.isEmpty ? nil : lane
        // Before its turn begins: it may have to end at once.
        share(reader)
        if let next {
            requests[next]?.inbox.post(.turn)
            whenTurn.removeValue(forKey: next)?.resume()
        }
        guard lane.isEmpty, untidy.remove(reader) != nil else { return }
        if let present = readers.first(where: { $0.id == reader }) { tidyUp(present) }
    }

    /// Bounds the turn of the call that has the reader where a call of another user's waits for that: a scan and an
    /// enrolment of many touches alike. What that user's prompt asks for must not become somebody else's print, so an
    /// enrolment for which nobody is known to be in front of the machine ends.
    func share(_ reader: ReaderID) {
        guard let lane = lanes[reader], let holder = lane.current.flatMap({ requests[$0] }) else { return }
        let caller = holder.ask.caller
        guard requests.values.contains(where: { $0.ask.party != holder.ask.party && lane.holds($0.id) })
        else {
            holder.turn = nil
            return
        }
        if holder.ask.operation == .enroll, !seats.isAttended(caller.program.place, of: caller.peer.user) {
            holder.interrupt(.notInteractive)
        }
        guard holder.turn == nil else { return }
        holder.turn = loop.timer(after: configuration.scanTimeout) { [inbox = holder.inbox] in inbox.post(.turnOver)
        }
    }

    /// Waits until the reader is this call's; returns the factor instead where a credential was answered meanwhile.
    func takeTurn(_ session: inout ReaderSession) async throws(Interruption) -> Factor? {
        let (request, reader) = (session.request, session.reader)
        isWanted(reader.id)
        if lanes[reader.id, default: FairQueue()].enter(request.id, of: request.ask.party) { return nil }
        // What the daemon does of its own is over in a moment, and nobody's request.
        let others = requests.keys.filter { $0 != request.id }
        if others.contains(where: { lanes[reader.id]?.holds($0) == true }) {
            report(Progress(.queued, reader: reader.id), of: request)
        }
        share(reader.id)
        while let event = await request.inbox.next() {
            switch event {
            case .turn: return nil
            case .answered(let factor): return factor
            case .interrupted(let interruption): throw interruption
            case .scan, .finished, .deadline, .turnOver, .graceOver: break
            }
        }
        throw .cancelled(.client)
    }

    /// Waits until the reader is the ticket's: for a call that does not ask its user, and cannot be ended meanwhile.
    func takeTurn(_ ticket: RequestID, of user: UserID, on reader: ReaderID) async {
        isWanted(reader)
        if lanes[reader, default: FairQueue()].enter(ticket, of: user) { return }
        await withCheckedContinuation { whenTurn[ticket] = $0 }
    }

    func report(_ progress: Progress, of request: WaitingRequest) {
        var progress = progress
        progress.request = request.id
        request.progress = progress
        request.ask.caller.report(progress, request.ask.label)
        announce(.changed, request)
    }

    // MARK: Cancelling and answering

    func cancel(_ request: WaitingRequest, by canceller: Canceller) {
        request.interrupt(.cancelled(canceller))
    }

    func cancelRequests(of user: UserID?, by canceller: Canceller) {
        for request in requests.values where user == nil || request.ask.user == user { cancel(request, by: canceller) }
    }

    /// Ends a waiting call of this connection, or by its id one of the same user.
    func cancelRequest(_ id: RequestID?, by caller: Caller) throws(GateError) {
        let request = try waiting(id, for: caller)
        let isOwn = request.ask.caller.connection == caller.connection
        cancel(request, by: isOwn ? .client : .user)
    }

    /// Gives a credential to a waiting call; right, it decides the call.
    func answer(
        _ id: RequestID?, _ credential: consuming PresentedCredential, by caller: Caller
    ) async throws(GateError) {
        let request = try waiting(id, for: caller)
        try requireUndecided(request)
        let factor = credential.factor
        let unlocked: UnlockedPIN?
        do throws(GateError) {
            unlocked = try await compare(credential, given: request, by: caller)
        } catch {
            if requests[request.id] != nil, !request.isDecided {
                report((request.progress ?? Progress(.queued)).refusing(factor, error), of: request)
            }
            throw error
        }
        guard requests[request.id] != nil, request.answer(factor, unlocked) else {
            throw .requestNotFound(request.id)
        }
    }

    private func compare(
        _ credential: consuming PresentedCredential, given request: WaitingRequest, by caller: Caller
    ) async throws(GateError) -> UnlockedPIN? {
        let account = try await account(request.ask.user)
        guard request.ask.factors.contains(credential.factor) else {
            throw situation(of: account).refusal(
                of: credential.factor, allowed: request.ask.factors, item: request.ask.opened, at: clock.now())
        }
        if credential.factor == .password { try await requirePassword(of: account) }
        return try await check(credential, of: account, by: caller, for: request).takeUnlocked()
    }

    /// Throws `requestNotFound` for a call that a credential can decide no more.
    func requireUndecided(_ request: WaitingRequest) throws(GateError) {
        guard requests[request.id] != nil, !request.isDecided else { throw .requestNotFound(request.id) }
    }

    private func waiting(_ id: RequestID?, for caller: Caller) throws(GateError) -> WaitingRequest {
        let candidates = requests.values.filter { request in
            guard let id else { return request.ask.caller.connection == caller.connection }
            return request.id == id && request.ask.caller.peer.user == caller.peer.user
        }
        guard let request = candidates.min(by: { $0.startedAt.sinceBoot < $1.startedAt.sinceBoot }) else {
            throw .requestNotFound(id ?? RequestID(rawValue: ""))
        }
        return request
    }

    // MARK: Watching

    /// The waiting calls of a user, then every change of one, until `forget`.
    func watchRequests(of user: UserID) -> (watcher: RequestWatcher.ID, changes: Inbox<RequestChange>) {
        // A watcher that does not keep up loses the oldest changes, never the newest.
        let changes = Inbox<RequestChange>(capacity: 256)
        nextNumber += 1
        for request in requests.values where request.ask.caller.peer.user == user {
            changes.post(RequestChange(kind: .present, request: described(request)))
        }
        requestWatchers[nextNumber] = RequestWatcher(user: user, changes: changes)
        return (RequestWatcher.ID(number: nextNumber), changes)
    }

    private func described(_ request: WaitingRequest) -> Request {
        request.described(
            accounts[request.ask.user]?.credentials ?? CredentialFacts(isPINSet: false, isPasswordAvailable: false))
    }

    func forget(_ watcher: RequestWatcher.ID) {
        requestWatchers[watcher.number] = nil
    }

    private func announce(_ kind: RequestChange.Kind, _ request: WaitingRequest) {
        for watcher in requestWatchers.values where watcher.user == request.ask.caller.peer.user {
            watcher.changes.post(RequestChange(kind: kind, request: described(request)))
        }
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
