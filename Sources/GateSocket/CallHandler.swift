public import GateWire

/// How a handler took a call.
public enum Handling: ~Copyable, Sendable {
    /// The complete answer.
    case reply(OutgoingFrame)
    /// The answers follow through the call's `CallResponder`.
    case pending
}

/// Serves the calls of every connection.
///
/// Every method is called on the connection's event loop and must not block: slow work is `pending`.
public protocol CallHandler: Sendable {
    /// A client was admitted, whose first call has not arrived yet. Not called for a refused one.
    func opened(_ client: ClientConnection)

    /// Serves one call. The connection's next call is delivered after the last answer to this one, except for the
    /// oneway calls of `urgentMethods`.
    func handle(_ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder) -> Handling

    /// The client sent something that is not a call, and the connection ends. Called at most once for a connection.
    func received(_ broken: BrokenMessage, on client: ClientConnection)

    /// The connection is gone, and so is the client that its calls wait for. Called once for every connection.
    func closed(_ client: ClientConnection)

    /// The interface that this handler serves, beside `org.varlink.service`; other calls never reach it.
    var interface: VarlinkInterface { get }

    /// Full names of the methods whose oneway calls concern the waiting call, and so are handled at once.
    var urgentMethods: Set<String> { get }
}

extension CallHandler {
    public func opened(_ client: ClientConnection) {}

    public var interface: VarlinkInterface { .gate }
}

/// Why a message ends its connection.
public enum BrokenMessage: Hashable, Sendable {
    /// Longer than `limits.messageBytes`.
    case tooLong
    /// Not a JSON object, so it cannot be answered.
    case notJSON
    /// A JSON object that is not a call.
    case notACall(answered: Bool)
}

/// The role of an answer in its call.
public enum AnswerKind: Hashable, Sendable {
    /// One event of a subscription; never dropped.
    case change
    /// Progress of a waiting call: while the client reads too slowly, the newest replaces the earlier ones.
    case progress
    /// The last answer, result or error.
    case result
}

/// Answers one call, from any thread.
///
/// Drops every answer to a oneway call, all but the result of a call without `more`, everything after the result, and
/// everything once the connection is closed.
public struct CallResponder: Sendable {
    public let client: ClientConnection
    let call: CallNumber
    let more: Bool
    let oneway: Bool
    /// The place of an urgent call; given back with the last copy of the responder.
    var turn: UrgentTurn?

    /// Copies the frame into memory that is wiped, and writes the answers in the order of the calls to this method.
    ///
    /// - Parameter isHeld: whether progress may wait for a millisecond, because the next answer probably comes sooner:
    ///   the client is then woken once for both.
    public func send(_ frame: consuming OutgoingFrame, as kind: AnswerKind, isHeld: Bool = false) {
        if oneway {
            // A oneway call only needs to know that it is over.
            guard kind == .result else { return }
            client.post(Answer(call: call, kind: kind, bytes: nil))
            return
        }
        guard more || kind == .result else { return }
        client.post(
            Answer(call: call, kind: kind, bytes: WipingAllocator.buffer(holding: frame), isHeld: isHeld))
    }
}
