import GateModel
import GatePolicy
import GateSystem

/// Whose turn it is at each reader: calls that ask for a finger, work of the daemon's own, and the face interface's holds.
///
/// It lives on the Gatekeeper's loop.
final class Turns {
    private let calls: WaitingCalls
    private let situations: Situations
    private let upkeep: ChipUpkeep
    private let clock: GateClock
    private let timers: any Timers
    private let errands: Errands
    /// How long a call keeps the reader that another user's call waits for.
    private let length: Duration
    /// How long a reader rests before its storage is listed; it is still open then.
    private static let rest: Duration = .seconds(2)
    private var lanes = ReaderLanes()
    private var holds = ReaderHolds()

    init(
        calls: WaitingCalls, situations: Situations, upkeep: ChipUpkeep, clock: GateClock, timers: any Timers,
        errands: Errands, length: Duration
    ) {
        self.calls = calls
        self.situations = situations
        self.upkeep = upkeep
        self.clock = clock
        self.timers = timers
        self.errands = errands
        self.length = length
    }

    /// Whether nobody has a reader, or waits for one.
    var isEmpty: Bool { lanes.isEmpty }

    /// Who has the reader.
    func holder(of reader: ReaderID) -> RequestID? { lanes.holder(of: reader) }

    // MARK: Of a call

    /// Takes a call up among those that wait; `end` ends that.
    func begin(
        _ ask: Ask, on reader: Reader, besides others: [Reader] = [], of account: Account, isLimitPerTouch: Bool
    ) async throws(GateError) -> ReaderSession {
        ReaderSession(
            try await calls.open(ask), on: reader, besides: others, of: account, isLimitPerTouch: isLimitPerTouch,
            timers: timers)
    }

    /// Waits until one of the readers is this call's, and takes those that are free besides; returns the factor instead
    /// where a credential was answered meanwhile.
    ///
    /// - Parameter patience: after which it throws `outwaited`, beside the call's own allowance.
    func take(_ session: inout ReaderSession, within patience: Duration? = nil) async throws(Interruption) -> Factor? {
        let request = session.request
        if let factor = request.answeredBy { return factor }
        if let interruption = request.interruption { throw interruption }
        request.beginWait(at: clock.now(), timers: timers)
        for reader in session.readers {
            upkeep.wanted(reader.id)
            _ = lanes.enter(request.id, of: request.ask.party, at: reader.id, session.place)
        }
        if hold(&session) { return nil }
        let limit = patience.map { timers.timer(after: $0) { [inbox = request.inbox] in inbox.post(.waitOver) } }
        defer { limit?.cancel() }
        // The daemon's own work is over in a moment, and is no request.
        let isBehindCall = session.readers.contains { reader in
            calls.all.contains { $0 !== request && lanes.holds($0.id, at: reader.id) }
        }
        if isBehindCall {
            session.hasQueued = true
            // One that stood in line has said so.
            if request.progress?.event != .queued { calls.report(session.template, of: request) }
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
            // Somebody else has it.
            leave(request, reader.id)
        }
        return true
    }

    /// Ends the call, and gives its readers, or its places in their queues, to the next.
    func end(_ session: inout ReaderSession) {
        session.timers.cancel()
        calls.close(session.request)
        giveUp(&session)
    }

    /// Gives each reader, or the place in its queue, to the next, as soon as nothing of the call's runs there.
    func giveUp(_ session: inout ReaderSession) {
        for reader in session.readers { depart(from: reader.id, &session) }
    }

    /// Leaves readers that another user's call wants to it, as long as one stays.
    func leaveToOthers(_ session: inout ReaderSession) {
        for reader in session.held where session.held.count > 1 && isWantedByOthers(reader.id) {
            depart(from: reader.id, &session)
        }
    }

