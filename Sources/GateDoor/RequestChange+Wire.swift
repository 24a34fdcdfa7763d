import GateCore
import GateGuidance
import GateModel
import GateWire

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
