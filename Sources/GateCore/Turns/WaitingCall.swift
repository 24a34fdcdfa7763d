package import GateModel
import GatePolicy
import GateSystem
import GateVault

/// An event for a waiting call.
enum CallEvent: Sendable {
    /// The call has the reader now.
    case turn
    case scan(ScanEvent, OperationID)
    case finished(Result<SensorResult, SensorError>, OperationID)
    /// A time limit has ended, perhaps that of an earlier touch.
    case deadline(ScanTimers.Number)
    /// The turn is over, because another user's call waits.
    case turnOver
    /// Another user's call, a login, or a newer call of the user wants one of the readers.
    case wanted(ReaderID)
    /// The call has had the reader for its patience without a touch.
    case unanswered(ScanTimers.Number)
    /// The user's calls have armed the reader for too long without a touch.
    case spent
    /// No finger was seen since the reader passed to the call.
    case quiet
    /// The reader has ended the judged scan.
    case settled
    /// The time for the judgement of a finger that was seen is over.
    case graceOver
    /// The reader did not end the cancelled operation in time.
    case abandoned
    /// The call has a place before its user now.
    case placed
    /// The call's allowance for waiting is used up. The event may come after the wait has ended.
    case waitOver
    /// A right credential decided the call, which holds it.
    case answered(Factor)
    /// The user gets more time.
    case held
    /// The prompt may be gone, or no credential may be accepted any more.
    case promptChanged
    /// A match beside a password is to be taken.
    case taken
    /// A match beside a password was not taken in time.
    case matchOver
    case interrupted(Interruption)
}

/// Why a waiting call is ended from outside.
enum Interruption: Error, Hashable {
    case cancelled(Canceller)
    /// The caller is no longer in front of the machine.
    case notInteractive
    /// The call's turn did not come in time.
    case outwaited(AwaitedTurn)

    func error(fallbacks: [Factor]) -> GateError {
        switch self {
        case .outwaited(let turn): .timedOut(waitedFor: turn, fallbacks: fallbacks)
        case .cancelled(let canceller): .cancelled(by: canceller)
        case .notInteractive: .hardwareUnavailable(.notInteractive, retryAfter: nil, fallbacks: fallbacks)
        }
    }
}

/// Tells an operation of a call apart from earlier ones at the same reader, which may still report.
struct OperationID: Hashable, Sendable {
    let reader: ReaderID
    let number: UInt64
}

/// The result of a sensor's operation.
enum SensorResult: Sendable {
    case judged(ScanOutcome)
    case enrolled(Template)
}

/// How a call's request to the user ended.
package enum AskOutcome: Hashable, Sendable {
    case confirmed(Factor)
    case refused(GateError)
}

/// A call that waits for its user. Confined to the Gatekeeper's loop.
final class WaitingCall {
    let id: RequestID
    /// The order of arrival.
    let number: UInt64
    let ask: Ask
    let startedAt: Moment
    var progress: Progress?
    /// The first decision from outside: a right credential, or an interruption. Later ones have no effect.
    private var decision: Decision?
    /// The right credential that decided the call, until it is taken.
    private var answer: ComparedCredential?
    /// Limits how long the call keeps the reader while another user's call waits.
    var turn: LoopTimer?
    /// When that turn ends, since boot.
    var turnEnds: Duration?
    /// The rest of a turn that a login has interrupted.
    var turnLeft: Duration?
    /// In an enrolment: the note that deletes the unfinished print from the reader's chip.
    var unfinishedPrint: ChipDeletion.ID?
    /// The remaining time that the call may wait for anything but its user.
    private var allowance: WaitAllowance
    private var waitLimit: LoopTimer?
    /// Whether it has one of its party's places before the user; see `WaitingCalls.add`.
    var hasPlace = false
    /// Whether it waits in line for a place. Until it has one, only its own connection hears of it.
    var isInLine = false
    /// The readers whose judgement counts for it.
    var readers: [ReaderID] = []
    private var lastOperation: UInt64 = 0
    /// Whether it has had the reader for its patience without a touch, so that it gives way to a newer call of its party.
    var isUnanswered = false
    /// Whether its match is wanted now, or its next one; only for a call beside a password.
    private(set) var isTaken = false
    /// Whether a finger can still decide it.
    var wantsFinger = true
    /// When the user's time ends, since boot; nil while the call does not wait for its user.
    var userHasUntil: Duration?
    /// How the request to the user ended; nil before.
    var outcome: AskOutcome?
    /// How often the user's time was restarted.
    private var holds = 0
    /// The number that WCAG 2.2, 2.2.1 requires.
    static let maximumHolds = 10
    /// The user's authentication era when it began; see `Authentications.era(of:)`.
    let era: AuthenticationEra
    /// Unbounded: a touch posts only a few events, and the time limit bounds the touches.
    let inbox = Inbox<CallEvent>()

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

