import GateModel

/// The owner of a reader's claim, and whether the reader is open for it.
struct DeviceClaim {
    enum Phase {
        /// The reader is being opened; the call is answered afterwards. Nil once it is answered.
        case opening(CallID?)
        case open
        /// The daemon has lost the reader; the release reports it.
        case lost(FaceFailure)
        /// The reader is being closed; the calls are answered afterwards.
        case closing([CallID])
    }

    let owner: BusName
    let user: ClaimedUser
    var phase: Phase
    /// The owner's connection is gone, or its release was answered: no call waits for the end.
    var isForgotten = false

    var isOpen: Bool {
        switch phase {
        case .open, .lost: true
        case .opening, .closing: false
        }
    }
}

/// The action that runs on a reader.
struct DeviceAction {
    enum Kind: Hashable, Sendable {
        case verification, enrolment, deletion
    }

    enum Phase {
        /// The daemon has not begun it; the call is answered then. A deletion stays here until its end.
        case starting(CallID)
        case running
        /// It was ended from here; the daemon has not confirmed the end.
        case ending(reply: CallID?)
        /// Its result was reported, and the reader has not ended the scan; a stop may wait for that.
        case settling(stop: CallID?)
        /// It is done and waits for its stop.
        case done
    }

    let kind: Kind
    /// The finger that the caller named; nil: any, or all.
    let asked: Finger?
    var phase: Phase
    /// The finger to report as selected when the reader first wants one for a verification.
    var finger = "any"
    var isSelected = false
    /// The present touch is the duplicate check before an enrolment, a separate operation.
    var looksForDuplicate = false
    /// Calls that wait for its end to release the reader.
    var whenEnded: [CallID] = []
    /// Whether its end is not reported.
    var isForgotten = false
}
