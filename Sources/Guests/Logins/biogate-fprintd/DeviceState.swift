import GateModel

/// One reader as its callers see it: its claim and its action, without bus and daemon. Methods take the events and
/// return the effects, in order.
struct DeviceState {
    private var claim: DeviceClaim?
    private var action: DeviceAction?
    /// Deletions that wait for a running one, or for the end of a scan whose client has left.
    private var waitingDeletions: [(call: CallID, user: UserID, finger: Finger?)] = []
    /// A claim that waits for the end of the one before it.
    private var waitingClaim: (call: CallID, owner: BusName, user: ClaimedUser)?
    /// The calls of the daemon that were given up and have not ended: the next claim waits for that.
    private var givenUp = 0
    /// The fprintd version whose status words are used.
    var words = StatusWords.older
    private(set) var isFingerNeeded = false
    private(set) var isFingerPresent = false
    /// The reader was unplugged.
    private(set) var isGone = false

    /// Whether an action runs or waits for its stop.
    var isBusy: Bool { action != nil }

    /// Why a deletion cannot run now or wait; nil if it can.
    var deletionRefusal: Fprint.Refusal? {
        action.flatMap { $0.kind == .deletion || $0.isForgotten ? nil : .running($0.kind) }
    }

    /// The owner of the claim.
    var owner: BusName? { claim.flatMap { $0.isForgotten ? nil : $0.owner } }

    // MARK: Checks

    /// Why the state of the claim refuses a method; nil if it does not.
    func refusal(of method: ClaimedMethod, by sender: BusName) -> Fprint.Refusal? {
        switch method {
        // A forgotten claim ends shortly, and the next one waits for that.
        case .claim: (claim == nil || claim?.isForgotten == true) && waitingClaim == nil ? nil : .alreadyClaimed
        case .own:
            owner == nil ? .notClaimed : owner == sender && claim?.isOpen == true ? nil : .claimedByAnother
        case .unlessClaimed: owner == nil || owner == sender && claim?.isOpen == true ? nil : .claimedByAnother
        }
    }

    // MARK: Methods of callers

    mutating func claim(_ call: CallID, by sender: BusName, for user: ClaimedUser) -> [DeviceEffect] {
        if let refusal = refusal(of: .claim, by: sender) { return [.refuse(call, refusal)] }
        if isGone { return [.refuse(call, .openFailed(.failed(.disconnected)))] }
        guard claim == nil, action == nil, givenUp == 0 else {
            waitingClaim = (call, sender, user)
            return []
        }
        claim = DeviceClaim(owner: sender, user: user, phase: .opening(call))
        return [.hold]
    }

    mutating func release(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard var action else { return close([call]) }
        if action.kind == .deletion {
            // The deletion goes on to its end.
            claim?.isForgotten = true
            return [.refuse(call, .releasedDuringDeletion)] + close([])
        }
        switch action.phase {
        case .done:
            self.action = nil
            return close([call])
        case .starting, .running, .ending, .settling:
            action.whenEnded.append(call)
            return end(action, stoppedBy: nil)
        }
    }

    mutating func verifyStart(_ finger: String, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        if let action { return [.refuse(call, .running(action.kind))] }
        let finger = Finger(fprint: finger)
        guard let user = claim?.user.id else { return [.refuse(call, .nothing(to: .verification, of: finger))] }
        action = DeviceAction(kind: .verification, asked: finger, phase: .starting(call))
        return [.verify(user, finger)]
    }

