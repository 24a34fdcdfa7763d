import GateModel
@_spi(Evidence) import GatePolicy
import GateSystem
import GateVault

/// The end of one arming, with the judgement that the policy can grant on.
enum ScanEnd: ~Copyable {
    /// The reader has judged a finger, perhaps after the call was ended.
    case judged(Judgement, at: ReaderID, ScanEnding?)
    /// Nothing was judged, or the call was ended first.
    case withdrawn(ScanEnding?)
    case failed(SensorError, at: ReaderID)
}

/// Arms readers for a call once, from the pending record on disk to the counted judgement.
///
/// Confined to the Gatekeeper's loop.
final class Scans {
    private let operations: SensorOperations
    private let ledger: Ledger
    private let records: Records
    private let calls: WaitingCalls
    private let turns: Turns
    private let situations: Situations
    private let upkeep: ChipUpkeep
    private let armedTime: ArmedTime
    private let limits: PolicyLimits
    private let clock: GateClock
    private let audit: Audit

    init(
        operations: SensorOperations, ledger: Ledger, records: Records, calls: WaitingCalls, turns: Turns,
        situations: Situations, upkeep: ChipUpkeep, armedTime: ArmedTime, limits: PolicyLimits, clock: GateClock,
        audit: Audit
    ) {
        self.operations = operations
        self.ledger = ledger
        self.records = records
        self.calls = calls
        self.turns = turns
        self.situations = situations
        self.upkeep = upkeep
        self.armedTime = armedTime
        self.limits = limits
        self.clock = clock
        self.audit = audit
    }

    /// Arms the readers once and waits for the first judgement. The arming is settled before this returns.
    func run(
        _ session: inout ReaderSession, for sought: [SoughtFinger]
    ) async throws(GateError) -> ScanEnd {
        let (call, account) = (session.call, session.account)
        // A reset has dropped the user's records; a new one would survive it.
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        // The disk writes the record while the readers open. They wait for a finger only once it is written.
        let arming = operations.arm(account.user.id)
        ledger.scanBegins()
        defer { ledger.scanEnded() }
        session.ready = []
        var running: [OperationID: Task<Void, Never>] = [:]
        for finger in sought {
            session.expected[finger.reader.id] = finger.expected?.finger
            let id = call.nextOperation(at: finger.reader.id)
            let before = session.leftBehind.removeValue(forKey: finger.reader.id)
            running[id] = operations.scan(finger, as: id, call.inbox, behind: before, once: arming)
        }
        var following = following(running, isGuess: true)
        let ended = await following.run(&session)
        let ticket: ScanTicket
        switch await arming.value() {
        case .written(let written): ticket = written
        case .refused(let error): throw audit.refused(error)
        }
        let end = ended.judged
        // A right PIN or password clears all misses, so the finger that it preceded must not count as one afterwards.
        let isAnswered = if case .answered = ended.ending { true } else { false }
        let misses = isAnswered && end == .failure(.cancelled) ? 0 : following.armed.misses(end, at: ended.reader)
        try await records.settle(
            ticket, misses: misses, of: account, at: clock.now(), behind: call.ask.caller.life)
        if misses > 0 { noteLoginLockout(of: account, by: call.ask.caller) }
        switch end {
        case .success(let outcome):
            // The finger may be unknown because its print vanished from the chip.
            if !outcome.isMatch { upkeep.doubt(PrintHome(reader: ended.reader, user: account.user.id)) }
            return .judged(Judgement(outcome), at: ended.reader, ended.ending)
        case .failure(.cancelled): return .withdrawn(ended.ending)
        case .failure(let error): return .failed(error, at: ended.reader)
        }
    }

    /// Listens to running operations: those of a scan, or of an enrolment's touch, which is no guess.
    func following(_ running: [OperationID: Task<Void, Never>], isGuess: Bool) -> Following {
        Following(
            running, isGuess: isGuess, calls: calls, turns: turns, situations: situations, armedTime: armedTime,
            clock: clock)
    }

    /// The error of a call whose user's calls have armed the reader for too long without a touch.
    func spent(_ call: WaitingCall, fallbacks: [Factor]) -> GateError {
        armedTime.refusal(of: call, fallbacks: fallbacks)
    }

    /// Whether the call may arm its readers.
    func mayArm(_ call: WaitingCall) -> Bool { armedTime.left(to: call).map { $0 > .zero } ?? true }

    /// If the last miss locked the user's fingers at logins, writes that to the journal and ends the user's logins at
    /// other readers.
    private func noteLoginLockout(of account: Account, by caller: Caller) {
        guard situations.isFaceServed, let lockout = account.policy.loginLockout(limits, at: clock.now()) else {
            return
        }
        audit.loginsLocked(caller, account.user.id, lockout)
        for call in calls.all where !call.ask.isAppsOwn && call.ask.user == account.user.id {
            // An enrolment is no guess.
            if call.ask.operation == .authenticate { call.inbox.post(.turnOver) }
        }
    }
}

extension Progress {
    /// This progress with an event of the reader.
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
        // The policy's decision is reported instead.
        case .judged, .fingerLifted: break
        }
        return progress
    }
}
