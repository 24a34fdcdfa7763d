import GateCore
import GateGuidance
import GateModel
import GatePolicy
import GateSecret
import GateSocket
import GateWire

/// One method of an interface: everything that the daemon knows about it.
protocol Method: SendableMetatype {
    static var interface: VarlinkInterface { get }

    /// The method's name without the interface.
    static var name: String { get }

    /// Defaults to root alone, so that a new method stays closed until it is opened on purpose.
    static var callers: Callers { get }

    /// The error for those who may not call it.
    static var closed: CallFailure { get }

    /// The name of the required parameter that carries a secret; nil if the method takes at most a credential.
    static var secret: String? { get }

    /// The operation that the method asks the user for; nil if it asks nothing.
    static var operation: Operation? { get }

    /// Whether "sign in with the app" is offered as the last way out.
    static var hasSignIn: Bool { get }

    /// Whether the answer depends on who is in front of the machine.
    static var isAboutFingers: Bool { get }

    static var turn: MethodTurn { get }

    static var needsMore: Bool { get }

    /// A oneway call whose method refers to the waiting call overtakes the calls queued before it.
    static var bearing: Bearing { get }

    /// The progress reply for the caller; nil for progress that this interface does not report.
    static func answer(telling progress: Progress, for situation: GateGuidance.Situation, in language: Language)
        -> WireObject?

    static var progressKind: AnswerKind { get }

    /// Makes the final reply if that needs no waiting, or returns nil. On the loop.
    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame?

    /// Reads the parameters, asks the gatekeeper, and makes the final reply. On the loop, except for long lists
    /// (`ListWriter`).
    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame
}

extension Method {
    static var callers: Callers { .root }
    static var secret: String? { nil }
    static var operation: Operation? { nil }
    static var hasSignIn: Bool { false }
    static var isAboutFingers: Bool { operation != nil }
    static var turn: MethodTurn { .waits }
    static var needsMore: Bool { turn.isWatch }
    static var bearing: Bearing { .none }

    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame? { nil }

    static var fullName: String { interface.name + "." + name }

    /// Takes the secret that the method declares.
    static func takeSecret(of call: inout IncomingCall) throws(CallFailure) -> SecretBytes {
        guard let payload = call.takePayload() else {
            throw .fault(.missing(secret ?? "secret", oneway: call.oneway))
        }
        return payload
    }
}

/// Who may call a method, among those whom its socket admits.
enum Callers {
    case root
    /// The gate interface admits every local user; the face interface admits `biogate-fprintd` and root.
    case everybody

    func include(_ user: UserID) -> Bool {
        switch self {
        case .root: user == .root
        case .everybody: true
        }
    }
}

/// How a method's calls queue behind other calls of the same user.
enum MethodTurn {
    /// Whether the call lasts until the connection ends.
    var isWatch: Bool {
        switch self {
        case .watches, .watchesUser: true
        case .waits, .immediate: false
        }
    }

    /// Waits for a turn (`CallTurns`).
    case waits
    /// Starts at once.
    case immediate
    /// Starts at once, and reports changes until the connection ends.
    case watches
    /// Like `watches`; if the user must be loaded first, waits for a turn to do so.
    case watchesUser
}

/// How a method's calls relate to the waiting call on their connection.
enum Bearing {
    case none
    case aboutWaitingCall
    case endsWaitingCall
}

/// A method of the gate interface.
protocol GateMethod: Method {}

extension GateMethod {
    static var interface: VarlinkInterface { .gate }
    static var closed: CallFailure { .refused(.notPermitted(.administratorOnly)) }
    static var progressKind: AnswerKind { .progress }

    static func answer(
        telling progress: Progress, for situation: GateGuidance.Situation, in language: Language
    ) -> WireObject? {
        ["progress": .object(progress.wire(message: progress.message(for: situation, in: language)))]
    }
}

/// A method that is always answered from memory.
protocol ImmediateMethod: Method {
    static func reply(in context: CallContext) -> OutgoingFrame
}

extension ImmediateMethod {
    static var turn: MethodTurn { .immediate }

    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame? { reply(in: context) }

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        reply(in: context)
    }
}

/// A method that is answered from a user's state: at once, or after loading the user.
protocol StatusMethod: GateMethod {
    associatedtype Parameters

    static func read(_ parameters: WireObject) throws(CallFault) -> Parameters

    static func reply(_ parameters: Parameters, telling view: UserView, in context: CallContext) -> OutgoingFrame
}

extension StatusMethod {
    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame? {
        let (parameters, user) = try asked(call, in: context)
        guard let view = context.knownView(of: user) else { return nil }
        return reply(parameters, telling: view, in: context)
    }

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let (parameters, user) = try asked(call, in: context)
        return reply(parameters, telling: try await context.view(of: user), in: context)
    }

    private static func asked(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> (Parameters, UserID) {
        let parameters = call.parameters
        let asked = try reading { () throws(CallFault) in try read(parameters) }
        return (asked, try context.user(parameters))
    }
}
