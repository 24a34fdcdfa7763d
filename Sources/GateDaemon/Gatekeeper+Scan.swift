import GateKeystore
import GateModel
import GatePolicy
import GateSystem

/// Why a scan was ended before the reader judged it.
enum ScanEnding {
    case answered(Factor)
    case interrupted(Interruption)
    case timedOut
    /// The reader did not get ready for a touch in the time that the call had for that.
    case unresponsive
}

/// How one arming of the reader went.
struct ScanRun {
    let end: ArmedScan.End
    /// Nil where the reader ended it.
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
    /// Arms the reader once and waits for its judgement; settles the arming before it returns.
    ///
    /// - Parameter expected: the print that a reader which can only verify is asked for.
    func runScan(
        _ session: inout ReaderSession, for gallery: [GalleryPrint], expecting expected: GalleryPrint?
    ) async throws(GateError) -> ScanRun {
        let (request, reader, account) = (session.request, session.reader, session.account)
        // The disk writes it while the reader opens; the reader wants a finger only once it is there.
        let arming = try arm(account)
        lateWork.scanArmed()
        defer { lateWork.scanSettled() }
        var armed = ArmedScan()
        let (sensor, inbox) = (sensor, request.inbox)
        let operation = operation(inbox) { () async throws(SensorError) -> Template? in
            let mayArm: @Sendable () async -> Bool = { await arming.value().isWritten }
            let report: @Sendable (ScanEvent) -> Void = { inbox.post(.scan($0)) }
            if let expected {
                _ = try await sensor.verify(expected, on: reader.id, once: mayArm, report: report)
            } else {
                _ = try await sensor.identify(gallery, on: reader.id, once: mayArm, report: report)
            }
            return nil
        }
        let (result, ending) = await follow(&session, operation, &armed)
        let ticket: ScanTicket
        switch await arming.value() {
        case .written(let written): ticket = written
        case .refused(let error): throw audit.refused(error)
        }
        let end: ArmedScan.End =
            switch result {
            case .success(.judged(let outcome)): .judged(outcome)
            case .success(.enrolled): .failed(.faulted)
            case .failure(.cancelled): .withdrawn
            // A call that was ended has ended, also where the reader then fails, or does not answer.
            case .failure(let error): ending == nil ? .failed(error) : .withdrawn
            }
        // A right PIN or password clears all misses; the finger that it was quicker than is not one after it.
        let settlement: ArmedScan.Settlement =
            if case .answered = ending, end == .withdrawn { .dropped } else { armed.ended(end) }
        try await settle(settlement, ticket, account, of: request.ask.caller.life)
        return ScanRun(end: end, ending: ending)
    }

    /// Runs a sensor operation on its own, so that the call can go on listening; its result comes as an event, and a
    /// scan's outcome as the one that the sensor reports, which is there sooner.
    func operation(
        _ inbox: Inbox<RequestEvent>,
        _ body: @escaping @Sendable () async throws(SensorError) -> Template?
    ) -> Task<Void, Never> {
        Task.immediate(executorPreference: tasks) {
            // A task is on the actor only where it captures that.
            _ = self
            do throws(SensorError) {
                if let template = try await body() { inbox.post(.finished(.success(.enrolled(template)))) }
            } catch {
                inbox.post(.finished(.failure(error)))
            }
        }
    }

