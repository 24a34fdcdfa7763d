public import GateModel
import GateSocket
public import GateWire
import Synchronization

/// The daemon's reply to a face call; the stream ends after the last.
public enum FaceReply: Sendable {
    case answer(WireObject)
    case failed(FaceFailure)
}

/// A running face call, until `cancel` or the end of `replies`. It has its own connection, whose end ends the call: no
/// call waits for another.
public struct FaceCall: Sendable {
    public let replies: AsyncStream<FaceReply>
    private let client: FaceClient
    private let transport: GateTransport
    private let receiver: Receiver

    init(_ frame: consuming OutgoingFrame, of client: FaceClient, over transport: GateTransport) {
        self.client = client
        let (replies, continuation) = AsyncStream<FaceReply>.makeStream()
        self.replies = replies
        self.transport = transport
        receiver = Receiver(continuation)
        transport.send(frame, to: receiver)
    }

    /// Cancels the call. The reply says so, within some seconds in any case: a reader may be slow to stop. A daemon that
    /// answers nothing else either is not waited for.
    public func cancel() {
        receiver.isCancelled = true
        transport.cancel(receiver, with: OutgoingCall.call(FaceClient.fullName("Cancel"), oneway: true))
        let (client, transport) = (client, transport)
        Task { if await !client.isAnswered() { transport.close() } }
    }
}

/// Takes one call's answers, on the transport's thread.
private final class Receiver: AnswerReceiver {
    private let replies: AsyncStream<FaceReply>.Continuation
    private let cancelled = Atomic(false)

    var isCancelled: Bool {
        get { cancelled.load(ordering: .relaxed) }
        set { cancelled.store(newValue, ordering: .relaxed) }
    }

    init(_ replies: AsyncStream<FaceReply>.Continuation) {
        self.replies = replies
    }

    func received(_ reply: consuming IncomingReply) {
        if let error = reply.error {
            replies.yield(.failed(FaceFailure(wireName: error, parameters: reply.parameters)))
        } else {
            replies.yield(.answer(reply.parameters))
        }
        if !reply.continues { replies.finish() }
    }

    func ended(_ error: GateTransportError) {
        // Any failure of the transport means that the daemon is unavailable.
        replies.yield(.failed(.failed(.unavailable)))
        replies.finish()
    }
}
