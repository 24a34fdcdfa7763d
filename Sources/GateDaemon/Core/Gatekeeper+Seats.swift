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
        self.seats = seats
        readers.isLidClosed = seats.isLidClosed && configuration.fingerprintInteractiveOnly
        if seatsPause == nil { followSeats() } else { areSeatsNew = true }
    }

    /// Ends the calls of those who are not in front of the machine any more.
    private func followSeats() {
        areSeatsNew = false
        seatsPause = after(Self.seatsPause) { gatekeeper in
            gatekeeper.seatsPause = nil
            if gatekeeper.areSeatsNew { gatekeeper.followSeats() }
        }
        statusWatchers.tell(whether: isInteractive, isLidClosed: readers.isLidClosed)
        for reader in lanes.inUse { share(reader) }
        for request in requests.all where !request.ask.isForFace {
            switch obstacle(to: request.ask.caller) {
            case nil: break
            case .locked: cancel(request, by: .sessionLocked)
            case .remote, .inactive, .loggedOut: request.interrupt(.notInteractive)
            }
        }
        for request in requests.all where !request.readers.isEmpty {
            let present = request.readers.compactMap { readers[$0] }
            if !present.isEmpty, present.allSatisfy(readers.isCovered) { request.interrupt(.notInteractive) }
        }
    }

    /// Whether the caller is in front of the machine, as far as logind says, or need not be.
    func isInteractive(_ caller: Caller) -> Bool { obstacle(to: caller) == nil }

    /// The obstacle to asking the caller for a finger; nil where there is none.
    func obstacle(to caller: Caller) -> SeatObstacle? {
        guard configuration.fingerprintInteractiveOnly else { return nil }
        return seats.obstacle(to: caller.program.place, of: caller.peer.user)
    }
}