    /// Listens until the operation has ended. Whoever ends it after a finger was seen waits for the reader's judgement
    /// for a moment: leaving is no free look. An enrolment (`isGuess` false) has nothing to look at.
    func follow(
        _ session: inout ReaderSession, _ operation: Task<Void, Never>, _ armed: inout ArmedScan, isGuess: Bool = true
    ) async -> (Result<SensorResult, SensorError>, ScanEnding?) {
        var ending: ScanEnding?
        let request = session.request
        session.timers.operationStarted()
        while let event = await request.inbox.next() {
            switch event {
            case .turn, .promptChanged, .placed: break
            case .held: hold(request, session.timers.restart())
            case .scan(.judged(let outcome)): return (.success(.judged(outcome)), ending)
            case .scan(let event):
                armed.reported(event)
                if event == .waitingForFinger {
                    request.endWait(at: clock.now())
                    give(session.timers.touchWanted(), to: request)
                }
                if case .stagePassed(let stage, _) = event { session.template.stage = stage }
                if ending == nil { report(session.template.with(event), of: request) }
                if case .stagePassed = event { await noteUnfinishedPrint(of: request, on: session.reader.id) }
            case .finished(let result):
                // Who is told of a fault, or of a reader that is gone, finds the list of readers so.
                if case .failure = result { refreshReaders() }
                return (result, ending)
            case .graceOver: stop(operation, &session.timers)
            case .abandoned:
                // The print of an enrolment that was touched for has to be waited for, or it would stay on the chip.
                guard ending != nil, isGuess || !session.timers.isArmed else { break }
                session.leftBehind = operation
                return (.failure(.cancelled), ending)
            case .waitOver:
                guard ending == nil, request.isWaiting else { break }
                ending = .unresponsive
                stop(operation, &session.timers)
            case .deadline(let limit) where !session.timers.isCurrent(limit): break
            case .deadline, .turnOver:
                guard ending == nil else { break }
                ending = session.timers.isArmed ? .timedOut : .unresponsive
                endEarly(operation, awaiting: isGuess && armed.mustAwaitJudgement, &session.timers)
            case .interrupted(let interruption):
                guard ending == nil else { break }
                ending = .interrupted(interruption)
                endEarly(operation, awaiting: isGuess && armed.mustAwaitJudgement, &session.timers)
            case .answered(let factor):
                guard ending == nil else { break }
                ending = .answered(factor)
                stop(operation, &session.timers)
            }
        }
        // The inbox is finished only when the request is closed, which happens after this.
        operation.cancel()
        return (.failure(.cancelled), ending)
    }

    private func endEarly(_ operation: Task<Void, Never>, awaiting: Bool, _ timers: inout ScanTimers) {
        if awaiting {
            timers.startGrace()
        } else {
            stop(operation, &timers)
        }
    }

    /// Cancels the operation; one that does not end is not waited for.
    private func stop(_ operation: Task<Void, Never>, _ timers: inout ScanTimers) {
        operation.cancel()
        timers.startFarewell()
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
                arming.fulfil(.written(try await pendingScans.arm(account.user.id)))
            } catch {
                arming.fulfil(.refused(error))
            }
        }
        return arming
    }

    /// A miss is on disk before the client hears of it; a dropped record may go later.
    private func settle(
        _ settlement: ArmedScan.Settlement, _ ticket: ScanTicket, _ account: Account, of call: CallLife
    ) async throws(GateError) {
        switch settlement {
        case .dropped:
            // A match is not to wait for the disk.
            doLater(.forget([ticket], account), behind: call)
        case .miss:
            account.policy.scanMissed(at: clock.now())
            do throws(GateError) {
                try await save(account, isSetback: true)
            } catch {
                // The record is what is left of the miss on disk.
                account.leftoverScans.insert(ticket)
                throw error
            }
            // Before the answer: a crash behind it would count the miss a second time.
            await forget([ticket], of: account)
        }
    }

    /// Drops the records of scans that were none of a miss, or whose misses are on disk with the policy.
    func forget(_ tickets: [ScanTicket], of account: Account) async {
        guard !tickets.isEmpty else { return }
        do throws(KeystoreError) {
            try await pendingScans.settle(tickets)
        } catch {
            // Until the policy is saved again, they count as misses at the next start: too many, never too few.
            account.leftoverScans.formUnion(tickets)
            audit.failedLater("settling a scan")
        }
    }

    /// Drops the records of all scans of a user who is being reset: left behind, they would count against whoever begins
    /// anew. Throws `storageFailed`.
    func forgetScans(of user: UserID) async throws(GateError) {
        do throws(KeystoreError) {
            try await pendingScans.forget(user)
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
        case .judged: break
        }
        return progress
    }
}
