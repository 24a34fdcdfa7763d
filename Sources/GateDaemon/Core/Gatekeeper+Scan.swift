import GateModel
@_spi(Evidence) import GatePolicy
import GateSystem
import GateVault

/// Why a scan was ended before the reader judged it.
enum ScanEnding {
    case answered(Factor)
    case interrupted(Interruption)
    case timedOut
    /// Somebody who is being logged in has the reader first.
    case gaveWay
    /// The reader did not get ready for a touch in the time that the call had for that.
    case unresponsive
}

/// How one arming went.
struct ScanRun: ~Copyable {
    private let end: ScanEnd
    /// The reader that ended it.
    let reader: ReaderID
    /// Nil where the reader ended it.
    let ending: ScanEnding?

    fileprivate init(_ end: ArmedScan.End, at reader: ReaderID, ending: ScanEnding?) {
        self.end =
            switch end {
            case .judged(let outcome): .judged(Judgement(outcome))
            case .withdrawn: .withdrawn
            case .failed(let error): .failed(error)
            }
        self.reader = reader
        self.ending = ending
    }

    /// What was judged; nil where nothing was.
    var outcome: ScanOutcome? {
        switch end {
        case .judged(let judgement): judgement.outcome
        case .withdrawn: nil
        case .failed: nil
        }
    }

    consuming func takeEnd() -> ScanEnd { end }
}

/// As `ArmedScan.End`, with the one judgement that the policy may grant upon.
enum ScanEnd: ~Copyable {
    case judged(Judgement)
    case withdrawn
    case failed(SensorError)
}

/// The prints that one reader compares a finger with.
struct SoughtFinger {
    let reader: Reader
    let gallery: [GalleryPrint]
    /// The print that a reader which can only verify is asked for.
    let expected: GalleryPrint?
}

/// How the operations of an arming, or of an enrolment's touches, ended.
struct OperationEnd {
    let result: Result<SensorResult, SensorError>
    let reader: ReaderID
    let ending: ScanEnding?
}

/// What the disk said of a scan that was to be armed.
private enum Arming {
    case written(ScanTicket)
    case refused(KeystoreError)

    var isWritten: Bool {
        switch self {
        case .written: true
        case .refused: false
        }
    }
}

extension Gatekeeper {
    /// Arms the readers once and waits for the first judgement; settles the arming before it returns.
    func runScan(
        _ session: inout ReaderSession, for sought: [SoughtFinger]
    ) async throws(GateError) -> ScanRun {
        let (request, account) = (session.request, session.account)
        // The disk writes it while the readers open; they want a finger only once it is there.
        let arming = try arm(account)
        ledger.scanBegins()
        defer { ledger.scanEnded() }
        var armed = ArmedScan()
        session.ready = []
        var operations: [OperationID: Task<Void, Never>] = [:]
        for finger in sought {
            session.expected[finger.reader.id] = finger.expected?.finger
            let id = request.nextOperation(at: finger.reader.id)
            let before = session.leftBehind.removeValue(forKey: finger.reader.id)
            operations[id] = scan(finger, as: id, for: request, behind: before, once: arming)
        }
        let ended = await follow(&session, operations, &armed)
        let ticket: ScanTicket
        switch await arming.value() {
        case .written(let written): ticket = written
        case .refused(let error): throw audit.refused(error)
        }
        let end: ArmedScan.End =
            switch ended.result {
            case .success(.judged(let outcome)): .judged(outcome)
            case .success(.enrolled): .failed(.faulted)
            case .failure(.cancelled): .withdrawn
            // A call that was ended has ended, also where the reader then fails, or does not answer.
            case .failure(let error): ended.ending == nil ? .failed(error) : .withdrawn
            }
        // A right PIN or password clears all misses; the finger that it was quicker than is not one after it.
        let isAnswered = if case .answered = ended.ending { true } else { false }
        let misses = isAnswered && end == .withdrawn ? 0 : armed.misses(end, at: ended.reader)
        try await settle(misses, ticket, account, of: request.ask.caller.life)
        if misses > 0 { noteLoginLockout(of: account, by: request.ask.caller) }
        return ScanRun(end, at: ended.reader, ending: ended.ending)
    }

