import GateModel
import GatePolicy
import GateSystem

/// Waits until the previous scan at a reader has ended, because its finger may still be on the reader.
///
/// Confined to the Gatekeeper's loop.
final class Settling {
    private let operations: SensorOperations
    private let turns: Turns
    private let clock: GateClock
    private let timers: any Timers

    init(operations: SensorOperations, turns: Turns, clock: GateClock, timers: any Timers) {
        self.operations = operations
        self.turns = turns
        self.clock = clock
        self.timers = timers
    }

    /// Returns false if the finger was placed for an app and is not lifted within a second: armed again, the reader
    /// would take it for the login's finger.
    func settle(_ reader: ReaderID) async -> Bool {
        guard let judged = turns.lastJudged(reader) else { return true }
        if judged.isLogins {
            let left = FaceAsk.patience - (clock.now().sinceBoot - judged.at.sinceBoot)
            // If the reader does not end the scan, the next one fails and reports it.
            do throws(SensorError) { try await operations.sensor.settle(reader, within: max(.zero, left)) } catch {}
        } else {
            // However long ago the scan was judged, only the reader knows whether the finger is off.
            let settling = operations.settle(reader)
            let limit = timers.timer(after: FaceAsk.patience) { settling.cancel() }
            defer { limit.cancel() }
            guard await settling.value else { return false }
        }
        turns.settled(reader)
        return true
    }

    /// Returns when the reader has ended the judged scan; for a call that is ended, at most a second later.
    func awaitEnd(_ session: inout ReaderSession) async {
        let (reader, call) = (session.reader.id, session.call)
        let settling = operations.settle(reader, call.inbox)
        defer { settling.cancel() }
        session.timers.cancel()
        if call.isDecided { session.timers.startFarewell() }
        while let event = await call.inbox.next() {
            switch event {
            case .settled:
                turns.settled(reader)
                return
            case .abandoned: return
            case .interrupted: session.timers.startFarewell()
            case .turn, .scan, .finished, .deadline, .turnOver, .wanted, .unanswered, .spent, .quiet, .graceOver,
                .placed, .waitOver, .answered, .held, .promptChanged, .taken, .matchOver:
                break
            }
        }
    }
}
