// What callers ask of one reader, and what comes of it.
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
    case refuse(CallID, Fprint.Refusal)
    /// Open the reader and keep it open; and no more.
    case hold
    case letGo
    /// Begin a verification of that user's: of one finger, or, nil, of any.
    case verify(UserID, Finger?)
    case enroll(UserID, Finger)
    /// Delete that user's print of a finger, or, nil, all of them.
    case delete(UserID, Finger?)
    /// End the verification or the enrolment that was begun, or the wait for its reader to be done; it is told of its end all
    /// the same.
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
