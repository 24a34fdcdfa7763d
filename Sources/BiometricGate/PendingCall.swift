public import GateSecret
import GateSocket
public import GateWire
import Synchronization

/// The last answer to a call.
public struct GateReply: ~Copyable, Sendable {
    /// Its parameters as they came, without a secret.
    public let parameters: WireObject
    /// The retrieved secret, decoded; nil for every other call.
    public var secret: SecretBytes?

    /// Hands over the secret; nil from then on.
    public mutating func takeSecret() -> SecretBytes? { secret.take() }
}

/// One call between the transport's event loop and the task that waits for it.
final class PendingCall: AnswerReceiver {
    private enum Outcome: ~Copyable, Sendable {
        case reply(GateReply)
        case failure(GateClientError)
    }

    private struct State: ~Copyable {
        var isCancelled = false
        var isEnded = false
        var outcome: Outcome?
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let observer: ReplyObserver?
    private let onReply: (@Sendable (WireObject) -> Void)?

    /// `onReply` is given the answers before the last one, `observer` all of them.
    init(observer: ReplyObserver?, onReply: (@Sendable (WireObject) -> Void)?) {
        self.observer = observer
        self.onReply = onReply
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func markCancelled() {
        state.withLock { $0.isCancelled = true }
    }

    func received(_ reply: consuming IncomingReply) {
        observer?(reply)
        if let error = reply.error {
            end(.failure(GateClientError(wireName: error, parameters: reply.parameters)))
        } else if reply.continues {
            onReply?(reply.parameters)
        } else {
            let secret = reply.takeSecret()
            end(.reply(GateReply(parameters: reply.parameters, secret: secret)))
        }
    }

    func ended(_ error: GateTransportError) {
        end(.failure(GateClientError(error)))
    }

    private func end(_ outcome: consuming sending Outcome) {
        var outcome: Outcome? = consume outcome
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            state.outcome = outcome.take()
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Returns once the last answer is there, or none will come.
    func untilEnded() async {
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                if !state.isEnded { state.waiting = continuation }
                return state.isEnded
            }
            if isEnded { continuation.resume() }
        }
    }

    /// The last answer, once it is there. Once only.
    func outcome() throws(GateClientError) -> GateReply {
        let outcome = state.withLock { $0.outcome.take() }
        switch consume outcome {
        case .some(.reply(let reply)): return reply
        case .some(.failure(let error)): throw error
        case nil: throw GateClientError(.protocolViolation, "the answer was taken already")
        }
    }
}
