import GateModel
import GatePolicy
import GateSystem

extension Gatekeeper {
    /// How long somebody who is being logged in waits for a reader before other ways are better.
    static let loginPatience = Duration.seconds(1)

    /// Keeps a reader open until the call is ended; `opened` is called once it is.
    func keepOpen(
        _ reader: ReaderID, for caller: Caller, opened: @Sendable () -> Void
    ) async throws(FaceFailure) {
        let end = turns.keep(reader, on: caller.connection)
        var failure: FaceFailure?
        do throws(SensorError) {
            try await sensor.hold(reader)
        } catch {
            failure = faced(error, on: reader)
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
                failure = failure ?? faced(error, on: reader)
            }
            if let untidy = turns.released(reader) { tidyUp(untidy) }
        }
        if let failure { throw failure }
    }

    /// Whether a touch could be asked for at the reader within a moment: what runs there ends, or gives way.
    private func canBeHad(_ reader: ReaderID) async -> Bool {
        guard let holder = turns.holder(of: reader), calls[holder]?.givesWay != true else { return true }
        let ticket = turns.nextTicket()
        defer { leave(ticket, reader) }
        return await takeFirst(reader, ticket)
    }

    /// Has a scan before end at a reader that it left busy: its finger may lie there still. False where that was laid down for
    /// an app and is not lifted within a moment: armed anew, the reader would take it for the login's.
    func settle(_ reader: ReaderID) async -> Bool {
        guard let judged = turns.lastJudged(reader) else { return true }
        if judged.isLogins {
            let left = Self.loginPatience - (clock.now().sinceBoot - judged.at.sinceBoot)
            // A reader that does not end it fails the next scan, which says so.
            do throws(SensorError) { try await sensor.settle(reader, within: max(.zero, left)) } catch {}
        } else {
            // However long ago that was: whether the finger is off, the reader says.
            let settling = Task.immediate(executorPreference: tasks) { [sensor] in
                // A task is on the actor only where it captures that.
                _ = self
                do throws(SensorError) { try await sensor.settle(reader, within: nil) } catch {}
                return !Task.isCancelled
            }
            let limit = after(Self.loginPatience) { _ in settling.cancel() }
            defer { limit.cancel() }
            guard await settling.value else { return false }
        }
        turns.settled(reader)
        return true
    }

    /// Returns when the reader has ended the scan that was judged, or, where the call is ended, a second after that.
    func awaitSettling(_ session: inout ReaderSession) async {
        let (sensor, reader, request) = (sensor, session.reader.id, session.request)
        let settling = Task.immediate(executorPreference: tasks) { [inbox = request.inbox] in
            // A task is on the actor only where it captures that.
            _ = self
            do throws(SensorError) { try await sensor.settle(reader, within: nil) } catch {}
            inbox.post(.settled)
        }
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
