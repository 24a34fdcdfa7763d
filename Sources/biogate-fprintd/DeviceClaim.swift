import GateModel
import GateWire

/// Who has a reader, and whether it is open for that.
struct DeviceClaim {
    enum Phase {
        /// The reader is being opened; the call is answered when it is. Nil once the call has its answer.
        case opening(CallID?)
        case open
        /// The daemon has lost it, which the release tells.
        case lost(FaceFailure)
        /// The reader is being closed; the calls are answered when it is.
        case closing([CallID])
    }

    let owner: BusName
    let user: ClaimedUser
    var phase: Phase
    /// Its connection is gone, or its release was answered already: no call hears of its end.
    var isForgotten = false

    var isOpen: Bool {
        switch phase {
        case .open, .lost: true
        case .opening, .closing: false
        }
    }
}

/// What runs on the reader.
struct DeviceAction {
    enum Kind: Hashable, Sendable {
        case verification, enrolment, deletion
    }

    enum Phase {
        /// The daemon has not taken it up; the call is answered when it has. A deletion stays so to its end.
        case starting(CallID)
        case running
        /// It was ended from here, and the daemon has not said that it is over.
        case ending(reply: CallID?)
        /// Its result was told, and the reader has not ended it; perhaps a stop waits for that.
        case settling(stop: CallID?)
        /// It goes on until its stop.
        case done
    }

    let kind: Kind
    /// The finger that the caller named; nil: any, or all.
    let asked: Finger?
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
