import GateModel
@_spi(Evidence) import GatePolicy
import GateSystem
import GateVault

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

/// Arms readers for a call, once: from the pending record on disk to the judgement that is counted.
///
/// It lives on the Gatekeeper's loop.
final class Scans {
    private let operations: SensorOperations
    private let ledger: Ledger
    private let records: Records
    private let calls: WaitingCalls
    private let turns: Turns
    private let situations: Situations
    private let limits: PolicyLimits
    private let clock: GateClock
    private let audit: Audit

    init(
        operations: SensorOperations, ledger: Ledger, records: Records, calls: WaitingCalls, turns: Turns,
        situations: Situations, limits: PolicyLimits, clock: GateClock, audit: Audit
    ) {
        self.operations = operations
        self.ledger = ledger
        self.records = records
        self.calls = calls
        self.turns = turns
        self.situations = situations
        self.limits = limits
        self.clock = clock
        self.audit = audit
    }

    /// Arms the readers once and waits for the first judgement; settles the arming before it returns.
    func run(
        _ session: inout ReaderSession, for sought: [SoughtFinger]
    ) async throws(GateError) -> ScanRun {
        let (request, account) = (session.request, session.account)
        // Its record would come behind a reset's forgetting of all others.
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        // The disk writes it while the readers open; they want a finger only once it is there.
        let arming = operations.arm(account.user.id)
        ledger.scanBegins()
        defer { ledger.scanEnded() }
        session.ready = []
        var running: [OperationID: Task<Void, Never>] = [:]
        for finger in sought {
            session.expected[finger.reader.id] = finger.expected?.finger
            let id = request.nextOperation(at: finger.reader.id)
            let before = session.leftBehind.removeValue(forKey: finger.reader.id)
            running[id] = operations.scan(finger, as: id, request.inbox, behind: before, once: arming)
        }
        var following = following(running, isGuess: true)
        let ended = await following.run(&session)
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
        let misses = isAnswered && end == .withdrawn ? 0 : following.armed.misses(end, at: ended.reader)
        try await records.settle(
            ticket, misses: misses, of: account, at: clock.now(), behind: request.ask.caller.life)
        if misses > 0 { noteLoginLockout(of: account, by: request.ask.caller) }
        return ScanRun(end, at: ended.reader, ending: ended.ending)
    }

    /// Listens to operations that were begun: to a scan's, or to an enrolment's, which guesses nothing.
    func following(_ running: [OperationID: Task<Void, Never>], isGuess: Bool) -> Following {
        Following(running, isGuess: isGuess, calls: calls, turns: turns, situations: situations, clock: clock)
    }

    /// Where the miss that was counted last locks the user's fingers at logins: tells the journal, and ends the asking for a
    /// finger at other readers.
    private func noteLoginLockout(of account: Account, by caller: Caller) {
        guard situations.isFaceServed, let lockout = account.policy.loginLockout(limits, at: clock.now()) else {
            return
        }
        audit.loginsLocked(caller, account.user.id, lockout)
        for request in calls.all where request.ask.isForFace && request.ask.user == account.user.id {
            // An enrolment asks for no guess.
            if request.ask.operation == .authenticate { request.inbox.post(.turnOver) }
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