    /// - Parameter identifies: whether the reader can identify, so that a touch for the duplicate check comes first.
    mutating func enrollStart(
        _ finger: String, _ call: CallID, by sender: BusName, identifies: Bool
    ) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard let finger = Finger(fprint: finger) else { return [.refuse(call, .invalidFinger)] }
        if let action { return [.refuse(call, .running(action.kind))] }
        guard let user = claim?.user.id else { return [.refuse(call, .noAccount)] }
        action = DeviceAction(
            kind: .enrolment, asked: finger, phase: .starting(call), looksForDuplicate: identifies)
        return [.enroll(user, finger)]
    }

    mutating func verifyStop(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        stop(.verification, call, by: sender)
    }

    mutating func enrollStop(_ call: CallID, by sender: BusName) -> [DeviceEffect] {
        stop(.enrolment, call, by: sender)
    }

    private mutating func stop(_ kind: DeviceAction.Kind, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard let action else { return [.refuse(call, .nothingToStop(kind))] }
        guard action.kind == kind else { return [.refuse(call, .anotherRuns)] }
        switch action.phase {
        case .done:
            self.action = nil
            return [.reply(call)]
        case .ending, .settling(_?): return [.refuse(call, .anotherRuns)]
        case .starting, .running, .settling(nil): return end(action, stoppedBy: call)
        }
    }

    /// Deletes the print of a finger of the claim's user.
    mutating func delete(_ finger: String, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        if let refusal = refusal(of: .own, by: sender) { return [.refuse(call, refusal)] }
        guard let finger = Finger(fprint: finger) else { return [.refuse(call, .invalidFinger)] }
        return delete(finger, of: claim?.user, call)
    }

    /// Deletes all prints of the claim's user, or of the named user.
    mutating func deleteAll(of user: ClaimedUser?, _ call: CallID, by sender: BusName) -> [DeviceEffect] {
        let refusal = refusal(of: user == nil ? .own : .unlessClaimed, by: sender)
        if let refusal { return [.refuse(call, refusal)] }
        return delete(nil, of: user ?? claim?.user, call)
    }

    private mutating func delete(_ finger: Finger?, of user: ClaimedUser?, _ call: CallID) -> [DeviceEffect] {
        if let refusal = deletionRefusal { return [.refuse(call, refusal)] }
        guard let user = user?.id else { return [.refuse(call, .nothing(to: .deletion, of: finger))] }
        guard action == nil else {
            waitingDeletions.append((call, user, finger))
            return []
        }
        action = DeviceAction(kind: .deletion, asked: finger, phase: .starting(call))
        return [.delete(user, finger)]
    }

    /// The connection is gone, which frees its claim.
    mutating func left(_ sender: BusName) -> [DeviceEffect] {
        if let waiting = waitingClaim, waiting.owner == sender {
            waitingClaim = nil
            // Ends the call; nobody receives the answer.
            return [.refuse(waiting.call, .alreadyClaimed)]
        }
        guard owner == sender else { return [] }
        claim?.isForgotten = true
        guard var action, action.kind != .deletion else { return close([]) }
        if case .done = action.phase {
            self.action = nil
            return close([])
        }
        action.isForgotten = true
        return end(action, stoppedBy: nil)
    }

    // MARK: The open reader

    /// The reader to be held is open.
    mutating func opened() -> [DeviceEffect] {
        guard case .opening(let call)? = claim?.phase else { return [] }
        claim?.phase = .open
        guard claim?.isForgotten != true else { return close([]) }
        return call.map { [.reply($0)] } ?? []
    }

    /// A claim was not answered in time; does nothing if it was answered.
    mutating func claimOverdue(_ call: CallID) -> [DeviceEffect] {
        if waitingClaim?.call == call {
            waitingClaim = nil
            return [.refuse(call, .openOverdue)]
        }
        guard case .opening(call)? = claim?.phase else { return [] }
        claim?.phase = .opening(nil)
        claim?.isForgotten = true
        return [.refuse(call, .openOverdue), .letGo]
    }

    /// The daemon's hold of the reader has ended: nil after closing, otherwise with the failure.
    mutating func holdEnded(_ failure: FaceFailure?) -> [DeviceEffect] {
        switch claim?.phase {
        case nil, .lost: return []
        case .opening(let call):
            claim = nil
            let refusal = call.map { DeviceEffect.refuse($0, .openFailed(failure ?? .failed(.cancelled))) }
            return (refusal.map { [$0] } ?? []) + next()
        case .open:
            claim?.phase = .lost(failure ?? .failed(.faulted))
            return []
        case .closing(let calls):
            claim = nil
            let gone: FaceFailure? = isGone ? .failed(.disconnected) : nil
            return calls.map { answer($0, failure ?? gone) } + next()
        }
    }

    /// The daemon does not answer the end of the hold, which is certain nevertheless.
    mutating func holdGivenUp() -> [DeviceEffect] {
        givenUp += 1
        return holdEnded(nil)
    }

    /// The daemon does not answer the end of the action, which is certain nevertheless.
    mutating func actionGivenUp() -> [DeviceEffect] {
        givenUp += 1
        return failed(.failed(.cancelled))
    }

    /// A call of the daemon that was given up has ended.
    mutating func givenUpEnded() -> [DeviceEffect] {
        givenUp -= 1
        return next()
    }

    private func answer(_ call: CallID, _ failure: FaceFailure?) -> DeviceEffect {
        guard let failure else { return .reply(call) }
        return .refuse(call, .releaseFailed(failure))
    }

    /// Ends the claim; the calls are answered once the reader is closed.
    private mutating func close(_ calls: [CallID]) -> [DeviceEffect] {
        switch claim?.phase {
        case nil: return next()
        case .opening: return [.letGo]
        case .open:
            claim?.phase = .closing(calls)
            return [.letGo]
        case .lost(let failure):
            claim = nil
            return calls.map { answer($0, failure) } + next()
        case .closing(let others):
            claim?.phase = .closing(others + calls)
            return []
        }
    }

    /// After a claim or an action, begins a waiting deletion or claim, or removes an unplugged reader.
    private mutating func next() -> [DeviceEffect] {
        guard action == nil else { return [] }
        if !waitingDeletions.isEmpty {
            let waiting = waitingDeletions.removeFirst()
            action = DeviceAction(kind: .deletion, asked: waiting.finger, phase: .starting(waiting.call))
            return [.delete(waiting.user, waiting.finger)]
        }
        guard claim == nil else { return [] }
        guard !isGone else { return refuseWaiting() + [.vanish] }
        guard givenUp == 0, let waiting = waitingClaim else { return [] }
        waitingClaim = nil
        claim = DeviceClaim(owner: waiting.owner, user: waiting.user, phase: .opening(waiting.call))
        return [.hold]
    }

    // MARK: Answers of the daemon

    mutating func answered(_ answer: FaceAnswer) -> [DeviceEffect] {
        guard let action else { return [] }
        switch (action.phase, answer) {
        case (.starting(let call), .started(let finger)):
            self.action?.phase = .running
            self.action?.finger = finger?.fprintName ?? "any"
            return [.reply(call)]
        // After ending an action, only its end is reported.
        case (.ending, .started), (.ending, .queued), (.ending, .waitingForFinger), (.ending, .fingerPresent),
            (.ending, .fingerLifted), (.ending, .retry), (.ending, .stagePassed), (.starting, .queued),
            (.starting, .waitingForFinger), (.starting, .fingerPresent), (.starting, .fingerLifted),
            (.starting, .retry), (.starting, .stagePassed), (.starting, .settled), (.running, .started),
            (.running, .settled), (.done, _), (_, .opened):
            return []
        case (.settling(let stop), .settled): return settled(action, stop)
        case (.settling, _): return []
        // A judgement that came while ending was reported as none.
        case (.ending, .settled): return ended(action, .failed)
        case (.ending, .match), (.ending, .noMatch): return []
        // The next touch is for another call.
        case (.running, .queued): return setFinger(needed: false, present: false)
        case (.running, .waitingForFinger):
            // Not earlier: the touch before it would be another call's.
            let isToldNow = action.kind == .verification && !action.isSelected
            self.action?.isSelected = true
            return (isToldNow ? [.fingerSelected(action.finger)] : []) + setFinger(needed: true, present: false)
        case (.running, .fingerPresent): return setFinger(needed: isFingerNeeded, present: true)
        case (.running, .fingerLifted): return setFinger(needed: isFingerNeeded, present: false)
        case (.running, .retry(let hint)):
            guard action.kind == .enrolment else {
                return [.status(Fprint.Status(hint, in: words), done: false)] + setFinger(needed: false, present: false)
            }
            return touched(Fprint.EnrollStatus(hint, in: words))
        case (.running, .stagePassed):
            defer { self.action?.looksForDuplicate = false }
            return touched(.stagePassed)
        case (.running, .match), (.running, .noMatch), (.running, .enrolled), (.starting, .match),
            (.starting, .noMatch), (.starting, .enrolled), (.ending, .enrolled):
            return judged(action, answer)
        }
    }

    private mutating func judged(_ action: DeviceAction, _ answer: FaceAnswer) -> [DeviceEffect] {
        switch action.phase {
        // A print stored before the end arrived exists.
        case .ending: ended(action, .completed)
        case .starting(let call): [.reply(call)] + finished(answer.status, isSettled: action.kind == .enrolment)
        case .running, .settling, .done: finished(answer.status, isSettled: action.kind == .enrolment)
        }
    }

    /// The reader has ended the judged scan.
    private mutating func settled(_ action: DeviceAction, _ stop: CallID?) -> [DeviceEffect] {
        let lifted = setFinger(needed: false, present: false)
        guard stop != nil || action.isForgotten || !action.whenEnded.isEmpty else {
            self.action?.phase = .done
            return lifted
        }
        self.action = nil
        return lifted + (stop.map { [.reply($0)] } ?? [])
            + (action.isForgotten || !action.whenEnded.isEmpty ? close(action.whenEnded) : [])
    }

    /// The verification or the enrolment ended without a result.
    mutating func failed(_ failure: FaceFailure) -> [DeviceEffect] {
        guard let action else { return [] }
        switch action.phase {
        case .ending: return ended(action, .failed)
        case .settling(let stop): return settled(action, stop)
        case .done: return []
        case .starting(let call):
            // An error here makes a lock screen ask again endlessly; success followed by an error status does not.
            guard let refusal = failure.refusal(of: action) else {
                return [.reply(call)]
                    + finished(failure.status(isEnrolment: action.kind == .enrolment, in: words), isSettled: true)
            }
            self.action = nil
            return [.refuse(call, refusal)] + next()
        case .running:
            let before = setFinger(needed: false, present: false)
            return before + finished(failure.status(isEnrolment: action.kind == .enrolment, in: words), isSettled: true)
        }
    }

    /// The deletion has ended; nil: all was deleted.
    mutating func deleted(_ failure: FaceFailure?) -> [DeviceEffect] {
        guard let action, case .starting(let call) = action.phase else { return [] }
        self.action = nil
        let answer: DeviceEffect =
            failure.map { .refuse(call, $0.refusal(of: action) ?? .notDeleted) } ?? .reply(call)
        return [answer] + next()
    }

    /// The reader was unplugged. If it is claimed, it stays until the release.
    mutating func unplugged() -> [DeviceEffect] {
        isGone = true
        return claim == nil && action == nil ? refuseWaiting() + [.vanish] : []
    }

    // MARK: Helpers

    /// A touch of an enrolment: the finger is needed from the first to the last touch, not for the duplicate check.
    private mutating func touched(_ status: Fprint.EnrollStatus) -> [DeviceEffect] {
        let told = DeviceEffect.enrollStatus(status, done: false)
        guard action?.looksForDuplicate == true else {
            return [told] + setFinger(needed: isFingerNeeded, present: false)
        }
        return setFinger(needed: false, present: false) + [told]
    }

    /// - Parameter isSettled: whether the reader has ended the scan.
    private mutating func finished(_ status: DeviceEffect, isSettled: Bool) -> [DeviceEffect] {
        let isEnrolment = action?.kind == .enrolment
        action?.phase = isSettled ? .done : .settling(stop: nil)
        // The judged finger may still be there.
        let finger = setFinger(needed: false, present: !isSettled && isFingerPresent)
        return isEnrolment ? finger + [status] : [status] + finger
    }

    private mutating func end(_ action: DeviceAction, stoppedBy call: CallID?) -> [DeviceEffect] {
        var (action, effects) = (action, [DeviceEffect]())
        switch action.phase {
        case .starting(let start): effects = [.reply(start), .endAction]
        case .running: effects = [.endAction]
        case .ending(let earlier):
            self.action = action
            self.action?.phase = .ending(reply: earlier ?? call)
            return []
        case .settling(let stop):
            self.action = action
            self.action?.phase = .settling(stop: stop ?? call)
            return [.endAction]
        case .done: return []
        }
        action.phase = .ending(reply: call)
        self.action = action
        return effects
    }

    /// An action ended from here is over; a judgement meanwhile does not count.
    private mutating func ended(_ action: DeviceAction, _ enrolment: Fprint.EnrollStatus) -> [DeviceEffect] {
        self.action = nil
        var effects = setFinger(needed: false, present: false)
        if !action.isForgotten {
            effects.append(
                action.kind == .enrolment ? .enrollStatus(enrolment, done: true) : .status(.noMatch, done: true))
        }
        if case .ending(let call?) = action.phase { effects.append(.reply(call)) }
        guard action.isForgotten || !action.whenEnded.isEmpty else { return effects }
        return effects + close(action.whenEnded)
    }

    private mutating func refuseWaiting() -> [DeviceEffect] {
        guard let waiting = waitingClaim else { return [] }
        waitingClaim = nil
        return [.refuse(waiting.call, .openFailed(.failed(.disconnected)))]
    }

    /// Reports only changes.
    private mutating func setFinger(needed: Bool, present: Bool) -> [DeviceEffect] {
        var effects: [DeviceEffect] = []
        if needed != isFingerNeeded { effects.append(.fingerNeeded(needed)) }
        if present != isFingerPresent { effects.append(.fingerPresent(present)) }
        (isFingerNeeded, isFingerPresent) = (needed, present)
        return effects
    }
}