    private func scan(
        _ finger: SoughtFinger, as id: OperationID, for request: WaitingRequest, behind before: Task<Void, Never>?,
        once arming: Pledge<Arming>
    ) -> Task<Void, Never> {
        let (sensor, inbox) = (sensor, request.inbox)
        return operation(id, inbox) { () async throws(SensorError) -> Template? in
            await before?.value
            let mayArm: @Sendable () async -> Bool = { await arming.value().isWritten }
            let report: @Sendable (ScanEvent) -> Void = { inbox.post(.scan($0, id)) }
            if let expected = finger.expected {
                _ = try await sensor.verify(expected, on: id.reader, once: mayArm, report: report)
            } else {
                _ = try await sensor.identify(finger.gallery, on: id.reader, once: mayArm, report: report)
            }
            return nil
        }
    }

    /// Runs a sensor operation on its own, so that the call can go on listening; its result comes as an event, and a
    /// scan's outcome as the one that the sensor reports, which is there sooner.
    func operation(
        _ id: OperationID, _ inbox: Inbox<RequestEvent>,
        _ body: @escaping @Sendable () async throws(SensorError) -> Template?
    ) -> Task<Void, Never> {
        Task.immediate(executorPreference: tasks) {
            // A task is on the actor only where it captures that.
            _ = self
            do throws(SensorError) {
                if let template = try await body() { inbox.post(.finished(.success(.enrolled(template)), id)) }
            } catch {
                inbox.post(.finished(.failure(error), id))
            }
        }
    }

    /// Listens until one of the operations was judged, or all have ended. A call that ends after a finger was seen waits for
    /// the reader's judgement for a moment: leaving is no free look. An enrolment (`isGuess` false) has nothing to look at.
    func follow(
        _ session: inout ReaderSession, _ operations: [OperationID: Task<Void, Never>], _ armed: inout ArmedScan,
        isGuess: Bool = true
    ) async -> OperationEnd {
        var ending: ScanEnding?
        var running = operations
        let request = session.request
        session.timers.operationStarted()
        while let event = await request.inbox.next() {
            switch event {
            case .turn, .promptChanged, .placed, .settled: break
            case .held: calls.held(request, session.timers.restart())
            // An operation that was withdrawn may still say something.
            case .scan(_, let operation) where running[operation] == nil: break
            case .finished(_, let operation) where running[operation] == nil: break
            case .scan(.judged(let outcome), let operation):
                running[operation] = nil
                turns.wasJudged(operation.reader, isLogins: request.ask.isForFace)
                withdraw(running, &session)
                return OperationEnd(result: .success(.judged(outcome)), reader: operation.reader, ending: ending)
            case .scan(let event, let operation):
                armed.reported(event, at: operation.reader)
                if event == .waitingForFinger {
                    request.endWait(at: clock.now())
                    if !session.ready.contains(operation.reader) { session.ready.append(operation.reader) }
                    calls.give(session.timers.touchWanted(), to: request)
                    session.wanted.take()?()
                }
                if case .stagePassed(let stage, _) = event { session.template.stage = stage }
                guard event != .fingerLifted else {
                    if ending == nil { session.lifted?() }
                    break
                }
                if ending == nil { calls.report(session.progress(event, at: operation.reader), of: request) }
                if case .stagePassed = event { await noteUnfinishedPrint(of: request, on: operation.reader) }
                // One that was asked for while a finger lay there.
                if case .retry = event, ending == nil, running.count == 1, turns.isToGiveWay(session) {
                    ending = .gaveWay
                    stop(running, &session.timers)
                }
            case .finished(let result, let operation):
                running[operation] = nil
                session.ready.removeAll { $0 == operation.reader }
                // A caller who is told of a fault, or of a reader that is gone, finds the list of readers so.
                if case .failure(let error) = result {
                    situations.refreshReaders()
                    if !running.isEmpty {
                        armed.failed(error, at: operation.reader)
                        if case .overheated(let time) = error { situations.overheated(operation.reader, for: time) }
                        break
                    }
                }
                return OperationEnd(result: result, reader: operation.reader, ending: ending)
            case .wanted(let reader):
                if ending == nil, isGuess, running.count == 1, !armed.wasFingerSeen(at: reader),
                    turns.isToGiveWay(session)
                {
                    ending = .gaveWay
                    stop(running, &session.timers)
                    break
                }
                guard ending == nil, running.count > 1, !armed.wasFingerSeen(at: reader),
                    let operation = running.keys.first(where: { $0.reader == reader })
                else { break }
                session.ready.removeAll { $0 == reader }
                if let task = running.removeValue(forKey: operation) { withdraw([operation: task], &session) }
                leaveWanted(&session)
            case .graceOver: stop(running, &session.timers)
            case .abandoned:
                // The print of an enrolment that was touched for has to be waited for, or it would stay on the chip.
                guard ending != nil, isGuess || !session.timers.isArmed else { break }
                withdraw(running, &session)
                return OperationEnd(result: .failure(.cancelled), reader: session.reader.id, ending: ending)
            case .waitOver:
                guard ending == nil, request.isWaiting else { break }
                ending = .unresponsive
                stop(running, &session.timers)
            case .deadline(let limit) where !session.timers.isCurrent(limit): break
            case .deadline, .turnOver:
                guard ending == nil else { break }
                ending = session.timers.isArmed ? .timedOut : .unresponsive
                endEarly(
                    running, awaiting: isGuess && armed.mustAwaitJudgement, isForFace: request.ask.isForFace,
                    &session.timers)
            case .interrupted(let interruption):
                guard ending == nil else { break }
                ending = .interrupted(interruption)
                endEarly(
                    running, awaiting: isGuess && armed.mustAwaitJudgement, isForFace: request.ask.isForFace,
                    &session.timers)
            case .answered(let factor):
                guard ending == nil else { break }
                ending = .answered(factor)
                stop(running, &session.timers)
            }
        }
        // The inbox is finished only when the request is closed, which happens after this.
        withdraw(running, &session)
        return OperationEnd(result: .failure(.cancelled), reader: session.reader.id, ending: ending)
    }

