import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Who is in front of the machine.
extension Gatekeeper {
    private static let seatsPause: Duration = .milliseconds(50)

    /// From the next decision on that counts. What else comes of it comes at once, and then behind a pause, however often
    /// a user's sessions change meanwhile.
    func seatsChanged(_ seats: SeatFacts) {
        situations.seatsChanged(seats)
        if seatsPause == nil { followSeats() } else { areSeatsNew = true }
    }

    /// Ends the calls of those who are not in front of the machine any more.
    private func followSeats() {
        areSeatsNew = false
        seatsPause = after(Self.seatsPause) { gatekeeper in
            gatekeeper.seatsPause = nil
            if gatekeeper.areSeatsNew { gatekeeper.followSeats() }
        }
        situations.tellSeats()
        turns.shareAll()
        for request in calls.all where !request.ask.isForFace {
            switch obstacle(to: request.ask.caller) {
            case nil: break
            case .locked: request.cancel(by: .sessionLocked)
            case .remote, .inactive, .loggedOut: request.interrupt(.notInteractive)
            }
        }
        for request in calls.all where !request.readers.isEmpty {
            let present = request.readers.compactMap { readers[$0] }
            if !present.isEmpty, present.allSatisfy(readers.isCovered) { request.interrupt(.notInteractive) }
        }
    }

    /// The obstacle to asking the caller for a finger; nil where there is none.
    func obstacle(to caller: Caller) -> SeatObstacle? { situations.obstacle(to: caller) }
}
