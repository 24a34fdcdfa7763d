package import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What happens to a call while it waits.
enum RequestEvent: Sendable {
    /// The reader is this call's.
    case turn
    case scan(ScanEvent, OperationID)
    case finished(Result<SensorResult, SensorError>, OperationID)
    /// A time limit ran out, perhaps that of an earlier touch.
    case deadline(ScanTimers.Number)
    /// Somebody else has waited for the reader long enough.
    case turnOver
    /// Another user's call wants one of the readers, or somebody who is being logged in.
    case wanted(ReaderID)
    /// The reader has ended the scan that was judged.
    case settled
    /// The time for the judgement of a finger that was seen ran out.
    case graceOver
    /// The reader did not end what it was told to end.
    case abandoned
    /// A place before its user is free for the call.
    case placed
    /// The call has waited for long enough, for what it waits for now or waited for before.
    case waitOver
    /// The request holds what a right credential unlocked.
    case answered(Factor)
    /// Its user wants more time.
    case held
    /// Perhaps no prompt asks for a PIN or password any more, or none could be right.
    case promptChanged
    case interrupted(Interruption)
}

/// Why a call that waits is ended from outside.
enum Interruption: Error, Hashable {
    case cancelled(Canceller)
    /// Whoever called is not in front of the machine any more.
    case notInteractive
    /// Its turn did not come in the time that it had for that.
    case outwaited(AwaitedTurn)

    func error(fallbacks: [Factor]) -> GateError {
        switch self {
        case .outwaited(let turn): .timedOut(waitedFor: turn, fallbacks: fallbacks)
        case .cancelled(let canceller): .cancelled(by: canceller)
        case .notInteractive: .hardwareUnavailable(.notInteractive, retryAfter: nil, fallbacks: fallbacks)
        }
    }
}

/// Tells an operation of a call's apart from earlier ones at the same reader, of which something may still be told.
struct OperationID: Hashable, Sendable {
    let reader: ReaderID
    let number: UInt64
}

/// What a sensor's operation came to.
enum SensorResult: Sendable {
    case judged(ScanOutcome)
    case enrolled(Template)
}

/// How the asking of a call ended.
package enum AskOutcome: Hashable, Sendable {
    case confirmed(Factor)
    case refused(GateError)
}

/// A call that waits for its user; it lives inside the Gatekeeper.
final class WaitingRequest {
    let id: RequestID
    /// The order in which calls came.
    let number: UInt64
    let ask: Ask
    let startedAt: Moment
    var progress: Progress?
    /// What decided the call from outside, a right credential or its end; what comes later is too late.
    private var decision: Decision?
    /// The right credential that decided it, until it is taken.
    private var answer: ComparedCredential?
    /// How long it keeps the reader, where a call of another user's waits for that.
    var turn: LoopTimer?
    /// When that is over, since boot.
    var turnEnds: Duration?
    /// What is left of a turn that a login has interrupted.
    var turnLeft: Duration?
    /// Of an enrolment: the note that the reader's chip is to forget its print.
    var unfinishedPrint: ChipDeletion.ID?
    /// The time that it may spend waiting for anything but its user.
    private var allowance: WaitAllowance
    private var waitLimit: LoopTimer?
    /// Whether it has one of the places that its party has before its user, see `WaitingCalls.add`.
    var hasPlace = false
    /// Whether it stands in line for such a place; until it has one, only its own connection hears of it.
    var isInLine = false
    /// The readers that may judge a finger for it.
    var readers: [ReaderID] = []
    private var lastOperation: UInt64 = 0
    /// Whether a finger can still decide it.
    var wantsFinger = true
    /// Until when the user has time, since boot; nil while it is not the user who is waited for.
    var userHasUntil: Duration?
    /// How the asking ended, once it has.
    var outcome: AskOutcome?
    /// How often its user was given the time anew.
    private var holds = 0
    /// WCAG 2.2, 2.2.1: ten times.
    static let maximumHolds = 10
    /// The user's authentications as they were when it began: see `Authentications.era(of:)`.
    let era: AuthenticationEra
    /// At most a few events a touch come in, and a call lasts at most its time limit.
    let inbox = Inbox<RequestEvent>()

