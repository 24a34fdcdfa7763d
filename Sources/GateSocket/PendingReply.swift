public import GateWire
import Synchronization

/// Links one call on the transport's event loop to the task that waits for its last answer.
public final class PendingReply: AnswerReceiver {
    private struct State: ~Copyable {
        var isCancelled = false
        var isEnded = false
        var reply: IncomingReply?
        var error: GateTransportError?
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let onReply: (@Sendable (borrowing IncomingReply) -> Void)?

    /// - Parameter onReply: takes every answer, also the last, on the transport's event loop, where it must not block.
    public init(onReply: (@Sendable (borrowing IncomingReply) -> Void)? = nil) {
        self.onReply = onReply
    }

    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Marks the call as given up. Of any thread.
    public func markCancelled() {
        state.withLock { $0.isCancelled = true }
    }

    public func received(_ reply: consuming IncomingReply) {
        onReply?(reply)
        guard reply.error != nil || !reply.continues else { return }
        var reply: IncomingReply? = consume reply
        end { $0.reply = reply.take() }
    }

    public func ended(_ error: GateTransportError) { end { $0.error = error } }

    private func end(_ note: (inout sending State) -> Void) {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            note(&state)
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Returns once the last answer has come, or none will.
    public func untilEnded() async {
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                if !state.isEnded { state.waiting = continuation }
                return state.isEnded
            }
            if isEnded { continuation.resume() }
        }
    }

    /// Returns the last answer once it has come. Call it once only.
    public func reply() throws(GateTransportError) -> IncomingReply {
        guard let reply = state.withLock({ $0.reply.take() }) else {
            throw state.withLock { $0.error } ?? .disconnected
        }
        return reply
    }
}
