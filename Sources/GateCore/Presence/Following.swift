import GateModel
import GatePolicy
import GateSystem

/// Why a scan was ended before the reader judged it.
enum ScanEnding {
    case answered(Factor)
    case interrupted(Interruption)
    case timedOut
    /// A login, or a newer call of the user, gets the reader first.
    case gaveWay
    /// A finger was judged that was on the reader before the call's prompt.
    case early
    /// The user's calls have armed the reader for too long without a touch.
    case spent
    /// The reader did not get ready for a touch within the call's time for that.
    case unresponsive
}

/// The end of an arming, or of an enrolment's touch.
struct OperationEnd {
    let result: Result<SensorResult, SensorError>
    let reader: ReaderID
    let ending: ScanEnding?

    /// The end of an arming. A call that was ended stays ended, even if the reader then fails or does not respond.
    var judged: Result<ScanOutcome, SensorError> {
        switch result {
        case .success(.judged(let outcome)): .success(outcome)
        case .success(.enrolled): .failure(.faulted)
        case .failure(let error): .failure(ending == nil ? error : .cancelled)
        }
    }
}

/// Listens to the operations of one arming, or of an enrolment's touch, until one of them is judged, or all have ended.
///
/// After a finger was seen, a call that ends first waits a moment for the judgement: otherwise leaving would give a
/// free guess.
struct Following {
    /// The reports of the readers.
    private(set) var armed = ArmedScan()
    private var running: [OperationID: Task<Void, Never>]
    private var ending: ScanEnding?
    /// Whether a touch is a guess. An enrolment's touch is not.
    private let isGuess: Bool
    /// Readers with a finger that was there before the call's prompt.
    private var early: Set<ReaderID> = []
    /// The readers, and since when they have waited for a finger without one.
    private var waiting: (since: Duration, readers: Set<ReaderID>)?
    private let armedTime: ArmedTime
    private let calls: WaitingCalls
    private let turns: Turns
    private let situations: Situations
    private let clock: GateClock

    /// How long a cancelled login waits for the judgement of a finger that was seen. It is short because the next try
    /// waits for it; without a judgement the finger counts as a miss.
    private static let loginGrace: Duration = .seconds(1)

    init(
        _ running: [OperationID: Task<Void, Never>], isGuess: Bool, calls: WaitingCalls, turns: Turns,
        situations: Situations, armedTime: ArmedTime, clock: GateClock
    ) {
        self.armedTime = armedTime
        self.running = running
        self.isGuess = isGuess
        self.calls = calls
        self.turns = turns
        self.situations = situations
        self.clock = clock
    }

    /// - Parameter stagePassed: called after each good touch of an enrolment.
    mutating func run(
        _ session: inout ReaderSession, stagePassed: () async -> Void = {}
    ) async -> OperationEnd {
        session.timers.operationStarted()
        defer { countWait(for: session.call) }
        while let event = await session.call.inbox.next() {
            if let end = heard(event, &session) { return end }
            if case .scan(.stagePassed, _) = event { await stagePassed() }
        }
        // The inbox finishes only when the call is closed, which happens later.
        return withdrawn(&session)
    }

    /// The end of the operations, if the event brings it; otherwise nil.
    private mutating func heard(_ event: CallEvent, _ session: inout ReaderSession) -> OperationEnd? {
        switch event {
        case .turn, .promptChanged, .placed, .settled, .taken, .matchOver: break
        case .held:
            session.call.isUnanswered = false
            calls.held(session.call, session.timers.restart())
        // A withdrawn operation may still report.
        case .scan(_, let operation) where running[operation] == nil: break
        case .finished(_, let operation) where running[operation] == nil: break
        case .scan(.judged(let outcome), let operation):
            running[operation] = nil
            turns.wasJudged(operation.reader, isLogins: session.call.ask.comesFirst)
            withdraw(running, &session)
            touched(&session)
            if isGuess, session.quiet != nil {
                session.quiet = ReaderSession.quietAfterFinger
                return OperationEnd(
                    result: .failure(.cancelled), reader: operation.reader, ending: ending ?? .early)
            }
            return OperationEnd(result: .success(.judged(outcome)), reader: operation.reader, ending: ending)
        case .scan(let event, let operation): reported(event, at: operation.reader, &session)
        case .finished(let result, let operation): return finished(operation, result, &session)
        case .wanted(let reader): wanted(reader, &session)
        case .unanswered(let number):
            guard ending == nil, session.timers.isUnanswered(number) else { break }
            calls.becameUnanswered(session.call)
            limitWait(&session)
            giveWay(&session)
        case .spent:
            guard ending == nil, waiting != nil else { break }
            ending = .spent
            stop(&session)
        case .quiet: quiet(&session)
        case .graceOver: stop(&session)
        case .abandoned:
            // An enrolment that has begun must end first, or its print would stay on the chip.
            guard ending != nil, isGuess || !session.timers.isArmed else { break }
            return withdrawn(&session)
        case .waitOver:
            guard ending == nil, session.call.isWaiting else { break }
            ending = .unresponsive
            stop(&session)
        case .deadline(let limit) where !session.timers.isCurrent(limit): break
        case .deadline, .turnOver: end(session.timers.isArmed ? .timedOut : .unresponsive, &session)
        case .interrupted(let interruption): end(.interrupted(interruption), &session)
        case .answered(let factor):
            // The finger no longer matters.
            guard ending == nil else { break }
            ending = .answered(factor)
            stop(&session)
        }
        return nil
    }

