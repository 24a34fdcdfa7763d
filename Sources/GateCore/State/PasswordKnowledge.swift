import GateModel
import GateSystem

/// Whether a user has a password that could be checked.
enum PasswordState: Hashable, Sendable {
    case set, notSet
    /// The helper could not be asked.
    case unknown
}

/// The password helper's answers about a user.
struct PasswordKnowledge {
    private(set) var state = PasswordState.unknown
    /// The time since boot; nil before the helper's first answer, and if that is known to be out of date.
    private(set) var learnedAt: Duration?
    /// The question that the helper is being asked.
    var question: Pledge<PasswordState>?
    /// Pending until the helper's first answer, or until callers stop waiting (1 s), which the timer ends.
    var firstQuestion: (pledge: Pledge<Void>, patience: LoopTimer)?
    /// The timer that asks the helper again, and the next pause.
    private var retry: LoopTimer?
    private var pause = Self.firstPause
    private static let firstPause: Duration = .seconds(2)
    private static let longestPause: Duration = .seconds(60)

    /// One call may ask more than once; an answer of at most this age is used again.
    private static let freshness: Duration = .milliseconds(100)

    func isFresh(at now: Duration) -> Bool { learnedAt.map { $0 + Self.freshness > now } ?? false }

    /// Takes in an answer. Returns false if it is a failure and the helper has answered another question since `asked`.
    mutating func learn(_ answer: PasswordState, asked: Duration, at now: Duration) -> Bool {
        if answer == .unknown, let learnedAt, learnedAt > asked { return false }
        state = answer
        learnedAt = now
        if answer != .unknown {
            retry = nil
            pause = Self.firstPause
        }
        return true
    }

    /// The system's files have changed, so a running question must be asked again.
    mutating func outdate() {
        learnedAt = nil
        question = nil
    }

    /// Asks a helper again that did not answer, by a timer that `timer` makes. The pauses grow.
    mutating func askAgain(_ timer: (Duration) -> LoopTimer) {
        guard retry == nil else { return }
        retry = timer(pause)
        pause = min(pause * 2, Self.longestPause)
    }

    mutating func asksAgain() { retry = nil }

    mutating func forget() { retry?.cancel() }
}
