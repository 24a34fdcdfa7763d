import GateModel
import GatePolicy
import GateSystem

/// A call's use of readers, from its place in the queue to its leaving.
extension Gatekeeper {
    /// Takes a call up among those that wait; `end` ends that.
    func begin(
        _ ask: Ask, on reader: Reader, besides others: [Reader] = [], of account: Account, isLimitPerTouch: Bool
    ) async throws(GateError) -> ReaderSession {
        let request = try await calls.open(ask, begunIn: authentications.era(of: ask.user))
        return ReaderSession(
            request, on: reader, besides: others, of: account, isLimitPerTouch: isLimitPerTouch, timers: loop)
    }

    /// Gives the readers, or the places in their queues, to the next.
    func end(_ session: inout ReaderSession) {
        session.timers.cancel()
        calls.close(session.request)
        giveUpReaders(&session)
    }

    /// Gives each reader, or the place in its queue, to the next, as soon as nothing of the call's runs there.
    func giveUpReaders(_ session: inout ReaderSession) {
        for reader in session.readers { depart(turns.departure(from: reader.id, &session)) }
    }

    /// Gives the reader up to a login, and waits until the call has it again: see `Turns.prepareToGiveWay`. Returns the factor
    /// if a credential was answered meanwhile.
    func giveWay(_ session: inout ReaderSession) async throws(Interruption) -> Factor? {
        turns.prepareToGiveWay(&session)
        giveUpReaders(&session)
        return try await turns.take(&session)
    }

    /// See `Turns.departuresForOthers`.
    func leaveWanted(_ session: inout ReaderSession) {
        for departure in turns.departuresForOthers(&session) { depart(departure) }
    }

    private func depart(_ departure: Departure) {
        guard let operation = departure.operation else { return left(departure) }
        Task(executorPreference: tasks) {
            await operation.value
            await self.left(departure)
        }
    }

    private func left(_ departure: Departure) {
        leave(departure.request, departure.home.reader)
        reconcileLater(departure.home)
    }

    /// The call or the work leaves the reader, which is the next one's.
    func leave(_ ticket: RequestID, _ reader: ReaderID) {
        if let untidy = turns.leave(ticket, reader) { tidyUp(untidy) }
    }

    /// Takes the reader for work of the face interface's that asks nobody for a finger; whether it is the ticket's within a
    /// moment. The ticket leaves the reader in either case.
    func takeFirst(_ reader: ReaderID, _ ticket: RequestID) async -> Bool {
        if turns.enterFirst(ticket, at: reader) { return true }
        let limit = after(Self.loginPatience) { $0.turns.stopWaiting(ticket) }
        await turns.turn(of: ticket, at: reader)
        limit.cancel()
        return turns.holder(of: reader) == ticket
    }
}
