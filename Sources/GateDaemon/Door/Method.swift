import GateGuidance
import GateModel
import GatePolicy
import GateSecret
import GateSocket
import GateWire

/// One method of an interface: all that the daemon knows of it.
protocol Method: SendableMetatype {
    static var interface: VarlinkInterface { get }

    /// The part of the method's name behind the interface.
    static var name: String { get }

    /// Root alone, unless it says otherwise: a method that is added stays closed until somebody opens it.
    static var callers: Callers { get }

    /// What is said to those who may not call it.
    static var closed: CallFailure { get }

    /// The parameter that carries its secret, and is always given; nil where it takes none but a credential.
    static var secret: String? { get }

    /// What the user is asked for by it; nil where nobody is.
    static var operation: Operation? { get }

    /// Whether signing in with the app is a way out where nothing else is.
    static var hasSignIn: Bool { get }

    /// Whether it matters who is in front of the machine.
    static var isAboutFingers: Bool { get }

    static var turn: MethodTurn { get }

    /// Whether it must be called with `more`.
    static var needsMore: Bool { get }

    /// A oneway call of one that is about the call that waits overtakes those before it.
    static var bearing: Bearing { get }

    /// How far a call is, as its caller is told; nil for what this interface does not tell.
    static func answer(telling progress: Progress, for situation: GateGuidance.Situation, in language: Language)
        -> WireObject?

    static var progressKind: AnswerKind { get }

    /// Makes the last answer if that takes no wait; nil where it does. On the loop.
    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame?

    /// Reads the parameters, asks the gatekeeper, and makes the last answer. On the loop, but for long lists
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

    /// The secret of a call, which the method states that it takes.
    static func takeSecret(of call: inout IncomingCall) throws(CallFailure) -> SecretBytes {
        guard let payload = call.takePayload() else {
            throw .fault(.missing(secret ?? "secret", oneway: call.oneway))
        }
        return payload
    }
}

/// Who may call a method, of those whom its socket lets in.
enum Callers {
    case root
    /// Of the first interface every local user; of the second the account `biogate-fprintd`.
    case everybody

    func include(_ user: UserID) -> Bool {
        switch self {
        case .root: user == .root
        case .everybody: true
        }
    }
}

/// How a method's calls stand to the others of the same user.
enum MethodTurn {
    /// Whether it ends with the connection.
    var isWatch: Bool {
        switch self {
        case .watches, .watchesUser: true
        case .waits, .immediate: false
        }
    }

    /// Waits for them where there are many.
    case waits
    /// Is begun at once.
    case immediate
    /// Tells of changes until the connection ends.
    case watches
    /// As `watches`, once the user is known: that is waited for as by others.
    case watchesUser
}

/// How a method's calls stand to the call that waits on their connection.
enum Bearing {
    case none
    case aboutWaitingCall
    case endsWaitingCall
}

/// A method of the first interface.
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

/// A method that is answered from what is in memory, whoever calls.
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

/// A method that is answered from what is known of a user: at once, or else when the user is loaded.
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
