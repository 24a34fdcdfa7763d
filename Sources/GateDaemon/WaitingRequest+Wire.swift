import GateGuidance
import GateModel
import GatePolicy
import GateWire

extension WaitingRequest {
    /// The request as its user's other programs see it; `credentials` are those that the user has.
    func described(_ credentials: CredentialFacts) -> Request {
        Request(
            id: id, processID: ask.caller.peer.process, command: ask.caller.program.command,
            executable: ask.caller.program.executable, unit: ask.caller.program.app ?? ask.caller.program.unit,
            operation: ask.operation, item: ask.item, reason: ask.reason,
            factors: ask.factors.filter { Credential($0).map(credentials.has) ?? wantsFinger },
            progress: progress, label: ask.label, interaction: ask.interaction)
    }
}

extension Request {
    func wire(in language: Language) -> WireObject {
        let situation = GateGuidance.Situation(operation: operation, item: item, label: label)
        return wire(progressMessage: progress?.message(for: situation, in: language) ?? "")
    }
}
