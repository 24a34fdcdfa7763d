import GateGuidance
import GateModel
import GateSocket
import GateWire

/// A method of the second interface: it may ask about everybody's fingers, and opens nothing.
protocol FaceMethod: Method {}

extension FaceMethod {
    static var interface: VarlinkInterface { .face }
    static var turn: MethodTurn { .immediate }
    static var closed: CallFailure { .faced(.notPermitted) }
    // Each of them is a signal on the bus.
    static var progressKind: AnswerKind { .change }

    static func answer(
        telling progress: Progress, for situation: GateGuidance.Situation, in language: Language
    ) -> WireObject? { FaceAnswer(progress)?.wire }

    /// The user whom the call is about.
    static func user(_ parameters: WireObject) throws(CallFault) -> UserID {
        guard let user = try parameters.userIDIfPresent("uid") else { throw .missing("uid") }
        return user
    }
}

/// The methods of `org.biometricgate.Face`, whose names are those of others in the first interface.
enum FaceMethods {}

extension FaceAnswer {
    /// Nil for what the second interface does not tell.
    fileprivate init?(_ progress: Progress) {
        switch progress.event {
        case .waitingForFinger: self = .waitingForFinger
        case .fingerPresent: self = .fingerPresent
        case .retry: self = .retry(progress.hint ?? .poorScan)
        // After the last one the print is kept, which is told instead.
        case .stagePassed where progress.stage ?? 0 < progress.stages ?? 0: self = .stagePassed
        // Of an own turn that is over the scan itself tells.
        case .queued, .noMatch, .matched, .stagePassed, .credentialWrong, .credentialWanted: return nil
        }
    }
}