    /// Whether the user's other programs see it and may end, answer or prolong it.
    var isShown: Bool { ask.isAppsOwn && !isInLine }

    /// Whether it gives its reader to a login: a scan can be repeated, an enrolment cannot.
    var givesWay: Bool { !ask.comesFirst && ask.operation != .enroll }

    var isDecided: Bool { decision != nil }

    /// The factor of the right credential that decided it.
    var answeredBy: Factor? { if case .answered(let factor) = decision { factor } else { nil } }

    /// The interruption that decided it.
    var interruption: Interruption? { if case .interrupted(let interruption) = decision { interruption } else { nil } }

    /// Counts its wait from now until `endWait`. Posts `waitOver` once the allowance is used up.
    func beginWait(at now: Moment, timers: any Timers) {
        guard let left = allowance.begin(at: now.sinceBoot) else { return }
        waitLimit = timers.timer(after: left) { [inbox] in inbox.post(.waitOver) }
    }

    func endWait(at now: Moment) {
        allowance.end(at: now.sinceBoot)
        waitLimit = nil
    }

    /// Whether its wait counts now. A `waitOver` that was posted as the wait ended must be ignored.
    var isWaiting: Bool { allowance.isRunning }

    /// Restarts the user's time. Throws `limitExceeded`.
    func hold() throws(GateError) {
        guard holds < Self.maximumHolds else {
            throw .limitExceeded(Limit(name: "holdsPerRequest", maximum: Self.maximumHolds))
        }
        holds += 1
        inbox.post(.held)
    }

    /// Takes its match, or its next one.
    func take() {
        isTaken = true
        inbox.post(.taken)
    }

    /// Ends it, unless it is decided.
    func interrupt(_ interruption: Interruption) {
        guard !isDecided else { return }
        decision = .interrupted(interruption)
        inbox.post(.interrupted(interruption))
    }

    func cancel(by canceller: Canceller) { interrupt(.cancelled(canceller)) }

    /// Runs `asking`, and notes its outcome for the watchers.
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

    /// Decides it by a right credential. Returns false if it is decided already.
    func answer(by compared: consuming ComparedCredential) -> Bool {
        guard !isDecided else { return false }
        let factor = compared.authentication.factor
        decision = .answered(factor)
        answer = consume compared
        inbox.post(.answered(factor))
        return true
    }

    /// Takes the right credential that decided it.
    func takeCredential() -> ComparedCredential? { answer.take() }

    /// The request as the user's other programs see it. `credentials` are those that the user has.
    func described(_ credentials: CredentialFacts, at now: Moment) -> Request {
        Request(
            id: id, processID: ask.caller.peer.process, command: ask.caller.program.command,
            executable: ask.caller.program.executable, unit: ask.caller.program.app ?? ask.caller.program.unit,
            operation: ask.operation, item: ask.item, reason: ask.reason,
            factors: ask.factors.filter { CredentialKind($0).map(credentials.has) ?? wantsFinger },
            progress: progress, label: ask.label, interaction: ask.interaction, onBehalfOf: ask.onBehalfOf,
            verb: ask.verb, placement: ask.placement,
            remaining: userHasUntil.map { max(min($0, turnEnds ?? $0) - now.sinceBoot, .zero) },
            subject: ask.choice?.chosen(ask.subject) ?? ask.subject, items: ask.items,
            accounts: ask.choice?.accounts ?? [], passwordPrompt: ask.passwordPrompt)
    }
}
