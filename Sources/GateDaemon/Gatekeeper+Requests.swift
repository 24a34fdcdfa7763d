import GateKeystore
import GateModel
import GatePolicy
import GateSecret
import GateWire

/// Somebody who watches a user's waiting calls.
struct RequestWatcher {
    let user: UserID
    let changes: AsyncStream<RequestChange>.Continuation
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
        let waiting = requests.values.filter { $0.ask.caller.peer.user == ask.caller.peer.user }.count
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
        if let next {
            requests[next]?.inbox.yield(.turn)
            whenTurn.removeValue(forKey: next)?.resume()
        }
        guard lane.isEmpty, untidy.remove(reader) != nil else { return }
        if let present = readers.first(where: { $0.id == reader }) { tidyUp(present) }
    }

    /// Waits until the reader is this call's; returns the factor instead where a credential was answered meanwhile.
    func takeTurn(
        _ request: WaitingRequest, on reader: Reader, _ events: inout AsyncStream<RequestEvent>.Iterator
    ) async throws(Interruption) -> Factor? {
        restTimers[reader.id]?.cancel()
        if lanes[reader.id, default: FairQueue()].enter(request.id, of: request.ask.caller.peer.user) { return nil }
        // What the daemon does of its own is over in a moment, and nobody's request.
        let others = requests.keys.filter { $0 != request.id }
        if others.contains(where: { lanes[reader.id]?.holds($0) == true }) {
            report(Progress(.queued, reader: reader.id), of: request)
        }
        while let event = await events.next(isolation: self) {
            switch event {
            case .turn: return nil
            case .answered(let factor): return factor
            case .interrupted(let interruption): throw interruption
            case .scan, .finished, .deadline, .graceOver: break
            }
        }
        throw .cancelled(.client)
    }

    /// Waits until the reader is the ticket's: for a call that does not ask its user, and cannot be ended meanwhile.
    func takeTurn(_ ticket: RequestID, of user: UserID, on reader: ReaderID) async {
        restTimers[reader]?.cancel()
        if lanes[reader, default: FairQueue()].enter(ticket, of: user) { return }
        await withCheckedContinuation { whenTurn[ticket] = $0 }
    }

    func report(_ progress: Progress, of request: WaitingRequest) {
        request.progress = progress
        request.ask.caller.report(progress)
        announce(.changed, request)
    }

    // MARK: Cancelling and answering

    func cancel(_ request: WaitingRequest, by canceller: Canceller) {
        interrupt(request, .cancelled(canceller))
    }

    func interrupt(_ request: WaitingRequest, _ interruption: Interruption) {
        guard !request.isDecided else { return }
        request.isDecided = true
        request.interruption = interruption
        request.inbox.yield(.interrupted(interruption))
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
        guard request.ask.factors.contains(credential.factor) else {
            throw .factorNotAllowed(allowed: request.ask.factors.filter { $0 != .fingerprint })
        }
        let account = try await account(request.ask.user)
        let factor = credential.factor
        if factor == .password { _ = try await present([.password], given: .password, of: account) }
        let unlocked: UnlockedPIN?
        do throws(GateError) {
            // It counts as an authentication where it decides the call, not before.
            unlocked = try await check(credential, of: account, by: nil).takeUnlocked()
        } catch {
            if case .credentialWrong = error, requests[request.id] != nil {
                var progress = request.progress ?? Progress(.queued)
                progress.event = .credentialWrong
                progress.hint = nil
                report(progress, of: request)
            }
            throw error
        }
        guard requests[request.id] != nil, !request.isDecided else { throw .requestNotFound(request.id) }
        request.isDecided = true
        request.answer = factor
        request.unlocked = unlocked
        request.inbox.yield(.answered(factor))
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

    /// The waiting calls of a user, then every change of one.
    func watchRequests(of user: UserID) -> AsyncStream<RequestChange> {
        // A watcher that does not keep up loses the oldest changes, never the newest.
        let (stream, changes) = AsyncStream<RequestChange>.makeStream(bufferingPolicy: .bufferingNewest(256))
        nextNumber += 1
        let number = nextNumber
        for request in requests.values where request.ask.caller.peer.user == user {
            changes.yield(RequestChange(kind: .present, request: request.described))
        }
        requestWatchers[number] = RequestWatcher(user: user, changes: changes)
        changes.onTermination = { [weak self] _ in
            Task { await self?.forgetWatcher(number) }
        }
        return stream
    }

    private func forgetWatcher(_ number: UInt64) {
        requestWatchers[number] = nil
    }

    private func announce(_ kind: RequestChange.Kind, _ request: WaitingRequest) {
        for watcher in requestWatchers.values where watcher.user == request.ask.caller.peer.user {
            watcher.changes.yield(RequestChange(kind: kind, request: request.described))
        }
    }
}
