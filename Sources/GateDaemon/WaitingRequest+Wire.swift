import GateGuidance
import GateModel
import GateWire

extension WaitingRequest {
    /// The request as its user's other programs see it.
    var described: Request {
        Request(
            id: id, processID: ask.caller.peer.process, command: ask.caller.program.command,
            executable: ask.caller.program.executable, unit: ask.caller.program.app ?? ask.caller.program.unit,
            operation: ask.operation, item: ask.item, reason: ask.reason, factors: ask.factors, progress: progress)
    }
}

extension Request {
    func wire(in language: Language) -> WireObject {
        let situation = GateGuidance.Situation(operation: operation, item: item)
        return wire(progressMessage: progress?.message(for: situation, in: language) ?? "")
    }
}
