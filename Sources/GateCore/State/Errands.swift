package import GateModel
package import GateSystem

/// Work that goes on behind calls. A part names it; the Gatekeeper runs it in a task and enters the parts again.
package enum Errand: Sendable {
    /// Runs the ledger's queued work.
    case workOff
    /// Writes the batched notes.
    case writeNotes
    /// Asks the password helper about a user for the first time. Fulfils the pledge in any case.
    case learnPasswordFirst(UserID, Pledge<Void>)
    /// Ends the wait for the helper's first answer.
    case endFirstQuestion(UserID, Pledge<Void>)
    /// Asks the password helper again, because it did not answer.
    case learnPasswordAgain(UserID)
    /// Deletes prints from a reader's storage that are already deleted here.
    case tidyUp(ReaderID)
    /// Compares a reader's storage with the users' prints, after the reader's rest.
    case reconcile(ReaderID)
    /// Takes a call off a reader once none of its operations runs there.
    case leave(Departure)
    /// Ends a wait for a reader.
    case stopWaiting(RequestID)
    /// Ends a pause in which the seats may have changed.
    case followSeats
    /// Forgets touches at logins that are too old to be spent.
    case forgetOldTouches
    /// Wipes items' keys that were kept as long as they may be.
    case wipeOldKeys
    /// Ends the wait for the calls' end before sleep.
    case stopAwaitingCalls
}

/// Runs errands on its own loop, after the work that runs there now.
package protocol ErrandRunner: AnyObject, Sendable {
    func run(_ errand: Errand)
}

/// The parts' access to the runner of errands. A timer holds the runner weakly and the errand as a value, never a part.
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

/// A call's departure from a reader, which is free for others once `operation` has ended.
package struct Departure: Sendable {
    let call: RequestID
    let home: PrintHome
    let operation: Task<Void, Never>?
}
