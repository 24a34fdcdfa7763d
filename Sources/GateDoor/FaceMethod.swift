import GateGuidance
import GateModel
import GateSocket
import GateWire

/// A method of the face interface: it may ask about any user's fingers, and opens no item.
protocol FaceMethod: Method {}

extension FaceMethod {
    static var interface: VarlinkInterface { .face }
    static var turn: MethodTurn { .immediate }
    static var closed: CallFailure { .faced(.notPermitted) }
    // biogate-fprintd turns each of them into a signal on the bus.
    static var progressKind: AnswerKind { .change }

    static func answer(
        telling progress: Progress, for situation: GateGuidance.Situation, in language: Language
    ) -> WireObject? { FaceAnswer(progress)?.wire }

    /// The user that the call is about.
    static func user(_ parameters: WireObject) throws(CallFault) -> UserID {
        guard let user = try parameters.userIDIfPresent("uid") else { throw .missing("uid") }
        return user
    }
}

/// Holds the methods of `org.biometricgate.Face`, since the gate interface has methods of the same names.
enum FaceMethods {}

extension FaceAnswer {
    /// Nil for progress that the face interface does not report.
    fileprivate init?(_ progress: Progress) {
        switch progress.event {
        case .waitingForFinger: self = .waitingForFinger
        case .fingerPresent: self = .fingerPresent
        case .retry: self = .retry(progress.hint ?? .poorScan)
        // The last stage is not reported: the kept print is reported instead.
        case .stagePassed where progress.stage ?? 0 < progress.stages ?? 0: self = .stagePassed
        // The call's result reports the judgement; fprintd has no status for the others.
        case .queued, .noMatch, .matched, .stagePassed, .credentialWrong, .credentialWanted: return nil
        }
    }
}
