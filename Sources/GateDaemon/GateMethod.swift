import GateGuidance
import GateModel
import GatePolicy
import GateSecret
import GateSocket
import GateWire

/// Why a method gives no result.
enum CallFailure: Error {
    /// The call itself is wrong.
    case fault(CallFault)
    /// The gate refuses.
    case refused(GateError)
}

/// One method of the interface: all that the daemon knows of it.
protocol GateMethod: SendableMetatype {
    /// The part of the method's name behind the interface.
    static var name: String { get }

    /// What the user is asked for by it; nil where nobody is.
    static var operation: Operation? { get }

    /// Whether signing in with the app is a way out where nothing else is.
    static var hasSignIn: Bool { get }

    /// Whether it matters who is in front of the machine.
    static var isAboutFingers: Bool { get }

    static var turn: MethodTurn { get }

    /// Whether it is about the call that waits, so that a oneway call overtakes those before it.
    static var isUrgent: Bool { get }

    /// Makes the last answer if that takes no wait; nil where it does. On the loop.
    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame?

    /// Reads the parameters, asks the gatekeeper, and makes the last answer. On the loop, but for long lists
    /// (`ListWriter`).
    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame
}

extension GateMethod {
    static var operation: Operation? { nil }
    static var hasSignIn: Bool { false }
    static var isAboutFingers: Bool { operation != nil }
    static var turn: MethodTurn { .waits }
    static var isUrgent: Bool { false }

    static func answerAtOnce(
        _ call: borrowing IncomingCall, in context: CallContext
    ) throws(CallFailure) -> OutgoingFrame? { nil }
}

/// A method that is answered from what is in memory, whoever calls.
protocol ImmediateMethod: GateMethod {
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
    /// Is answered at once.
    case immediate
    /// Tells of changes until the connection ends.
    case watches
    /// As `watches`, once the user is known: that is waited for as by others.
    case watchesUser
}

/// What a method knows beside its parameters.
struct CallContext: Sendable {
    let caller: Caller
    let language: Language
    let more: Bool
    let gatekeeper: Gatekeeper
    let clock: GateClock
    let configuration: Configuration
    let responder: CallResponder

    /// The user whose data the call is about. Only root may name somebody else.
    func user(_ parameters: WireObject) throws(CallFailure) -> UserID {
        guard let user = try reading({ () throws(CallFault) in try parameters.userIDIfPresent("uid") }) else {
            return caller.peer.user
        }
        guard user == caller.peer.user || caller.peer.user == .root else {
            throw .refused(.notPermitted(.administratorOnly))
        }
        return user
    }

    /// Runs a step of the gatekeeper.
    func gate<Result: ~Copyable>(
        _ step: () async throws(GateError) -> Result
    ) async throws(CallFailure) -> Result {
        do throws(GateError) {
            return try await step()
        } catch {
            throw .refused(error)
        }
    }

    /// What is told of a user, as it is for the caller.
    func view(of user: UserID) async throws(CallFailure) -> UserView {
        let view = try await gate { () throws(GateError) in try await gatekeeper.view(of: user) }
        return view.seen(behind: await gatekeeper.obstacle(to: caller))
    }

    /// The same at once; nil where the user is not known. On the loop.
    func knownView(of user: UserID) -> UserView? {
        gatekeeper.assumeIsolated { gatekeeper in
            gatekeeper.knownView(of: user)?.seen(behind: gatekeeper.obstacle(to: caller))
        }
    }

    /// One more answer to a call with `more`.
    func sendChange(_ parameters: WireObject) {
        responder.send(.reply(parameters, continues: true), as: .change)
    }
}

/// Reads parameters; what is wrong with one becomes the call's failure.
func reading<Result>(_ read: () throws(CallFault) -> Result) throws(CallFailure) -> Result {
    do throws(CallFault) {
        return try read()
    } catch {
        throw .fault(error)
    }
}

/// The parameters that every call that asks the user has.
struct AskParameters {
    let reason: Reason?
    let maximumAge: Duration
    let reader: ReaderID?
    let timeout: Duration
    let wait: Duration
    let interaction: Interaction
    let placement: PromptPlacement

    private static let defaultWait = Duration.seconds(300)

    init(_ parameters: WireObject, _ configuration: Configuration, isReasonRequired: Bool = false) throws(CallFault) {
        reason = try isReasonRequired ? parameters.reason("reason") : parameters.reasonIfPresent("reason")
        maximumAge = try parameters.maximumAgeIfPresent("maxAgeSeconds") ?? .zero
        reader = try parameters.readerIDIfPresent("readerId")
        timeout = try parameters.timeoutIfPresent("timeoutSeconds") ?? configuration.scanTimeout
        wait = try parameters.waitIfPresent("waitSeconds") ?? Self.defaultWait
        interaction = try parameters.choiceIfPresent("interaction") ?? .caller
        placement = PromptPlacement(
            parent: try parameters.windowIfPresent("parentWindow"),
            activation: try parameters.activationTokenIfPresent("activationToken"))
    }
}

extension CallContext {
    func ask(
        _ operation: Operation, item: ItemName? = nil, label: Label? = nil, factors: [Factor],
        _ parameters: AskParameters, user: UserID, reuse: Ask.Reuse = .never
    ) -> Ask {
        Ask(
            caller: caller, user: user, operation: operation, item: item, label: label, reason: parameters.reason,
            factors: factors, reader: parameters.reader, timeout: parameters.timeout, wait: parameters.wait,
            interaction: parameters.interaction, placement: parameters.placement, reuse: reuse)
    }
}
