public import GateWire

/// How a call was taken by its handler.
public enum Handling: ~Copyable, Sendable {
    /// Answered at once and for good.
    case reply(OutgoingFrame)
    /// The answers come through the call's `CallResponder`.
    case pending
}

/// Serves the calls of every connection.
///
/// All are called on the connection's event loop and must not wait: whatever takes time is `pending`.
public protocol CallHandler: Sendable {
    /// Serves one call. The next one of the connection is handed over after the last answer to this one; only a
    /// oneway call of `urgentMethods` does not wait.
    func handle(_ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder) -> Handling

    /// What came is no call, so that the connection ends; told once for a connection.
    func received(_ broken: BrokenMessage, on client: ClientConnection)

    /// The connection is gone: whatever it waits for is nobody's any more. Called once for every connection.
    func closed(_ client: ClientConnection)

    /// The interface whose calls it takes, beside `org.varlink.service`: a call of any other never reaches it.
    var interface: VarlinkInterface { get }

    /// The methods, named in full, whose oneway calls are about the call that waits, and so are handled at once.
    var urgentMethods: Set<String> { get }
}

extension CallHandler {
    /// That of the gate.
    public var interface: VarlinkInterface { .gate }
}

/// Why a connection ends by what came on it.
public enum BrokenMessage: Hashable, Sendable {
    /// Longer than `limits.messageBytes`.
    case tooLong
    /// No object in JSON, which has no answer.
    case notJSON
    /// An object that is no call.
    case notACall(answered: Bool)
}

/// What an answer is to its call.
public enum AnswerKind: Hashable, Sendable {
    /// One more of a call that is told of changes; never left out.
    case change
    /// How far a waiting call is: while the client reads too slowly, the newest takes the place of those before it.
    case progress
    /// The last one, result or error.
    case result
}

/// Answers one call, from any thread; answers that nobody waits for any more are dropped.
///
/// Dropped are: all answers to a oneway call, all but the result of a call without `more`, everything behind the
/// result, and everything once the connection is closed.
public struct CallResponder: Sendable {
    public let client: ClientConnection
    let call: CallNumber
    let more: Bool
    let oneway: Bool
    /// Of an urgent call, which is over when nobody can answer it any more.
    var turn: UrgentTurn?

    /// Copies the frame into memory that is wiped, and writes it in the order of the calls to this method.
    public func send(_ frame: consuming OutgoingFrame, as kind: AnswerKind) {
        if oneway {
            // Only that the call is over is of interest.
            guard kind == .result else { return }
            client.post(Answer(call: call, kind: kind, bytes: nil))
            return
        }
        guard more || kind == .result else { return }
        client.post(Answer(call: call, kind: kind, bytes: WipingAllocator.buffer(holding: frame)))
    }
}
