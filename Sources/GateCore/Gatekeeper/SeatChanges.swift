import GateModel
import GatePolicy
import GateSystem

/// Ends the calls of users who are no longer in front of the machine.
///
/// Confined to the Gatekeeper's loop.
final class SeatChanges {
    private let situations: Situations
    private let turns: Turns
    private let calls: WaitingCalls
    private let errands: Errands
    /// Runs after the seats' last change was followed; changes meanwhile are followed at its end.
    private var pause: LoopTimer?
    private var areNew = false

    private static let pause: Duration = .milliseconds(50)

    init(situations: Situations, turns: Turns, calls: WaitingCalls, errands: Errands) {
        self.situations = situations
        self.turns = turns
        self.calls = calls
        self.errands = errands
    }

    /// The next decision uses the new seats at once. Calls and watchers follow at most every 50 ms, however often a
    /// user's sessions change.
    func changed(_ seats: SeatFacts) {
        situations.seatsChanged(seats)
        if pause == nil { follow() } else { areNew = true }
    }

    func pauseOver() {
        pause = nil
        if areNew { follow() }
    }

    private func follow() {
        areNew = false
        pause = errands.run(.followSeats, after: Self.pause)
        situations.tellSeats()
        turns.shareAll()
        for call in calls.all where !call.ask.isPermittedElsewhere {
            switch situations.obstacle(to: call.ask.caller) {
            case nil: break
            case .locked: call.cancel(by: .sessionLocked)
            case .remote, .inactive, .loggedOut:
                // A call that waits for a credential alone goes on where a terminal shows it.
                let isTyped: Bool =
                    switch call.progress?.event {
                    case .credentialWanted, .credentialWrong: true
                    default: false
                    }
                let isShown = isTyped && calls.hasPrompt(call.ask, inFront: false)
                if !isShown { call.interrupt(.notInteractive) }
            }
        }
        let readers = situations.readers
        for call in calls.all where !call.readers.isEmpty {
            let present = call.readers.compactMap { readers[$0] }
            if !present.isEmpty, present.allSatisfy(readers.isCovered) { call.interrupt(.notInteractive) }
        }
    }

    /// - Parameter user: the session's user; nil if the session may be anyone's.
    func locked(of user: UserID?) {
        // The screen's lock itself asks for a finger, perhaps before the session counts as locked.
        for call in calls.all(of: user) where !call.ask.isPermittedElsewhere {
            call.cancel(by: .sessionLocked)
        }
    }
}
