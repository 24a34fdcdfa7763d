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
    case enroll(UserID, Finger)
    /// Delete that user's print of a finger, or, nil, all of them.
    case delete(UserID, Finger?)
    /// End the verification or the enrolment that was begun; it is told of its end all the same.
    case endAction
    case fingerSelected(String)
    case status(Fprint.Status, done: Bool)
    case enrollStatus(Fprint.EnrollStatus, done: Bool)
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

/// One reader as its callers see it: who has claimed it, and what runs on it. Knows no bus and no daemon: what happens goes in
/// by the methods, and what is to be done comes out, in order.
struct DeviceState {
    private struct Claim {
        let owner: BusName
        let user: ClaimedUser
    }

    /// What runs on the reader.
    private struct Action {
        enum Kind {
            case verification, enrolment, deletion
        }

        enum Phase {
            /// The daemon has not taken it up; the call is answered when it has. A deletion stays so to its end.
            case starting(CallID)
            case running
            /// It was ended from here, and the daemon has not said that it is over.
            case ending(reply: CallID?)
            /// Its result was told; it goes on until its stop.
            case done
        }

        let kind: Kind
        var phase: Phase
        /// What is selected when the reader first wants a finger for a verification.
        var finger = "any"
        var isSelected = false
        /// The touch is the one before an enrolment's, which looks for a duplicate: an operation of its own.
        var looksForDuplicate = false
        /// Those who wait for its end, to release the reader.
        var whenEnded: [CallID] = []
        /// Whether anybody is told of its end.
        var isForgotten = false
    }

    private var claim: Claim?
    private var action: Action?
    /// A claim that came while what runs for one that is gone still ends.
    private var waitingClaim: (call: CallID, claim: Claim)?
    private(set) var isFingerNeeded = false
    private(set) var isFingerPresent = false
    /// The reader was unplugged.
    private(set) var isGone = false

