import GateModel
import GatePolicy
import GateSystem

/// Whose turn it is at each reader: calls that ask for a finger, the daemon's own work, and the holds of the face
/// interface.
///
/// Confined to the Gatekeeper's loop.
final class Turns {
    private let calls: WaitingCalls
    private let situations: Situations
    private let upkeep: ChipUpkeep
    private let clock: GateClock
    private let timers: any Timers
    private let errands: Errands
    /// How long a call keeps the reader while another user's call waits for it.
    private let length: Duration
    /// How long a reader rests before its storage is listed. The reader is still open then.
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

    /// Whether no call or work has a reader or waits for one.
    var isEmpty: Bool { lanes.isEmpty }

    /// The call or work that has the reader.
    func holder(of reader: ReaderID) -> RequestID? { lanes.holder(of: reader) }

    // MARK: Calls

    /// Adds a call to the waiting ones. `end` removes it.
    func begin(
        _ ask: Ask, on reader: Reader, besides others: [Reader] = [], of account: Account, isLimitPerTouch: Bool
    ) async throws(GateError) -> ReaderSession {
        ReaderSession(
            try await calls.open(ask), on: reader, besides: others, of: account, isLimitPerTouch: isLimitPerTouch,
            patience: length, timers: timers)
    }

    /// Waits until the call has one of its readers, and takes those that are free besides. Returns the factor instead
    /// if a right credential was given meanwhile.
    ///
    /// - Parameter patience: the longest wait, besides the call's own allowance; then it throws `outwaited`.
    func take(_ session: inout ReaderSession, within patience: Duration? = nil) async throws(Interruption) -> Factor? {
        let call = session.call
        if let factor = call.answeredBy { return factor }
        if let interruption = call.interruption { throw interruption }
        call.beginWait(at: clock.now(), timers: timers)
        for reader in session.readers {
            upkeep.wanted(reader.id)
            _ = lanes.enter(call.id, of: call.ask.party, at: reader.id, session.place)
        }
        if hold(&session) { return nil }
        let limit = patience.map { timers.timer(after: $0) { [inbox = call.inbox] in inbox.post(.waitOver) } }
        defer { limit?.cancel() }
        // The daemon's own work is brief and is no request, so waiting for it is not reported.
        let others = calls.all.filter { other in
            other !== call && session.readers.contains { lanes.holds(other.id, at: $0.id) }
        }
        if !others.isEmpty {
            let holder = session.readers.lazy.compactMap { self.lanes.holder(of: $0.id) }.first
            session.template.ahead = others.first { $0.id == holder }.flatMap { calls.told($0, to: call) }
            session.hasQueued = true
            // A login waits for the finger's lifting instead (`Settling`).
            if !call.ask.comesFirst { session.quiet = ReaderSession.quietAfterPrompt }
            // A call that waited in line has already reported it.
            if call.progress?.event != .queued { calls.report(session.template, of: call) }
        }
        for reader in session.readers { share(reader.id) }
        while let event = await call.inbox.next() {
            switch event {
            case .turn: if hold(&session) { return nil }
            case .answered(let factor): return factor
            case .interrupted(let interruption): throw interruption
            case .waitOver: call.interrupt(.outwaited(.reader))
            case .placed, .scan, .finished, .deadline, .turnOver, .wanted, .unanswered, .spent, .quiet, .settled,
                .graceOver, .abandoned, .held, .promptChanged, .taken, .matchOver:
                break
            }
        }
        throw .cancelled(.client)
    }

    /// Notes the readers that the call has. If there are any, leaves the queues of the others.
    private func hold(_ session: inout ReaderSession) -> Bool {
        let id = session.call.id
        session.held = session.readers.filter { lanes.holder(of: $0.id) == id }
        guard !session.held.isEmpty else { return false }
        let held = session.held.map(\.id)
        for reader in session.others + [session.reader] where !held.contains(reader.id) {
            // Another call has it.
            leave(id, reader.id)
        }
        return true
    }

    /// Ends the call, and passes its readers and places to the next calls.
    func end(_ session: inout ReaderSession) {
        session.timers.cancel()
        calls.close(session.call)
        giveUp(&session)
    }

    /// Passes each reader, or the place in its queue, to the next call, once no operation of this call runs there.
    func giveUp(_ session: inout ReaderSession) {
        for reader in session.readers { depart(from: reader.id, &session) }
    }

    /// Leaves the readers that calls of other users want, but keeps one.
    func leaveToOthers(_ session: inout ReaderSession) {
        for reader in session.held where session.held.count > 1 && isWantedByOthers(reader.id) {
            depart(from: reader.id, &session)
        }
    }

    private func depart(from reader: ReaderID, _ session: inout ReaderSession) {
        session.held.removeAll { $0.id == reader }
        let departure = Departure(
            call: session.call.id, home: PrintHome(reader: reader, user: session.account.user.id),
            operation: session.leftBehind.removeValue(forKey: reader))
        if departure.operation == nil { finish(departure) } else { errands.run(.leave(departure)) }
    }