    private func depart(from reader: ReaderID, _ session: inout ReaderSession) {
        session.held.removeAll { $0.id == reader }
        let departure = Departure(
            request: session.request.id, home: PrintHome(reader: reader, user: session.account.user.id),
            operation: session.leftBehind.removeValue(forKey: reader))
        if departure.operation == nil { finish(departure) } else { errands.run(.leave(departure)) }
    }

    /// Nothing of the call runs at the reader any more, whose storage is looked at once nobody has wanted it for a while.
    func finish(_ departure: Departure) {
        let home = departure.home
        leave(departure.request, home.reader)
        guard upkeep.isToBeLookedAt(home), situations.readers[home.reader]?.capabilities.contains(.storageList) == true
        else { return }
        upkeep.wanted(home.reader)
        upkeep.look(at: home, afterRest: errands.run(.reconcile(home.reader), after: Self.rest))
    }

    /// Whether a login waits for one of the call's readers.
    func isToGiveWay(_ session: ReaderSession) -> Bool {
        !session.request.ask.isForFace && session.held.contains { lanes.isFirstWanted($0.id) }
    }

    /// Gives the call's readers up to a login, and waits until the call has them again. The call's time then starts over, but
    /// not a turn that another user's call waits for the end of. No operation of the call may run.
    ///
    /// - Returns: the factor, where a credential was answered meanwhile.
    func giveWay(_ session: inout ReaderSession) async throws(Interruption) -> Factor? {
        let request = session.request
        session.timers.begin()
        session.ready = []
        request.userHasUntil = nil
        // Told before the other one's prompt is there: the next touch is not for this call.
        session.template.event = .queued
        calls.report(session.template, of: request)
        request.turnLeft = request.turnEnds.map { max($0 - clock.now().sinceBoot, .zero) }
        request.turn = nil
        request.turnEnds = nil
        session.hasQueued = true
        session.place = .again
        giveUp(&session)
        return try await take(&session)
    }

    // MARK: Of logins

    /// The session's place is that of a login, by how long its user has come first of late.
    func placeLogin(_ session: inout ReaderSession) {
        session.place = lanes.place(
            ofLogin: session.request.ask.user, at: session.reader.id, budget: length * 2, now: clock.now())
    }

    /// A login of the user's has left the reader, or its place.
    func loginEnded(_ user: UserID, at reader: ReaderID) { lanes.loginEnded(user, at: reader, now: clock.now()) }

    /// A login's round is over, and the login is to leave the reader; whether somebody else waits for that, who comes first
    /// from now on.
    func endRound(_ session: inout ReaderSession) -> Bool {
        let (request, reader) = (session.request, session.reader.id)
        let isWanted = !lanes.isFree(behind: request.id, at: reader)
        if isWanted { session.place = .inTurn }
        loginEnded(request.ask.user, at: reader)
        request.turn = nil
        return isWanted
    }

    // MARK: Of work that is no call

    func nextTicket() -> RequestID { lanes.nextTicket() }

    /// A ticket for the daemon's own work, where nobody has the reader or keeps it open: a touch comes before it.
    func takeFree(_ reader: ReaderID) -> RequestID? { holds.has(reader) ? nil : lanes.takeFree(reader) }

    /// Waits until the reader is the ticket's: for a call that does not ask its user, and cannot be ended meanwhile.
    func take(_ reader: ReaderID, _ ticket: RequestID, of user: UserID) async {
        upkeep.wanted(reader)
        if lanes.enter(ticket, of: user, at: reader) { return }
        share(reader)
        await turn(of: ticket, at: reader)
    }

    /// Takes the reader, before all apps, for work of the face interface's that asks nobody for a finger; whether it is the
    /// ticket's within a moment. The ticket is to leave the reader in either case.
    func takeFirst(_ reader: ReaderID, _ ticket: RequestID, within patience: Duration) async -> Bool {
        upkeep.wanted(reader)
        if lanes.enter(ticket, of: .root, at: reader, .first) { return true }
        share(reader)
        let limit = errands.run(.stopWaiting(ticket), after: patience)
        await turn(of: ticket, at: reader)
        limit.cancel()
        return lanes.holder(of: reader) == ticket
    }