    /// A login's next try waits for it, and a finger that was seen counts as a miss without the judgement.
    private func endEarly(
        _ operations: [OperationID: Task<Void, Never>], awaiting: Bool, isForFace: Bool, _ timers: inout ScanTimers
    ) {
        if awaiting {
            timers.startGrace(isForFace ? Self.loginPatience : PolicyLimits.judgementGrace)
        } else {
            stop(operations, &timers)
        }
    }

    /// Cancels the operations; one that does not end is not waited for.
    private func stop(_ operations: [OperationID: Task<Void, Never>], _ timers: inout ScanTimers) {
        for operation in operations.values { operation.cancel() }
        timers.startFarewell()
    }

    /// Cancels the operations and goes on without them: their readers are free once they have ended.
    private func withdraw(_ operations: [OperationID: Task<Void, Never>], _ session: inout ReaderSession) {
        for (id, operation) in operations {
            operation.cancel()
            session.leftBehind[id.reader] = operation
        }
    }

    /// A reader that did not get ready: it was in use before, or it does not answer.
    func unresponsive(_ session: ReaderSession, fallbacks: [Factor]) -> GateError {
        session.hasQueued
            ? .timedOut(waitedFor: .reader, fallbacks: fallbacks)
            : .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
    }

    // MARK: Pending scans

    /// Writes that a scan is armed: nothing has to be written between the touch and the answer.
    private func arm(_ account: Account) throws(GateError) -> Pledge<Arming> {
        // Its record would come behind a reset's forgetting of all others.
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        let arming = Pledge<Arming>()
        Task.immediate(executorPreference: tasks) {
            do throws(KeystoreError) {
                arming.fulfil(.written(try await ledger.arm(account.user.id)))
            } catch {
                arming.fulfil(.refused(error))
            }
        }
        return arming
    }

    /// See `Ledger.settle`.
    private func settle(
        _ misses: Int, _ ticket: ScanTicket, _ account: Account, of call: CallLife
    ) async throws(GateError) {
        if misses > 0, !account.isErased { calls.changed(account) }
        do throws(LedgerError) {
            try await ledger.settle(ticket, misses: misses, of: account.entry, at: clock.now(), behind: call)
        } catch {
            throw refusal(error)
        }
    }

    /// See `Ledger.forgetScans`. Throws `storageFailed`.
    func forgetScans(of user: UserID) async throws(GateError) {
        do throws(KeystoreError) {
            try await ledger.forgetScans(of: user)
        } catch {
            throw audit.refused(error)
        }
    }
}

extension Progress {
    /// This progress, told of an event of the reader.
    func with(_ event: ScanEvent) -> Progress {
        var progress = self
        switch event {
        case .waitingForFinger: progress.event = .waitingForFinger
        case .fingerPresent: progress.event = .fingerPresent
        case .retry(let hint):
            progress.event = .retry
            progress.hint = hint
        case .stagePassed(let stage, let stages):
            progress.event = .stagePassed
            progress.stage = stage
            progress.stages = stages
        // What the policy makes of it is told.
        case .judged, .fingerLifted: break
        }
        return progress
    }
}
