import GateModel
import GatePolicy
import GateSystem

/// Ends the calls of those who are not in front of the machine any more.
///
/// It lives on the Gatekeeper's loop.
final class SeatChanges {
    private let situations: Situations
    private let turns: Turns
    private let calls: WaitingCalls
    private let errands: Errands
    /// Behind the last time that something came of a change of the seats.
    private var pause: LoopTimer?
    private var areNew = false

    private static let pause: Duration = .milliseconds(50)

    init(situations: Situations, turns: Turns, calls: WaitingCalls, errands: Errands) {
        self.situations = situations
        self.turns = turns
        self.calls = calls
        self.errands = errands
    }

    /// From the next decision on that counts. What else comes of it comes at once, and then behind a pause, however often
    /// a user's sessions change meanwhile.
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
        for request in calls.all where !request.ask.isForFace {
            switch situations.obstacle(to: request.ask.caller) {
            case nil: break
            case .locked: request.cancel(by: .sessionLocked)
            case .remote, .inactive, .loggedOut: request.interrupt(.notInteractive)
            }
        }
        let readers = situations.readers
        for request in calls.all where !request.readers.isEmpty {
            let present = request.readers.compactMap { readers[$0] }
            if !present.isEmpty, present.allSatisfy(readers.isCovered) { request.interrupt(.notInteractive) }
        }
    }

    /// - Parameter user: whose session it is; nil where it may be anybody's.
    func locked(of user: UserID?) {
        // The screen's own lock asks for a finger by the face interface, perhaps before it is known to be locked.
        for request in calls.all(of: user) where !request.ask.isForFace { request.cancel(by: .sessionLocked) }
    }
}