    /// Returns when the reader is the ticket's, or `stopWaiting` was called.
    private func turn(of ticket: RequestID, at reader: ReaderID) async {
        await withCheckedContinuation { lanes.whenTurn(of: ticket, at: reader, $0) }
    }

    func stopWaiting(_ ticket: RequestID) { lanes.begin(ticket) }

    // MARK: Leaving and sharing

    /// The call or the work leaves the reader, which is the next one's.
    func leave(_ ticket: RequestID, _ reader: ReaderID) {
        let next = lanes.leave(ticket, at: reader)
        // Before its turn begins: it may have to end at once.
        share(reader)
        if let next {
            calls[next]?.inbox.post(.turn)
            lanes.begin(next)
        }
        tidyUpIfFree(reader)
    }

    private func tidyUpIfFree(_ reader: ReaderID) {
        guard lanes.holder(of: reader) == nil, !holds.has(reader), upkeep.takeUntidy(reader) else { return }
        errands.run(.tidyUp(reader))
    }

    func shareAll() {
        for reader in lanes.inUse { share(reader) }
    }

    /// Bounds the turn of the call that has the reader where a call of another user's waits for that: a scan and an
    /// enrolment of many touches alike. A call that has other readers besides leaves this one at once, and so does an app's
    /// scan when a login wants it. What that user's prompt asks for must not become somebody else's print, so an enrolment
    /// for which nobody is known to be in front of the machine ends.
    private func share(_ reader: ReaderID) {
        guard let holder = lanes.holder(of: reader).flatMap({ calls[$0] }) else { return }
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
        // Who is in front of the machine for the face interface, polkit has said.
        if holder.ask.operation == .enroll, !holder.ask.isForFace, !situations.isAttended(holder.ask.caller) {
            holder.interrupt(.notInteractive)
        }
        guard holder.turn == nil else { return }
        let length = holder.turnLeft.take() ?? length
        holder.turn = timers.timer(after: length) { [inbox = holder.inbox] in inbox.post(.turnOver) }
        holder.turnEnds = clock.now().sinceBoot + length
        // The user has less time than was told.
        if holder.userHasUntil != nil { calls.announce(.changed, holder) }
    }

    /// Whether a call of another user's than of the one that has the reader waits for it; a login is one beside all apps.
    private func isWantedByOthers(_ reader: ReaderID) -> Bool {
        guard let holder = lanes.holder(of: reader).flatMap({ calls[$0] }) else { return false }
        return calls.all.contains {
            ($0.ask.party != holder.ask.party || $0.ask.isForFace != holder.ask.isForFace)
                && lanes.holds($0.id, at: reader)
        }
    }

    // MARK: Readers that the face interface keeps open

    /// Fulfilled when the connection's hold is to end.
    func keep(_ reader: ReaderID, on connection: ConnectionID) -> Pledge<Void> { holds.begin(reader, on: connection) }

    /// Ends what is kept for a connection; `letGo` comes behind it.
    func endKeeping(on connection: ConnectionID) { holds.end(on: connection) }

    /// Whether nobody keeps the reader from now on; then `closed` is to be called.
    func letGo(of reader: ReaderID, on connection: ConnectionID) -> Bool { holds.remove(reader, on: connection) }

    /// A reader that was kept open is closed.
    func closed(_ reader: ReaderID) { tidyUpIfFree(reader) }

    // MARK: Fingers that lie on a reader still

    func wasJudged(_ reader: ReaderID, isLogins: Bool) {
        lanes.wasJudged(reader, .init(at: clock.now(), isLogins: isLogins))
    }

    func settled(_ reader: ReaderID) { lanes.settled(reader) }

    /// The last scan that was judged and may not have ended.
    func lastJudged(_ reader: ReaderID) -> ReaderLanes.Judged? { lanes.lastJudged(reader) }
}