    /// No operation of the call runs at the reader any more. The reader's storage is looked at after its rest.
    func finish(_ departure: Departure) {
        let home = departure.home
        leave(departure.call, home.reader)
        guard upkeep.isToBeLookedAt(home), situations.readers[home.reader]?.capabilities.contains(.storageList) == true
        else { return }
        upkeep.wanted(home.reader)
        upkeep.look(at: home, afterRest: errands.run(.reconcile(home.reader), after: Self.rest))
    }

    /// Whether a login waits for one of the call's readers, or, if nobody touched them for the call or it is one beside
    /// a password, a newer call of an app of its party.
    func isToGiveWay(_ session: ReaderSession) -> Bool {
        !session.call.ask.comesFirst
            && session.held.contains { lanes.isFirstWanted($0.id) || newest(behind: session.call, at: $0.id) != nil }
    }

    /// The newest app's call of its party that waits for the reader behind a call that nobody answered, or one beside
    /// a password.
    private func newest(behind holder: WaitingCall, at reader: ReaderID) -> WaitingCall? {
        guard holder.isUnanswered || holder.ask.passwordPrompt != nil else { return nil }
        return calls.all.filter {
            $0.ask.party == holder.ask.party && $0.ask.isAppsOwn && $0.number > holder.number
                && lanes.holds($0.id, at: reader)
        }
        .max { $0.number < $1.number }
    }

    /// Gives the call's readers to a login or a newer call, and waits until the call has them again. After a login its
    /// time restarts, but not a turn that another user's call waits for; after a newer call, it has the rest of its time.
    /// No operation of the call may be running.
    ///
    /// - Returns: the factor, if a right credential was given meanwhile.
    func giveWay(_ session: inout ReaderSession) async throws(Interruption) -> Factor? {
        let call = session.call
        let isForLogin = session.held.contains { lanes.isFirstWanted($0.id) }
        session.timers.begin(
            withRest: isForLogin ? nil : call.userHasUntil.map { max($0 - clock.now().sinceBoot, .seconds(1)) })
        session.ready = []
        call.userHasUntil = nil
        session.template.ahead =
            isForLogin
            ? nil
            : session.held.lazy.compactMap { self.newest(behind: call, at: $0.id) }.first.flatMap {
                calls.told($0, to: call)
            }
        // Reported before the login's prompt appears, because the next touch is not for this call.
        session.template.event = .queued
        calls.report(session.template, of: call)
        call.turnLeft = call.turnEnds.map { max($0 - clock.now().sinceBoot, .zero) }
        call.turn = nil
        call.turnEnds = nil
        session.hasQueued = true
        session.quiet = ReaderSession.quietAfterPrompt
        session.place = isForLogin ? .again : .inTurn
        for reader in session.held where !isForLogin {
            if let newest = newest(behind: call, at: reader.id) {
                lanes.putFirst(newest.id, of: call.ask.party, at: reader.id)
            }
        }
        giveUp(&session)
        try await calls.awaitPlace(call)
        return try await take(&session)
    }

    // MARK: Logins

    /// Sets the session's place to that of a login, which depends on how much the user's logins delayed others.
    func placeLogin(_ session: inout ReaderSession) {
        session.place = lanes.place(
            ofLogin: session.call.ask.user, at: session.reader.id, budget: length * 2, now: clock.now())
    }

    /// A user's login has left the reader, or its place in the queue.
    func loginEnded(_ user: UserID, at reader: ReaderID) { lanes.loginEnded(user, at: reader, now: clock.now()) }

    /// Ends a login's round, before the login leaves the reader. Returns whether other calls wait; from then on it
    /// takes turns with them.
    func endRound(_ session: inout ReaderSession) -> Bool {
        let (call, reader) = (session.call, session.reader.id)
        let isWanted = !lanes.isFree(behind: call.id, at: reader)
        if isWanted { session.place = .inTurn }
        loginEnded(call.ask.user, at: reader)
        call.turn = nil
        return isWanted
    }

    // MARK: Work other than calls

    func nextTicket() -> RequestID { lanes.nextTicket() }

    /// A ticket for the daemon's own work; nil if the reader is used, wanted or kept open, because a touch comes first.
    func takeFree(_ reader: ReaderID) -> RequestID? { holds.has(reader) ? nil : lanes.takeFree(reader) }

    /// Waits until the reader is the ticket's, for a call that asks no user and cannot be ended meanwhile.
    func take(_ reader: ReaderID, _ ticket: RequestID, of user: UserID) async {
        upkeep.wanted(reader)
        if lanes.enter(ticket, of: user, at: reader) { return }
        share(reader)
        await turn(of: ticket, at: reader)
    }

