import GateModel
import GateSystem

/// Whether a user has a password that could be checked.
enum PasswordState: Hashable, Sendable {
    case set, notSet
    /// The helper could not be asked.
    case unknown
}

/// What the password helper has said of a user.
struct PasswordKnowledge {
    private(set) var state = PasswordState.unknown
    /// By the time since the boot; nil before the helper's first answer, and where that is known to be out of date.
    private(set) var learnedAt: Duration?
    /// What the helper is being asked.
    var question: Pledge<PasswordState>?
    /// Until the helper's first answer, or until nobody waits for it any longer, which the timer says.
    var firstQuestion: (pledge: Pledge<Void>, patience: LoopTimer)?
    /// When the helper is asked again that did not answer, and after how long the next time.
    private var retry: LoopTimer?
    private var pause = Self.firstPause
    private static let firstPause: Duration = .seconds(2)
    private static let longestPause: Duration = .seconds(60)

    /// One call may ask more than once: an answer that is not older than this is not asked for again.
    private static let freshness: Duration = .milliseconds(100)

    func isFresh(at now: Duration) -> Bool { learnedAt.map { $0 + Self.freshness > now } ?? false }

    /// False where what was asked at `asked` takes nothing back of what the helper answered somebody else meanwhile.
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

    /// The system's files have changed: what is being asked is asked once more.
    mutating func outdate() {
        learnedAt = nil
        question = nil
    }

    /// A helper that did not answer is asked again, ever more rarely, by the timer that is made for the pause.
    mutating func askAgain(_ timer: (Duration) -> LoopTimer) {
        guard retry == nil else { return }
        retry = timer(pause)
        pause = min(pause * 2, Self.longestPause)
    }

    mutating func asksAgain() { retry = nil }

    mutating func forget() { retry?.cancel() }
}