    init(id: RequestID, number: UInt64, ask: Ask, era: AuthenticationEra, at now: Moment) {
        self.era = era
        self.id = id
        self.number = number
        self.ask = ask
        startedAt = now
        allowance = WaitAllowance(ask.wait)
    }

    private enum Decision {
        case answered(Factor)
        case interrupted(Interruption)
    }

    func nextOperation(at reader: ReaderID) -> OperationID {
        lastOperation += 1
        return OperationID(reader: reader, number: lastOperation)
    }

    /// Whether its user's programs hear of it: what is asked through the face interface, the program shows that asked there.
    var isShown: Bool { !ask.isForFace && !isInLine }

    /// Whether it gives its reader up to somebody who is being logged in: a scan can be begun again, an enrolment cannot.
    var givesWay: Bool { !ask.isForFace && ask.operation != .enroll }

    var isDecided: Bool { decision != nil }

    /// By what a right credential decided it.
    var answeredBy: Factor? { if case .answered(let factor) = decision { factor } else { nil } }

    /// What ended it.
    var interruption: Interruption? { if case .interrupted(let interruption) = decision { interruption } else { nil } }

    /// From now on its wait counts, until `endWait`; the inbox hears when the allowance is used up.
    func beginWait(at now: Moment, timers: any Timers) {
        guard let left = allowance.begin(at: now.sinceBoot) else { return }
        waitLimit = timers.timer(after: left) { [inbox] in inbox.post(.waitOver) }
    }

    func endWait(at now: Moment) {
        allowance.end(at: now.sinceBoot)
        waitLimit = nil
    }

    /// Whether its wait counts now: a limit that fired as the wait ended counts no more.
    var isWaiting: Bool { allowance.isRunning }

    /// Gives its user the time anew. Throws `limitExceeded`.
    func hold() throws(GateError) {
        guard holds < Self.maximumHolds else {
            throw .limitExceeded(Limit(name: "holdsPerRequest", maximum: Self.maximumHolds))
        }
        holds += 1
        inbox.post(.held)
    }

    /// Ends it, unless it is decided.
    func interrupt(_ interruption: Interruption) {
        guard !isDecided else { return }
        decision = .interrupted(interruption)
        inbox.post(.interrupted(interruption))
    }

    func cancel(by canceller: Canceller) { interrupt(.cancelled(canceller)) }

    /// Asks, and notes how that ended for those who watch.
    func noting<Result: ~Copyable>(
        by factor: (borrowing Result) -> Factor, _ asking: () async throws(GateError) -> Result
    ) async throws(GateError) -> Result {
        do throws(GateError) {
            let result = try await asking()
            outcome = .confirmed(factor(result))
            return result
        } catch {
            outcome = .refused(error)
            userHasUntil = nil
            throw error
        }
    }

    /// Decides it by a right credential; false where it is decided already.
    func answer(by compared: consuming ComparedCredential) -> Bool {
        guard !isDecided else { return false }
        let factor = compared.authentication.factor
        decision = .answered(factor)
        answer = consume compared
        inbox.post(.answered(factor))
        return true
    }

    /// The right credential that decided it, once.
    func takeAnswer() -> ComparedCredential? { answer.take() }

    /// The request as its user's other programs see it at `now`; `credentials` are those that the user has.
    func described(_ credentials: CredentialFacts, at now: Moment) -> Request {
        Request(
            id: id, processID: ask.caller.peer.process, command: ask.caller.program.command,
            executable: ask.caller.program.executable, unit: ask.caller.program.app ?? ask.caller.program.unit,
            operation: ask.operation, item: ask.item, reason: ask.reason,
            factors: ask.factors.filter { Credential($0).map(credentials.has) ?? wantsFinger },
            progress: progress, label: ask.label, interaction: ask.interaction, placement: ask.placement,
            remaining: userHasUntil.map { max(min($0, turnEnds ?? $0) - now.sinceBoot, .zero) })
    }
}
