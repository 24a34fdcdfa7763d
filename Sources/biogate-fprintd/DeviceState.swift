import GateModel
import GateWire

/// A connection to the bus, by its unique name.
typealias BusName = String

/// A method call that waits for its reply.
struct CallID: Hashable, Sendable {
    let number: Int
}

/// Whose prints a claim is about.
struct ClaimedUser: Hashable, Sendable {
    let name: String
    /// Nil for a name without an account: it has no prints.
    let id: UserID?
}

/// What is to be done about one reader, in this order.
enum DeviceEffect: Hashable, Sendable {
    case reply(CallID)
    case refuse(CallID, Fprint.Refusal, String)
    /// Begin a verification of that user's: of one finger, or, nil, of any.
    case verify(UserID, Finger?)
    /// End the verification that was begun; it is told of its end all the same.
    case endVerification
    case fingerSelected(String)
    case status(Fprint.Status, done: Bool)
    case fingerNeeded(Bool)
    case fingerPresent(Bool)
    /// The reader's object goes.
    case vanish
}

/// The methods of which a claim has a say.
enum ClaimedMethod: Hashable, Sendable {
    case claim
    /// Needs the caller's own claim.
    case own
    /// Needs no claim; one that is there has to be the caller's.
    case unlessClaimed
}

/// One reader as its callers see it: who has claimed it, and the verification that runs. Knows no bus and no daemon: what
/// happens goes in by the methods, and what is to be done comes out, in order.
struct DeviceState {
    private struct Claim {
        let owner: BusName
        let user: ClaimedUser
    }

    private struct Verification {
        enum Phase {
            /// The daemon has not taken it up; the call is answered when it has.
            case starting(CallID)
            case running
            /// It was ended from here, and the daemon has not said that it is over.
            case ending(reply: CallID?)
            /// Its result was told; it goes on until its stop.
            case done
        }

        var phase: Phase
        /// What is selected when the reader first wants a finger.
        var finger = "any"
        var isSelected = false
        /// Those who wait for its end, to release the reader.
        var whenEnded: [CallID] = []
        /// Whether anybody is told of its end.
        var isForgotten = false
    }

    private var claim: Claim?
    private var verification: Verification?
    /// A claim that came while the verification of one that is gone still ends.
    private var waitingClaim: (call: CallID, claim: Claim)?
    private(set) var isFingerNeeded = false
    private(set) var isFingerPresent = false
    /// The reader was unplugged.
    private(set) var isGone = false

    /// Whether a verification runs, or waits for its stop.
    var isVerifying: Bool { verification != nil }

    /// Who has claimed it.
    var owner: BusName? { claim?.owner }

    // MARK: Checks

    /// Why a method is refused by the state of the claim; nil where it is not.
    func refusal(of method: ClaimedMethod, by sender: BusName) -> Fprint.Refusal? {
        switch method {
        case .claim: claim == nil && waitingClaim == nil ? nil : .alreadyInUse
        case .own: claim.map { $0.owner == sender ? nil : .alreadyInUse } ?? .claimDevice
        case .unlessClaimed: claim.map { $0.owner == sender } ?? true ? nil : .alreadyInUse
        }
    }

    // MARK: What callers do

    mutating func claim(_ call: CallID, by sender: BusName, for user: ClaimedUser) -> [DeviceEffect] {
        if let refusal = refusal(of: .claim, by: sender) { return [.refuse(call, refusal, refusal.text)] }
        if isGone { return [.refuse(call, .internalError, "Open failed with error: the reader is unplugged")] }
        let claim = Claim(owner: sender, user: user)
        guard verification == nil else {
            waitingClaim = (call, claim)
            return []
        }
        self.claim = claim
        return [.reply(call)]
    }

