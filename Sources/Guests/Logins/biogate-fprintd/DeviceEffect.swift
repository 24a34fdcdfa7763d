// The requests to one reader's state, and its effects.
import GateModel

/// The unique name of a connection to the bus.
typealias BusName = String

/// A method call that waits for its reply.
struct CallID: Hashable, Sendable {
    let number: Int
}

/// The user of a claim.
struct ClaimedUser: Hashable, Sendable {
    let name: String
    /// Nil for a name without an account: it has no prints.
    let id: UserID?
}

/// An effect on one reader; effects are carried out in order.
enum DeviceEffect: Hashable, Sendable {
    case reply(CallID)
    case refuse(CallID, Fprint.Refusal)
    /// Open the reader and keep it open.
    case hold
    case letGo
    /// Begin verifying one finger of this user, or, nil, any.
    case verify(UserID, Finger?)
    case enroll(UserID, Finger)
    /// Delete this user's print of a finger, or, nil, all of them.
    case delete(UserID, Finger?)
    /// End the verification or the enrolment, or the wait for its reader. The daemon still reports the end.
    case endAction
    case fingerSelected(String)
    case status(Fprint.Status, done: Bool)
    case enrollStatus(Fprint.EnrollStatus, done: Bool)
    case fingerNeeded(Bool)
    case fingerPresent(Bool)
    /// Remove the reader's object.
    case vanish
}

/// The claim that a method needs.
enum ClaimedMethod: Hashable, Sendable {
    case claim
    /// Needs the caller's own claim.
    case own
    /// Needs no claim; an existing one must be the caller's.
    case unlessClaimed
}
