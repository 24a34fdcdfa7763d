import GateModel
import GatePolicy

/// One call's use of a reader, from its place in the queue to its leaving.
struct ReaderSession {
    let request: WaitingRequest
    let reader: Reader
    let account: Account
    var timers: ScanTimers
    /// What is told of it, but for the event.
    var template: Progress
    /// What a touch of an enrolment failed with.
    var sensorError: SensorError?
}

extension Gatekeeper {
    /// Takes a call up among those that wait; `end` ends that.
    func begin(
        _ ask: Ask, on reader: Reader, of account: Account, isLimitPerTouch: Bool
    ) throws(GateError) -> ReaderSession {
        let request = try open(ask)
        return ReaderSession(
            request: request, reader: reader, account: account,
            timers: ScanTimers(
                inbox: request.inbox, limit: ask.timeout, isPerTouch: isLimitPerTouch, timers: loop),
            template: Progress(.queued, reader: reader.id))
    }

    /// Gives the reader, or the place in the queue, to the next.
    func end(_ session: inout ReaderSession) {
        session.timers.cancel()
        close(session.request, on: session.reader.id)
    }
}