    mutating func release(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal, refusal.text)] }
        guard var verification else { return released([call]) }
        switch verification.phase {
        case .done:
            self.verification = nil
            return released([call])
        case .starting, .running, .ending:
            verification.whenEnded.append(call)
            return end(verification, stoppedBy: nil)
        }
    }

    mutating func verifyStart(_ finger: String, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal, refusal.text)] }
        guard verification == nil else { return [.refuse(call, .alreadyInUse, Fprint.Refusal.alreadyInUse.text)] }
        guard let user = claim?.user.id else {
            return [.refuse(call, .noEnrolledPrints, Fprint.Refusal.noEnrolledPrints.text)]
        }
        verification = Verification(phase: .starting(call))
        return [.verify(user, Finger(fprint: finger))]
    }

    mutating func verifyStop(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal, refusal.text)] }
        guard let verification else {
            return [.refuse(call, .noActionInProgress, Fprint.Refusal.noActionInProgress.text)]
        }
        switch verification.phase {
        case .done:
            self.verification = nil
            return [.reply(call)]
        case .ending: return [.refuse(call, .alreadyInUse, Fprint.Refusal.alreadyInUse.text)]
        case .starting, .running: return end(verification, stoppedBy: call)
        }
    }

    /// The connection is gone: what it claimed is free.
    mutating func left(_ sender: BusName) -> [DeviceEffect] {
        if waitingClaim?.claim.owner == sender { waitingClaim = nil }
        guard claim?.owner == sender else { return [] }
        claim = nil
        guard var verification else { return isGone ? [.vanish] : [] }
        if case .done = verification.phase {
            self.verification = nil
            return isGone ? [.vanish] : []
        }
        verification.isForgotten = true
        return end(verification, stoppedBy: nil)
    }

    // MARK: What the daemon says

    mutating func answered(_ answer: FaceAnswer) -> [DeviceEffect] {
        guard let verification else { return [] }
        switch (verification.phase, answer) {
        case (.starting(let call), .started(let finger)):
            self.verification?.phase = .running
            self.verification?.finger = finger?.fprintName ?? "any"
            return [.reply(call)]
        // Of one that was ended the end alone is told.
        case (.ending, .started), (.ending, .waitingForFinger), (.ending, .fingerPresent), (.ending, .retry),
            (.starting, .waitingForFinger), (.starting, .fingerPresent), (.starting, .retry), (.running, .started),
            (.done, _):
            return []
        case (.running, .waitingForFinger):
            // Not before: nobody is asked for a touch that is somebody else's call's.
            let selected: [DeviceEffect] = verification.isSelected ? [] : [.fingerSelected(verification.finger)]
            self.verification?.isSelected = true
            return selected + setFinger(needed: true, present: false)
        case (.running, .fingerPresent): return setFinger(needed: true, present: true)
        case (.running, .retry(let hint)):
            return [.status(Fprint.Status(hint), done: false)] + setFinger(needed: false, present: false)
        case (.running, .match), (.running, .noMatch), (.starting, .match), (.starting, .noMatch),
            (.ending, .match), (.ending, .noMatch):
            return judged(verification, answer)
        }
    }

    private mutating func judged(_ verification: Verification, _ answer: FaceAnswer) -> [DeviceEffect] {
        switch verification.phase {
        case .ending: return ended(verification)
        case .starting(let call):
            return [.reply(call)] + finished(answer.status)
        case .running, .done: return finished(answer.status)
        }
    }

    /// The verification ended without a judgement.
    mutating func failed(_ failure: FaceFailure) -> [DeviceEffect] {
        guard let verification else { return [] }
        switch verification.phase {
        case .ending: return ended(verification)
        case .done: return []
        case .starting(let call):
            // An error here makes a lock screen ask again without end; success and an error behind it does not.
            guard case .notEnrolled = failure else { return [.reply(call)] + finished(failure.status) }
            self.verification = nil
            return [.refuse(call, .noEnrolledPrints, Fprint.Refusal.noEnrolledPrints.text)]
        case .running:
            let before = setFinger(needed: false, present: false)
            return before + finished(failure.status)
        }
    }

    /// The reader was unplugged. Where somebody has claimed it, it stays until the release.
    mutating func unplugged() -> [DeviceEffect] {
        isGone = true
        return claim == nil && verification == nil ? refuseWaiting() + [.vanish] : []
    }

    // MARK: Parts of them

    private mutating func finished(_ status: Fprint.Status) -> [DeviceEffect] {
        verification?.phase = .done
        return [.status(status, done: true)] + setFinger(needed: false, present: false)
    }

    private mutating func end(_ verification: Verification, stoppedBy call: CallID?) -> [DeviceEffect] {
        var (verification, effects) = (verification, [DeviceEffect]())
        switch verification.phase {
        case .starting(let start): effects = [.reply(start), .endVerification]
        case .running: effects = [.endVerification]
        case .ending(let earlier):
            self.verification = verification
            self.verification?.phase = .ending(reply: earlier ?? call)
            return []
        case .done: return []
        }
        verification.phase = .ending(reply: call)
        self.verification = verification
        return effects
    }

    /// What was ended from here is over: whatever was judged meanwhile counts for nothing.
    private mutating func ended(_ verification: Verification) -> [DeviceEffect] {
        self.verification = nil
        var effects = setFinger(needed: false, present: false)
        if !verification.isForgotten { effects.append(.status(.noMatch, done: true)) }
        if case .ending(let call?) = verification.phase { effects.append(.reply(call)) }
        guard claim != nil, verification.whenEnded.isEmpty else { return effects + released(verification.whenEnded) }
        return effects
    }

    /// The claim is over: the next one begins, or the reader that is gone goes.
    private mutating func released(_ calls: [CallID]) -> [DeviceEffect] {
        claim = nil
        guard !isGone else {
            return calls.map { .refuse($0, .internalError, "Release failed with error: the reader was unplugged") }
                + refuseWaiting() + [.vanish]
        }
        guard let waiting = waitingClaim else { return calls.map { .reply($0) } }
        waitingClaim = nil
        claim = waiting.claim
        return calls.map { .reply($0) } + [.reply(waiting.call)]
    }

    private mutating func refuseWaiting() -> [DeviceEffect] {
        guard let waiting = waitingClaim else { return [] }
        waitingClaim = nil
        return [.refuse(waiting.call, .internalError, "Open failed with error: the reader is unplugged")]
    }

    /// Only what changes is told.
    private mutating func setFinger(needed: Bool, present: Bool) -> [DeviceEffect] {
        var effects: [DeviceEffect] = []
        if needed != isFingerNeeded { effects.append(.fingerNeeded(needed)) }
        if present != isFingerPresent { effects.append(.fingerPresent(present)) }
        (isFingerNeeded, isFingerPresent) = (needed, present)
        return effects
    }
}

extension FaceAnswer {
    fileprivate var status: Fprint.Status {
        switch self {
        case .match: .match
        case .noMatch, .started, .waitingForFinger, .fingerPresent, .retry: .noMatch
        }
    }
}

extension FaceFailure {
    /// A print that the reader does not have is one that does not match. All else is the reader's, or the daemon's.
    fileprivate var status: Fprint.Status {
        switch self {
        case .failed(.notStored): .noMatch
        case .notEnrolled, .failed: .unknownError
        }
    }
}
