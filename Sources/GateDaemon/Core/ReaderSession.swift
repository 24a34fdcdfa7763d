import GateModel
import GatePolicy
import GateSystem

/// One call's use of a reader, or of several at a time, from its place in the queue to its leaving.
struct ReaderSession {
    let request: WaitingRequest
    /// The reader that the call names or prefers.
    let reader: Reader
    /// Further readers that may judge the finger as well.
    let others: [Reader]
    let account: Account
    var timers: ScanTimers
    /// The call's progress, without the event and the reader.
    var template: Progress
    /// The finger that a reader is asked for which can only verify.
    var expected: [ReaderID: Finger] = [:]
    /// The readers that wait for a touch.
    var ready: [ReaderID] = []
    /// What a touch of an enrolment failed with.
    var sensorError: SensorError?
    /// Whether another call had the reader when this one wanted it.
    var hasQueued = false
    /// The readers that are this call's now.
    var held: [Reader] = []
    /// Operations that were told to end and had not ended; their readers are not free before they do.
    var leftBehind: [ReaderID: Task<Void, Never>] = [:]
    /// Called when a finger that was told of lies on a reader no more.
    var lifted: (@Sendable () -> Void)?
    /// Called once, when a reader first wants a finger.
    var wanted: (@Sendable () -> Void)?
    /// Its place where it has to wait for a reader.
    var place = FairQueue<RequestID>.Place.inTurn

    var readers: [Reader] { [reader] + others }

    /// Returns the progress that reports an event at a reader.
    func progress(_ event: ScanEvent, at place: ReaderID) -> Progress {
        var progress = template.with(event)
        progress.reader = place
        if !others.isEmpty {
            progress.readers = ready
            progress.finger = expected[place]
        }
        return progress
    }
}

extension Gatekeeper {
    /// Takes a call up among those that wait; `end` ends that.
    func begin(
        _ ask: Ask, on reader: Reader, besides others: [Reader] = [], of account: Account, isLimitPerTouch: Bool
    ) async throws(GateError) -> ReaderSession {
        let request = try await open(ask)
        var session = ReaderSession(
            request: request, reader: reader, others: others, account: account,
            timers: ScanTimers(
                inbox: request.inbox, limit: ask.timeout, isPerTouch: isLimitPerTouch, timers: loop),
            template: Progress(.queued, reader: reader.id))
        request.readers = session.readers.map(\.id)
        if ask.isForFace { session.place = .first }
        return session
    }

    /// Gives the readers, or the places in their queues, to the next.
    func end(_ session: inout ReaderSession) {
        session.timers.cancel()
        close(session.request)
        giveUpReaders(&session)
    }

    /// Gives each reader, or the place in its queue, to the next, as soon as nothing of the call's runs there.
    func giveUpReaders(_ session: inout ReaderSession) {
        for reader in session.readers { giveUp(reader.id, &session) }
    }

    private func giveUp(_ reader: ReaderID, _ session: inout ReaderSession) {
        session.held.removeAll { $0.id == reader }
        let request = session.request.id
        let home = PrintHome(reader: reader, user: session.account.user.id)
        guard let operation = session.leftBehind.removeValue(forKey: reader) else { return freed(home, by: request) }
        Task(executorPreference: tasks) {
            await operation.value
            await self.freed(home, by: request)
        }
    }

    private func freed(_ home: PrintHome, by request: RequestID) {
        leaveLane(request, home.reader)
        reconcileLater(home)
    }

    /// Waits until one of the readers is this call's, and takes those that are free besides; returns the factor instead
    /// where a credential was answered meanwhile.
    ///
    /// - Parameter patience: after which it throws `outwaited`, beside the call's own allowance.
    func takeTurn(
        _ session: inout ReaderSession, within patience: Duration? = nil
    ) async throws(Interruption) -> Factor? {
        let request = session.request
        if let factor = request.answeredBy { return factor }
        if let interruption = request.interruption { throw interruption }
        request.beginWait(at: clock.now(), timers: loop)
        for reader in session.readers {
            upkeep.wanted(reader.id)
            _ = lanes.enter(request.id, of: request.ask.party, at: reader.id, session.place)
        }
        if hold(&session) { return nil }
        let limit = patience.map { loop.timer(after: $0) { [inbox = request.inbox] in inbox.post(.waitOver) } }
        defer { limit?.cancel() }
        // The daemon's own work is over in a moment, and is no request.
        let isBehindCall = session.readers.contains { reader in
            requests.all.contains { $0 !== request && lanes.holds($0.id, at: reader.id) }
        }
        if isBehindCall {
            session.hasQueued = true
            // One that stood in line has said so.
            if request.progress?.event != .queued { report(session.template, of: request) }
        }
        for reader in session.readers { share(reader.id) }
        while let event = await request.inbox.next() {
            switch event {
            case .turn: if hold(&session) { return nil }
            case .answered(let factor): return factor
            case .interrupted(let interruption): throw interruption
            case .waitOver: request.interrupt(.outwaited(.reader))
            case .placed, .scan, .finished, .deadline, .turnOver, .wanted, .settled, .graceOver, .abandoned, .held,
                .promptChanged:
                break
            }
        }
        throw .cancelled(.client)
    }

    /// Notes the readers that are the call's, and waits for no other one where there is any.
    private func hold(_ session: inout ReaderSession) -> Bool {
        let request = session.request.id
        session.held = session.readers.filter { lanes.holder(of: $0.id) == request }
        guard !session.held.isEmpty else { return false }
        let held = session.held.map(\.id)
        for reader in session.others + [session.reader] where !held.contains(reader.id) {
            leaveLane(request, reader.id)
        }
        return true
    }

    /// Gives the reader up to a login, and waits until the call has it again. The call's time then starts over, but not a turn
    /// that another user's call waits for the end of. Returns the factor if a credential was answered meanwhile. No operation
    /// of the call may run.
    func giveWay(_ session: inout ReaderSession) async throws(Interruption) -> Factor? {
        let request = session.request
        session.timers.begin()
        session.ready = []
        request.userHasUntil = nil
        // Told before the other one's prompt is there: the next touch is not for this call.
        session.template.event = .queued
        report(session.template, of: request)
        request.turnLeft = request.turnEnds.map { max($0 - clock.now().sinceBoot, .zero) }
        request.turn = nil
        request.turnEnds = nil
        giveUpReaders(&session)
        session.hasQueued = true
        session.place = .again
        return try await takeTurn(&session)
    }

    /// Whether a login waits for one of the call's readers.
    func isToGiveWay(_ session: ReaderSession) -> Bool {
        !session.request.ask.isForFace && session.held.contains { lanes.isFirstWanted($0.id) }
    }

    /// Leaves readers that another user's call wants to it, as long as one stays.
    func leaveWanted(_ session: inout ReaderSession) {
        for reader in session.held where session.held.count > 1 && isWantedByOthers(reader.id) {
            giveUp(reader.id, &session)
        }
    }
}
