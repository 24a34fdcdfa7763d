internal import BiometricGate
internal import GateModel

/// Decides when to touch the reader from the waiting calls' reports: once for each wanted touch, and never before the
/// previous one was judged.
package struct TouchPlan {
    enum Step: Hashable {
        /// Wait for the next report.
        case wait
        /// Touch now.
        case touch
        /// All touches are made, and the last one is judged.
        case done
        /// The call ended first.
        case ended
    }

    /// Nil makes as many touches as the call wants.
    private let count: Int?
    /// Whether the call ends with the last touch.
    private let isLast: Bool
    private var touches = 0
    /// The call whose reader is touched.
    private var request: RequestID?
    private var awaitsJudgement = false
    /// Whether the reader has seen the touch that awaits its judgement.
    private var isSeen = false

    package init(count: Int?, isLast: Bool = false) {
        self.count = count
        self.isLast = isLast
    }

    var touchesMade: Int { touches }

    mutating func reported(_ change: RequestUpdate.Change, of id: RequestID, _ event: Progress.Event?) -> Step {
        if let request, id != request { return .wait }
        if change == .ended { return ended(id) }
        switch event {
        case .waitingForFinger:
            // After a duplicate check, an enrolment asks for the next touch without a report on the last one.
            if awaitsJudgement && isSeen && judged() == .done { return .done }
            return wanted(id)
        case .retry, .noMatch, .stagePassed, .matched: return judged()
        case .fingerPresent:
            isSeen = awaitsJudgement
            return .wait
        case .queued, .credentialWrong, .credentialWanted, nil: return .wait
        }
    }

    private mutating func wanted(_ id: RequestID) -> Step {
        if let count, touches >= count { return .wait }
        request = id
        awaitsJudgement = true
        isSeen = false
        touches += 1
        return .touch
    }

    private mutating func judged() -> Step {
        guard awaitsJudgement else { return .wait }
        awaitsJudgement = false
        return touches == count && !isLast ? .done : .wait
    }

    /// A call that ends after the last touch has judged it.
    private func ended(_ id: RequestID) -> Step {
        guard request == id else { return .wait }
        return count == nil || touches == count ? .done : .ended
    }
}
