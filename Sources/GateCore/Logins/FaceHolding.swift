import GateModel
import GatePolicy
import GateSystem

/// Keeps readers open for the claims of the face interface.
///
/// Confined to the Gatekeeper's loop.
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

    /// Keeps a reader open until the call ends. Calls `opened` once it is open.
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

    /// Whether the reader could be armed within a second: the call that has it ends or gives way in that time.
    private func canBeHad(_ reader: ReaderID) async -> Bool {
        guard let holder = turns.holder(of: reader), calls[holder]?.givesWay != true else { return true }
        let ticket = turns.nextTicket()
        defer { turns.leave(ticket, reader) }
        return await turns.takeFirst(reader, ticket, within: FaceAsk.patience)
    }
}