    /// Whether something runs, or waits for its stop.
    var isBusy: Bool { action != nil }

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
        if let refusal = refusal(of: .claim, by: sender) { return [.refuse(call, refusal)] }
        if isGone { return [.refuse(call, .internalError, "Open failed with error: the reader is unplugged")] }
        let claim = Claim(owner: sender, user: user)
        guard action == nil else {
            waitingClaim = (call, claim)
            return []
        }
        self.claim = claim
        return [.reply(call)]
    }

    mutating func release(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard var action else { return released([call]) }
        if action.kind == .deletion {
            // It goes on to its end.
            claim = nil
            return [.refuse(call, .internalError, "Release failed with error: prints are being deleted")]
        }
        switch action.phase {
        case .done:
            self.action = nil
            return released([call])
        case .starting, .running, .ending:
            action.whenEnded.append(call)
            return end(action, stoppedBy: nil)
        }
    }

    mutating func verifyStart(_ finger: String, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard action == nil else { return [.refuse(call, .alreadyInUse)] }
        guard let user = claim?.user.id else { return [.refuse(call, .noEnrolledPrints)] }
        action = Action(kind: .verification, phase: .starting(call))
        return [.verify(user, Finger(fprint: finger))]
    }

    /// - Parameter identifies: whether the reader does, so that one touch looks for a duplicate first.
    mutating func enrollStart(
        _ finger: String, _ call: CallID, by sender: BusName, identifies: Bool
    ) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard let finger = Finger(fprint: finger) else { return [.refuse(call, .invalidFingername)] }
        guard action == nil else { return [.refuse(call, .alreadyInUse)] }
        guard let user = claim?.user.id else {
            return [.refuse(call, .internalError, "There is no such account")]
        }
        action = Action(kind: .enrolment, phase: .starting(call), looksForDuplicate: identifies)
        return [.enroll(user, finger)]
    }

    mutating func verifyStop(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        stop(.verification, call, by: sender)
    }

    mutating func enrollStop(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        stop(.enrolment, call, by: sender)
    }

    private mutating func stop(_ kind: Action.Kind, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard let action else { return [.refuse(call, .noActionInProgress)] }
        guard action.kind == kind else { return [.refuse(call, .alreadyInUse)] }
        switch action.phase {
        case .done:
            self.action = nil
            return [.reply(call)]
        case .ending: return [.refuse(call, .alreadyInUse)]
        case .starting, .running: return end(action, stoppedBy: call)
        }
    }

    /// Deletes the claim's user's print of a finger.
    mutating func delete(_ finger: String, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard let finger = Finger(fprint: finger) else { return [.refuse(call, .invalidFingername)] }
        return delete(finger, of: claim?.user, call)
    }

    /// Deletes all prints: of the claim's user, or of one who is named.
    mutating func deleteAll(of user: ClaimedUser?, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        let refusal = refusal(of: user == nil ? .own : .unlessClaimed, by: sender)
        if let refusal { return [.refuse(call, refusal)] }
        return delete(nil, of: user ?? claim?.user, call)
    }

    private mutating func delete(_ finger: Finger?, of user: ClaimedUser?, _ call: CallID) -> [DeviceEffect] {
        guard action == nil else { return [.refuse(call, .alreadyInUse)] }
        guard let user = user?.id else { return [.refuse(call, .noEnrolledPrints)] }
        action = Action(kind: .deletion, phase: .starting(call))
        return [.delete(user, finger)]
    }

    /// The connection is gone: what it claimed is free.
    mutating func left(_ sender: BusName) -> [DeviceEffect] {
        if let waiting = waitingClaim, waiting.claim.owner == sender {
            waitingClaim = nil
            // Nobody hears it; the call is over.
            return [.refuse(waiting.call, .alreadyInUse)]
        }
        guard claim?.owner == sender else { return [] }
        claim = nil
        guard var action else { return isGone ? [.vanish] : [] }
        if action.kind == .deletion { return [] }
        if case .done = action.phase {
            self.action = nil
            return isGone ? [.vanish] : []
        }
        action.isForgotten = true
        return end(action, stoppedBy: nil)
    }

    // MARK: What the daemon says

    mutating func answered(_ answer: FaceAnswer) -> [DeviceEffect] {
        guard let action else { return [] }
        switch (action.phase, answer) {
        case (.starting(let call), .started(let finger)):
            self.action?.phase = .running
            self.action?.finger = finger?.fprintName ?? "any"
            return [.reply(call)]
        // Of one that was ended the end alone is told.
        case (.ending, .started), (.ending, .waitingForFinger), (.ending, .fingerPresent), (.ending, .retry),
            (.ending, .stagePassed), (.starting, .waitingForFinger), (.starting, .fingerPresent), (.starting, .retry),
            (.starting, .stagePassed), (.running, .started), (.done, _):
            return []
        case (.running, .waitingForFinger):
            // Not before: nobody is asked for a touch that is somebody else's call's.
            let isToldNow = action.kind == .verification && !action.isSelected
            self.action?.isSelected = true
            return (isToldNow ? [.fingerSelected(action.finger)] : []) + setFinger(needed: true, present: false)
        case (.running, .fingerPresent): return setFinger(needed: true, present: true)
        case (.running, .retry(let hint)):
            guard action.kind == .enrolment else {
                return [.status(Fprint.Status(hint), done: false)] + setFinger(needed: false, present: false)
            }
            return touched(Fprint.EnrollStatus(hint))
        case (.running, .stagePassed):
            defer { self.action?.looksForDuplicate = false }
            return touched(.stagePassed)
        case (.running, .match), (.running, .noMatch), (.running, .enrolled), (.starting, .match),
            (.starting, .noMatch), (.starting, .enrolled), (.ending, .match), (.ending, .noMatch),
            (.ending, .enrolled):
            return judged(action, answer)
        }
    }

    private mutating func judged(_ action: Action, _ answer: FaceAnswer) -> [DeviceEffect] {
        switch action.phase {
        // A print that was kept before it heard of the end is there.
        case .ending: ended(action, answer == .enrolled ? .completed : .failed)
        case .starting(let call): [.reply(call)] + finished(answer.status)
        case .running, .done: finished(answer.status)
        }
    }

    /// The verification or the enrolment ended without a result.
    mutating func failed(_ failure: FaceFailure) -> [DeviceEffect] {
        guard let action else { return [] }
        switch action.phase {
        case .ending: return ended(action, .failed)
        case .done: return []
        case .starting(let call):
            // An error here makes a lock screen ask again without end; success and an error behind it does not.
            guard let refusal = failure.refusal(isChange: action.kind != .verification) else {
                return [.reply(call)] + finished(failure.status(isEnrolment: action.kind == .enrolment))
            }
            self.action = nil
            return [.refuse(call, refusal)] + (claim == nil ? released([]) : [])
        case .running:
            let before = setFinger(needed: false, present: false)
            return before + finished(failure.status(isEnrolment: action.kind == .enrolment))
        }
    }

    /// The deletion is over; nil: all of it was done.
    mutating func deleted(_ failure: FaceFailure?) -> [DeviceEffect] {
        guard let action, case .starting(let call) = action.phase else { return [] }
        self.action = nil
        let answer: DeviceEffect =
            failure.map { .refuse(call, $0.refusal(isChange: true) ?? .printsNotDeleted) } ?? .reply(call)
        return [answer] + (claim == nil ? released([]) : [])
    }

    /// The reader was unplugged. Where somebody has claimed it, it stays until the release.
    mutating func unplugged() -> [DeviceEffect] {
        isGone = true
        return claim == nil && action == nil ? refuseWaiting() + [.vanish] : []
    }

    // MARK: Parts of them

    /// A touch of an enrolment: the finger is needed from its first to its last, without the one before them.
    private mutating func touched(_ status: Fprint.EnrollStatus) -> [DeviceEffect] {
        let told = DeviceEffect.enrollStatus(status, done: false)
        guard action?.looksForDuplicate == true else {
            return [told] + setFinger(needed: isFingerNeeded, present: false)
        }
        return setFinger(needed: false, present: false) + [told]
    }

    private mutating func finished(_ status: DeviceEffect) -> [DeviceEffect] {
        let isEnrolment = action?.kind == .enrolment
        action?.phase = .done
        let finger = setFinger(needed: false, present: false)
        return isEnrolment ? finger + [status] : [status] + finger
    }

    private mutating func end(_ action: Action, stoppedBy call: CallID?) -> [DeviceEffect] {
        var (action, effects) = (action, [DeviceEffect]())
        switch action.phase {
        case .starting(let start): effects = [.reply(start), .endAction]
        case .running: effects = [.endAction]
        case .ending(let earlier):
            self.action = action
            self.action?.phase = .ending(reply: earlier ?? call)
            return []
        case .done: return []
        }
        action.phase = .ending(reply: call)
        self.action = action
        return effects
    }

    /// What was ended from here is over: whatever was judged meanwhile counts for nothing.
    private mutating func ended(_ action: Action, _ enrolment: Fprint.EnrollStatus) -> [DeviceEffect] {
        self.action = nil
        var effects = setFinger(needed: false, present: false)
        if !action.isForgotten {
            effects.append(
                action.kind == .enrolment ? .enrollStatus(enrolment, done: true) : .status(.noMatch, done: true))
        }
        if case .ending(let call?) = action.phase { effects.append(.reply(call)) }
        guard claim != nil, action.whenEnded.isEmpty else { return effects + released(action.whenEnded) }
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

extension DeviceEffect {
    fileprivate static func refuse(_ call: CallID, _ refusal: Fprint.Refusal) -> DeviceEffect {
        .refuse(call, refusal, refusal.text)
    }
}
