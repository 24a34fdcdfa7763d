import GateModel
import GatePolicy
import GateSystem

/// Keeps readers open for the face interface's claims.
///
/// It lives on the Gatekeeper's loop.
final class FaceHolding {
    private let sensor: any FingerprintSensor
    private let turns: Turns
    private let calls: WaitingCalls
    private let situations: Situations

    init(sensor: any FingerprintSensor, turns: Turns, calls: WaitingCalls, situations: Situations) {
        self.sensor = sensor
        self.turns = turns
        self.calls = calls
        self.situations = situations
    }

    /// Keeps a reader open until the call is ended; `opened` is called once it is.
    func run(
        _ reader: ReaderID, for caller: Caller, opened: @Sendable () -> Void
    ) async throws(FaceFailure) {
        let end = turns.keep(reader, on: caller.connection)
        var failure: FaceFailure?
        do throws(SensorError) {
            try await sensor.hold(reader)
        } catch {
            failure = situations.faced(error, on: reader)
        }
        let isOpen = failure == nil
        if isOpen, caller.life.endedBy == nil {
            if await canBeHad(reader) {
                opened()
                await end.value()
            } else {
                failure = .failed(.busy)
            }
        }
        let isLast = turns.letGo(of: reader, on: caller.connection)
        if isOpen, isLast {
            do throws(SensorError) {
                try await sensor.letGo(of: reader)
            } catch {
                failure = failure ?? situations.faced(error, on: reader)
            }
            turns.closed(reader)
        }
        if let failure { throw failure }
    }

    /// Whether a touch could be asked for at the reader within a moment: what runs there ends, or gives way.
    private func canBeHad(_ reader: ReaderID) async -> Bool {
        guard let holder = turns.holder(of: reader), calls[holder]?.givesWay != true else { return true }
        let ticket = turns.nextTicket()
        defer { turns.leave(ticket, reader) }
        return await turns.takeFirst(reader, ticket, within: FaceAsk.patience)
    }
}
