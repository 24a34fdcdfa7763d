import GateKeystore
import GateModel
import GatePolicy

/// Why a scan was ended before the reader judged it.
enum ScanEnding {
    case answered(Factor)
    case interrupted(Interruption)
    case timedOut
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
    func runScan(
        _ request: WaitingRequest, on reader: Reader, _ gallery: [GalleryPrint], _ expected: GalleryPrint?,
        _ template: Progress, _ account: Account, _ timers: inout ScanTimers,
        _ events: inout AsyncStream<RequestEvent>.Iterator
    ) async throws(GateError) -> ScanRun {
        // The disk writes it while the reader opens; the reader wants a finger only once it is there.
        let arming = try arm(account)
        var armed = ArmedScan()
        let (sensor, inbox) = (sensor, request.inbox)
        let operation = operation(inbox) { () async throws(SensorError) -> Template? in
            let mayArm: @Sendable () async -> Bool = { await arming.value.isWritten }
            let report: @Sendable (ScanEvent) -> Void = { inbox.yield(.scan($0)) }
            if let expected {
                _ = try await sensor.verify(expected, on: reader.id, once: mayArm, report: report)
            } else {
                _ = try await sensor.identify(gallery, on: reader.id, once: mayArm, report: report)
            }
            return nil
        }
        let (result, ending) = await follow(request, operation, &armed, &timers, template, &events)
        let ticket: ScanTicket
        switch await arming.value {
        case .written(let written): ticket = written
        case .refused(let error):
            settled()
            throw audit.refused(error)
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
    nonisolated func operation(
        _ inbox: AsyncStream<RequestEvent>.Continuation,
        _ body: @escaping @Sendable () async throws(SensorError) -> Template?
    ) -> Task<Void, Never> {
        Task.immediateDetached {
            do throws(SensorError) {
                if let template = try await body() { inbox.yield(.finished(.success(.enrolled(template)))) }
            } catch {
                inbox.yield(.finished(.failure(error)))
            }
        }
    }

    /// Listens until the operation has ended. Whoever ends it after a finger was seen waits for the reader's judgement
    /// for a moment: leaving is no free look. An enrolment (`isGuess` false) has nothing to look at.
    func follow(
        _ request: WaitingRequest, _ operation: Task<Void, Never>, _ armed: inout ArmedScan,
        _ timers: inout ScanTimers, _ template: Progress, isGuess: Bool = true,
        _ events: inout AsyncStream<RequestEvent>.Iterator
    ) async -> (Result<SensorResult, SensorError>, ScanEnding?) {
        var ending: ScanEnding?
        var template = template
        timers.operationStarted()
        while let event = await events.next(isolation: self) {
            switch event {
            case .turn: break
            case .scan(.judged(let outcome)): return (.success(.judged(outcome)), ending)
            case .scan(let event):
                armed.reported(event)
                if event == .waitingForFinger { timers.touchWanted() }
                if case .stagePassed(let stage, _) = event { template.stage = stage }
                if ending == nil { report(template.with(event), of: request) }
                if case .stagePassed = event { await noteUnfinishedPrint(of: request, on: template.reader) }
            case .finished(let result):
                // Who is told of a fault, or of a reader that is gone, finds the list of readers so.
                if case .failure = result { refreshReaders() }
                return (result, ending)
            case .graceOver: operation.cancel()
            case .deadline(let limit) where !timers.isCurrent(limit): break
            case .deadline, .turnOver:
                guard ending == nil else { break }
                ending = .timedOut
                endEarly(operation, awaiting: isGuess && armed.mustAwaitJudgement, timers)
            case .interrupted(let interruption):
                guard ending == nil else { break }
                ending = .interrupted(interruption)
                endEarly(operation, awaiting: isGuess && armed.mustAwaitJudgement, timers)
            case .answered(let factor):
                guard ending == nil else { break }
                ending = .answered(factor)
                operation.cancel()
            }
        }
        // The inbox is finished only when the request is closed, which happens after this.
        operation.cancel()
        return (.failure(.cancelled), ending)
    }

    private func endEarly(_ operation: Task<Void, Never>, awaiting: Bool, _ timers: ScanTimers) {
        if awaiting {
            timers.startGrace()
        } else {
            operation.cancel()
        }
    }

    // MARK: Pending scans

    /// Writes that a scan is armed: nothing has to be written between the touch and the answer.
    private func arm(_ account: Account) throws(GateError) -> Task<Arming, Never> {
        // Its record would come behind a reset's forgetting of all others.
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        unsettled += 1
        return Self.arming(account.user.id, in: pendingScans)
    }

    /// Begins where it is called: the disk is asked without another thread in between.
    private static func arming(_ user: UserID, in pendingScans: any ScanLedger) -> Task<Arming, Never> {
        Task.immediateDetached {
            do throws(KeystoreError) {
                return .written(try await pendingScans.arm(user))
            } catch {
                return .refused(error)
            }
        }
    }

    /// A miss is on disk before the client hears of it; a dropped record may go later.
    private func settle(
        _ settlement: ArmedScan.Settlement, _ ticket: ScanTicket, _ account: Account, of call: CallLife
    ) async throws(GateError) {
        switch settlement {
        case .dropped:
            // A match is not to wait for the disk, nor for a processor.
            Task.immediate {
                await call.unhurried()
                await forget(ticket, of: account)
                settled()
            }
        case .miss:
            defer { settled() }
            account.policy.scanMissed(at: clock.now())
            do throws(GateError) {
                try await save(account, isSetback: true)
            } catch {
                // The record is what is left of the miss on disk.
                account.leftoverScans.insert(ticket)
                throw error
            }
            // Before the answer: a crash behind it would count the miss a second time.
            await forget(ticket, of: account)
        }
    }

    /// Drops the record of a scan that was none of a miss, or whose miss is on disk with the policy.
    func forget(_ ticket: ScanTicket, of account: Account) async {
        do throws(KeystoreError) {
            try await pendingScans.settle(ticket)
        } catch {
            // Until the policy is saved again, it counts as a miss at the next start: too many, never too few.
            account.leftoverScans.insert(ticket)
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

    func settled() {
        unsettled -= 1
        guard unsettled == 0 else { return }
        for waiter in whenSettled { waiter.resume() }
        whenSettled = []
    }

    /// Returns when no scan is armed, and all that came of scans and answers is written: an end before that would count
    /// as a miss.
    func allSettled() async {
        guard unsettled > 0 else { return }
        await withCheckedContinuation { whenSettled.append($0) }
    }
}

/// The time limits of one operation.
struct ScanTimers {
    let inbox: AsyncStream<RequestEvent>.Continuation
    let limit: Duration
    /// In enrolment the limit holds for each touch, else for the whole call.
    let isPerTouch: Bool
    private var isArmed = false
    private let deadlines: Deadlines
    private var deadline: Deadlines.Limit?

    /// How long opening a reader may take on top of the limit, before it counts as waiting.
    private static let opening: Duration = .seconds(10)

    init(
        inbox: AsyncStream<RequestEvent>.Continuation, limit: Duration, isPerTouch: Bool, deadlines: Deadlines
    ) {
        self.deadlines = deadlines
        self.inbox = inbox
        self.limit = limit
        self.isPerTouch = isPerTouch
    }

    mutating func operationStarted() {
        guard !isArmed else { return }
        start(limit + Self.opening)
    }

    mutating func touchWanted() {
        guard isPerTouch || !isArmed else { return }
        isArmed = true
        start(limit)
    }

    func isCurrent(_ limit: Deadlines.Limit.ID) -> Bool { limit == deadline?.id }

    /// The judgement of a finger that was seen may still come, for a moment.
    func startGrace() {
        let inbox = inbox
        Task.detached {
            // Nothing cancels this sleep; firing after the operation's end finds nobody listening.
            try? await Task.sleep(for: PolicyLimits.judgementGrace)
            inbox.yield(.graceOver)
        }
    }

    mutating func cancel() {
        deadline = nil
    }

    private mutating func start(_ length: Duration) {
        // Falling asleep ends the call, so no limit spans a sleep.
        deadline = deadlines.limit(length) { [inbox] in inbox.yield(.deadline($0)) }
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