    /// Takes the reader before all apps, for work of the face interface that asks for no finger. Returns whether the
    /// ticket has it within `patience`. The ticket must leave the reader in either case.
    func takeFirst(_ reader: ReaderID, _ ticket: RequestID, within patience: Duration) async -> Bool {
        upkeep.wanted(reader)
        if lanes.enter(ticket, of: .root, at: reader, .first) { return true }
        share(reader)
        let limit = errands.run(.stopWaiting(ticket), after: patience)
        await turn(of: ticket, at: reader)
        limit.cancel()
        return lanes.holder(of: reader) == ticket
    }

    /// Returns when the reader is the ticket's, or after `stopWaiting`.
    private func turn(of ticket: RequestID, at reader: ReaderID) async {
        await withCheckedContinuation { lanes.whenTurn(of: ticket, at: reader, $0) }
    }

    func stopWaiting(_ ticket: RequestID) { lanes.begin(ticket) }

    // MARK: Leaving and sharing

    /// The call or work leaves the reader, which passes to the next one.
    func leave(_ ticket: RequestID, _ reader: ReaderID) {
        let next = lanes.leave(ticket, at: reader)
        // Before the next turn begins, because that may have to end at once.
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

    /// Limits the turn of the call that has the reader while a call of another user waits: of a scan, and of an
    /// enrolment as a whole.
    ///
    /// A call that has other readers leaves this one at once, and so does an app's scan for a login. A touch that the
    /// other user's prompt asks for must not become a print of this user: an enrolment ends unless logind confirms that
    /// its user is in front of the machine.
    private func share(_ reader: ReaderID) {
        guard let holder = lanes.holder(of: reader).flatMap({ calls[$0] }) else { return }
        let held = holder.readers.filter { lanes.holder(of: $0) == holder.id }
        let wanted = held.filter(isWantedByOthers)
        if holder.ask.comesFirst, holder.ask.operation == .authenticate {
            lanes.login(of: holder.ask.user, at: reader, keepsWaiting: wanted.contains(reader), now: clock.now())
        }
        if wanted.count < held.count {
            for reader in wanted { holder.inbox.post(.wanted(reader)) }
            // By a newer call of the holder's own user.
            if !wanted.contains(reader), newest(behind: holder, at: reader) != nil {
                holder.inbox.post(.wanted(reader))
            }
        } else if holder.givesWay, lanes.isFirstWanted(reader) || newest(behind: holder, at: reader) != nil {
            return holder.inbox.post(.wanted(reader))
        }
        guard wanted.count == held.count else {
            holder.turn = nil
            holder.turnEnds = nil
            holder.turnLeft = nil
            return
        }
        if holder.ask.operation == .enroll, !holder.ask.isPermittedElsewhere, !situations.isAttended(holder.ask.caller)
        {
            holder.interrupt(.notInteractive)
        }
        guard holder.turn == nil else { return }
        let length = holder.turnLeft.take() ?? length
        holder.turn = timers.timer(after: length) { [inbox = holder.inbox] in inbox.post(.turnOver) }
        holder.turnEnds = clock.now().sinceBoot + length
        // The user now has less time than was reported.
        if holder.userHasUntil != nil { calls.announce(.changed, holder) }
    }

    /// Whether a call of another user waits for the reader. A login counts as another user.
    private func isWantedByOthers(_ reader: ReaderID) -> Bool {
        guard let holder = lanes.holder(of: reader).flatMap({ calls[$0] }) else { return false }
        return calls.all.contains {
            ($0.ask.party != holder.ask.party || $0.ask.comesFirst != holder.ask.comesFirst)
                && lanes.holds($0.id, at: reader)
        }
    }

    // MARK: Holds of the face interface

    /// Begins a hold. The pledge is fulfilled when the hold must end.
    func keep(_ reader: ReaderID, on connection: ConnectionID) -> Pledge<Void> { holds.begin(reader, on: connection) }

    /// Ends the holds of a connection; each then calls `letGo`.
    func endKeeping(on connection: ConnectionID) { holds.end(on: connection) }

    /// Ends a hold. Returns whether it was the reader's last; then the caller closes the reader and calls `closed`.
    func letGo(of reader: ReaderID, on connection: ConnectionID) -> Bool { holds.remove(reader, on: connection) }

    /// A reader that was kept open is closed.
    func closed(_ reader: ReaderID) { tidyUpIfFree(reader) }

    // MARK: Fingers still on a reader

    func wasJudged(_ reader: ReaderID, isLogins: Bool) {
        lanes.wasJudged(reader, .init(at: clock.now(), isLogins: isLogins))
    }

    func settled(_ reader: ReaderID) { lanes.settled(reader) }

    /// The last judged scan that may not have ended.
    func lastJudged(_ reader: ReaderID) -> ReaderLanes.Judged? { lanes.lastJudged(reader) }
}