    private mutating func reported(_ event: ScanEvent, at reader: ReaderID, _ session: inout ReaderSession) {
        let call = session.call
        wait(event, at: reader, &session)
        if isGuess, session.quiet != nil { return reportedEarly(event, at: reader, &session) }
        armed.reported(event, at: reader)
        if event == .waitingForFinger {
            call.endWait(at: clock.now())
            if !session.ready.contains(reader) { session.ready.append(reader) }
            calls.give(session.timers.touchWanted(), to: call)
            session.wanted.take()?()
        }
        if case .stagePassed(let stage, _) = event { session.template.stage = stage }
        guard ending == nil else { return }
        if event == .fingerLifted {
            session.lifted?()
            return
        }
        calls.report(session.progress(event, at: reader), of: call)
        // A login may have arrived while the finger was on the reader.
        if case .retry = event, running.count == 1 { giveWay(&session) }
    }

    /// An event before the call's prompt is shown.
    private mutating func reportedEarly(_ event: ScanEvent, at reader: ReaderID, _ session: inout ReaderSession) {
        switch event {
        case .waitingForFinger:
            if !session.ready.contains(reader) { session.ready.append(reader) }
            session.quiet.map { session.timers.startQuiet($0) }
        case .fingerPresent: early.insert(reader)
        case .retry: early.remove(reader)
        case .fingerLifted: session.lifted?()
        case .stagePassed, .judged: break
        }
    }

    /// The time before the prompt is over. A finger that is still there must be lifted first.
    private mutating func quiet(_ session: inout ReaderSession) {
        guard ending == nil, session.quiet != nil, let reader = session.ready.first else { return }
        guard early.isEmpty else {
            return calls.report(session.progress(.retry(.removeFinger), at: reader), of: session.call)
        }
        session.quiet = nil
        reported(.waitingForFinger, at: reader, &session)
    }

    /// Follows the time without a touch.
    private mutating func wait(_ event: ScanEvent, at reader: ReaderID, _ session: inout ReaderSession) {
        switch event {
        case .waitingForFinger:
            if waiting == nil {
                waiting = (clock.now().sinceBoot, [])
                limitWait(&session)
                if session.timers.isArmed { session.timers.awaitTouch() }
            }
            waiting?.readers.insert(reader)
        case .fingerPresent, .retry, .stagePassed, .judged: touched(&session)
        case .fingerLifted: break
        }
    }

    private mutating func touched(_ session: inout ReaderSession) {
        waiting = nil
        session.call.isUnanswered = false
        session.timers.touched()
    }

    private func limitWait(_ session: inout ReaderSession) {
        guard let waiting, let left = armedTime.left(to: session.call) else { return }
        session.timers.endArming(after: max(.zero, left - (clock.now().sinceBoot - waiting.since)))
    }

    private func countWait(for call: WaitingCall) {
        if let waiting { armedTime.add(since: waiting.since, at: waiting.readers, for: call) }
    }

    private mutating func finished(
        _ operation: OperationID, _ result: Result<SensorResult, SensorError>, _ session: inout ReaderSession
    ) -> OperationEnd? {
        running[operation] = nil
        session.ready.removeAll { $0 == operation.reader }
        // Before the caller hears of a fault or a missing reader, the list of readers must show it.
        if case .failure(let error) = result {
            situations.refreshReaders()
            if !running.isEmpty {
                armed.failed(error, at: operation.reader)
                if case .overheated(let time) = error { situations.overheated(operation.reader, for: time) }
                return nil
            }
        }
        return OperationEnd(result: result, reader: operation.reader, ending: ending)
    }

    /// A call of another user, a login, or a newer call of the user wants the reader.
    private mutating func wanted(_ reader: ReaderID, _ session: inout ReaderSession) {
        guard ending == nil, !armed.wasFingerSeen(at: reader) else { return }
        if isGuess, running.count == 1 || session.call.isUnanswered { giveWay(&session) }
        guard running.count > 1, ending == nil else { return }
        guard let operation = running.keys.first(where: { $0.reader == reader }) else { return }
        session.ready.removeAll { $0 == reader }
        if let task = running.removeValue(forKey: operation) { withdraw([operation: task], &session) }
        turns.leaveToOthers(&session)
    }

    private mutating func giveWay(_ session: inout ReaderSession) {
        guard turns.isToGiveWay(session) else { return }
        ending = .gaveWay
        stop(&session)
    }

    private mutating func end(_ reason: ScanEnding, _ session: inout ReaderSession) {
        guard ending == nil else { return }
        ending = reason
        if isGuess, armed.mustAwaitJudgement {
            session.timers.startGrace(session.call.ask.comesFirst ? Self.loginGrace : PolicyLimits.judgementGrace)
        } else {
            stop(&session)
        }
    }

    /// Cancels the operations, and waits at most a second for their end.
    private func stop(_ session: inout ReaderSession) {
        for operation in running.values { operation.cancel() }
        session.timers.startFarewell()
    }

    private func withdrawn(_ session: inout ReaderSession) -> OperationEnd {
        withdraw(running, &session)
        return OperationEnd(result: .failure(.cancelled), reader: session.reader.id, ending: ending)
    }

    /// Cancels the operations and goes on. Their readers are free once they have ended.
    private func withdraw(_ operations: [OperationID: Task<Void, Never>], _ session: inout ReaderSession) {
        for (id, operation) in operations {
            operation.cancel()
            session.leftBehind[id.reader] = operation
        }
    }
}
