import GateModel
import GateSystem

/// Work that goes on behind the calls: a part names it, the Gatekeeper starts it and enters the parts again.
enum Errand: Sendable {
    /// Writes what the ledger has taken up.
    case workOff
    /// Writes the notes that waited for others.
    case writeNotes
    /// Asks the password helper about a user for the first time; the pledge is kept in any case.
    case learnPasswordFirst(UserID, Pledge<Void>)
    /// Nobody waits for the helper's first answer any longer.
    case endFirstQuestion(UserID, Pledge<Void>)
    /// Asks the password helper again, which did not answer.
    case learnPasswordAgain(UserID)
    /// Deletes from a reader's storage the prints that are deleted here already.
    case tidyUp(ReaderID)
    /// Compares a reader's storage with the users' prints, after the reader's rest.
    case reconcile(ReaderID)
    /// A call leaves a reader once nothing of it runs there.
    case leave(Departure)
    /// Ends a wait for a reader.
    case stopWaiting(RequestID)
    /// A pause is over in which the seats may have changed.
    case followSeats
    /// Ends the wait for the calls' end before sleep.
    case stopAwaitingCalls
}

/// Whoever carries errands out, on its own loop and behind whatever runs there now.
protocol ErrandRunner: AnyObject, Sendable {
    func run(_ errand: Errand)
}

/// The parts' way to whoever carries errands out. A timer holds the runner weakly and a value, never a part.
final class Errands {
    private let timers: any Timers
    private weak var runner: (any ErrandRunner)?

    init(timers: any Timers) {
        self.timers = timers
    }

    func bind(to runner: any ErrandRunner) { self.runner = runner }

    func run(_ errand: Errand) { runner?.run(errand) }

    func run(_ errand: Errand, after delay: Duration) -> LoopTimer {
        timers.timer(after: delay) { [weak runner] in runner?.run(errand) }
    }
}

/// A call's leaving of a reader, which is free for others once `operation` has ended.
struct Departure: Sendable {
    let request: RequestID
    let home: PrintHome
    let operation: Task<Void, Never>?
}
