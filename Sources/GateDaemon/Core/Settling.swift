import GateModel
import GatePolicy
import GateSystem

/// Has the scan before end at a reader that it left busy, where a finger may lie still.
///
/// It lives on the Gatekeeper's loop.
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

    /// False where the finger was laid down for an app and is not lifted within a moment: armed anew, the reader would take
    /// it for the login's.
    func settle(_ reader: ReaderID) async -> Bool {
        guard let judged = turns.lastJudged(reader) else { return true }
        if judged.isLogins {
            let left = FaceAsk.patience - (clock.now().sinceBoot - judged.at.sinceBoot)
            // A reader that does not end it fails the next scan, which says so.
            do throws(SensorError) { try await operations.sensor.settle(reader, within: max(.zero, left)) } catch {}
        } else {
            // However long ago that was: whether the finger is off, the reader says.
            let settling = operations.settle(reader)
            let limit = timers.timer(after: FaceAsk.patience) { settling.cancel() }
            defer { limit.cancel() }
            guard await settling.value else { return false }
        }
        turns.settled(reader)
        return true
    }

    /// Returns when the reader has ended the scan that was judged, or, where the call is ended, a second after that.
    func awaitEnd(_ session: inout ReaderSession) async {
        let (reader, request) = (session.reader.id, session.request)
        let settling = operations.settle(reader, request.inbox)
        defer { settling.cancel() }
        session.timers.cancel()
        if request.isDecided { session.timers.startFarewell() }
        while let event = await request.inbox.next() {
            switch event {
            case .settled:
                turns.settled(reader)
                return
            case .abandoned: return
            case .interrupted: session.timers.startFarewell()
            case .turn, .scan, .finished, .deadline, .turnOver, .wanted, .graceOver, .placed, .waitOver, .answered,
                .held, .promptChanged:
                break
            }
        }
    }
}
