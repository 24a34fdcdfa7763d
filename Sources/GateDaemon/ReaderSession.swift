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
    /// Whether another call had the reader when this one wanted it.
    var hasQueued = false
    /// An operation that did not end when it was told to; the reader is not free before it does.
    var leftBehind: Task<Void, Never>?
}

extension Gatekeeper {
    /// Takes a call up among those that wait; `end` ends that.
    func begin(
        _ ask: Ask, on reader: Reader, of account: Account, isLimitPerTouch: Bool
    ) async throws(GateError) -> ReaderSession {
        let request = try await open(ask)
        return ReaderSession(
            request: request, reader: reader, account: account,
            timers: ScanTimers(
                inbox: request.inbox, limit: ask.timeout, isPerTouch: isLimitPerTouch, timers: loop),
            template: Progress(.queued, reader: reader.id))
    }

    /// Gives the reader, or the place in the queue, to the next.
    func end(_ session: inout ReaderSession) {
        session.timers.cancel()
        close(session.request)
        giveUpReader(&session)
    }

    /// Gives the reader, or the place in the queue, to the next, as soon as nothing of the call's runs there.
    func giveUpReader(_ session: inout ReaderSession) {
        let request = session.request.id
        let home = PrintHome(reader: session.reader.id, user: session.account.user.id)
        guard let operation = session.leftBehind.take() else { return freed(home, by: request) }
        Task(executorPreference: tasks) {
            await operation.value
            await self.freed(home, by: request)
        }
    }

    private func freed(_ home: PrintHome, by request: RequestID) {
        leaveLane(request, home.reader)
        reconcileLater(home)
    }
}
