import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault
import GateWire

/// Whose turn it is at a reader.
extension Gatekeeper {
    /// The call leaves the reader, which is the next one's.
    func leaveLane(_ ticket: RequestID, _ reader: ReaderID) {
        let next = lanes.leave(ticket, at: reader)
        // Before its turn begins: it may have to end at once.
        share(reader)
        if let next {
            requests[next]?.inbox.post(.turn)
            lanes.begin(next)
        }
        guard lanes.holder(of: reader) == nil, !holds.has(reader), upkeep.takeUntidy(reader) else { return }
        if let present = readers[reader] { tidyUp(present) }
    }

    /// Bounds the turn of the call that has the reader where a call of another user's waits for that: a scan and an
    /// enrolment of many touches alike. A call that has other readers besides leaves this one at once, and so does an app's
    /// scan when a login wants it. What that user's prompt asks for must not become somebody else's print, so an enrolment for which nobody is known to be in front of
    /// the machine ends.
    func share(_ reader: ReaderID) {
        guard let holder = lanes.holder(of: reader).flatMap({ requests[$0] }) else { return }
        let caller = holder.ask.caller
        let held = holder.readers.filter { lanes.holder(of: $0) == holder.id }
        let wanted = held.filter(isWantedByOthers)
        if holder.ask.isForFace, holder.ask.operation == .authenticate {
            lanes.login(of: holder.ask.user, at: reader, keepsWaiting: wanted.contains(reader), now: clock.now())
        }
        if wanted.count < held.count {
            for reader in wanted { holder.inbox.post(.wanted(reader)) }
        } else if holder.givesWay, lanes.isFirstWanted(reader) {
            return holder.inbox.post(.wanted(reader))
        }
        guard wanted.count == held.count else {
            holder.turn = nil
            holder.turnEnds = nil
            holder.turnLeft = nil
            return
        }
        // Who is in front of the machine for the second interface, polkit has said.
        if holder.ask.operation == .enroll, !holder.ask.isForFace,
            !seats.isAttended(caller.program.place, of: caller.peer.user)
        {
            holder.interrupt(.notInteractive)
        }
        guard holder.turn == nil else { return }
        let length = holder.turnLeft.take() ?? configuration.scanTimeout
        holder.turn = loop.timer(after: length) { [inbox = holder.inbox] in inbox.post(.turnOver) }
        holder.turnEnds = clock.now().sinceBoot + length
        // The user has less time than was told.
        if holder.userHasUntil != nil { announce(.changed, holder) }
    }

    /// Whether a call of another user's than of the one that has the reader waits for it; a login is one beside all apps.
    func isWantedByOthers(_ reader: ReaderID) -> Bool {
        guard let holder = lanes.holder(of: reader).flatMap({ requests[$0] }) else { return false }
        return requests.all.contains {
            ($0.ask.party != holder.ask.party || $0.ask.isForFace != holder.ask.isForFace)
                && lanes.holds($0.id, at: reader)
        }
    }
}
