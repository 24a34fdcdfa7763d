import GateGuidance
import GateModel
import GatePolicy
import GateWire

extension WaitingRequest {
    /// The request as the user's other programs see it at `now`; `credentials` are those that the user has.
    func described(_ credentials: CredentialFacts, at now: Moment) -> Request {
        Request(
            id: id, processID: ask.caller.peer.process, command: ask.caller.program.command,
            executable: ask.caller.program.executable, unit: ask.caller.program.app ?? ask.caller.program.unit,
            operation: ask.operation, item: ask.item, reason: ask.reason,
            factors: ask.factors.filter { Credential($0).map(credentials.has) ?? wantsFinger },
            progress: progress, label: ask.label, interaction: ask.interaction, placement: ask.placement,
            remaining: userHasUntil.map { max(min($0, turnEnds ?? $0) - now.sinceBoot, .zero) })
    }
}

extension RequestChange {
    /// The change as sent to a watcher.
    func wire(in language: Language) -> WireObject {
        var request = request
        switch outcome {
        case nil: break
        case .confirmed(let factor): request.outcome = RequestOutcome(confirmedBy: factor)
        case .refused(let error):
            request.outcome = RequestOutcome(error, guidance: .for(error, situation: situation, in: language))
        }
        let message = request.progress?.message(for: situation, in: language) ?? ""
        return ["change": .string(kind.rawValue), "request": .object(request.wire(progressMessage: message))]
    }
}
