public import GateModel
import GateSystem
public import GateWire

/// The daemon's reply to a face call.
public enum FaceReply: Sendable {
    case answer(WireObject)
    case failed(FaceFailure)
    /// The daemon does not end the cancelled call, and the connection is closed to it, which ends the call once the daemon
    /// runs. Its end is said then.
    case givenUp
    /// The call is over. Said once, last.
    case ended
}

/// A running face call, until `cancel` or the reply `ended`. It has its own connection, whose end ends the call: no call
/// waits for another.
public struct FaceCall: Sendable {
    private let line: FaceLine
    private let client: FaceClient

    /// Sends the call, at once if this is called on the client's loop, where `heard` is called, too: never before this
    /// returns.
    init(
        _ call: consuming OutgoingFrame, of client: FaceClient, over line: FaceLine,
        _ heard: @escaping @Sendable (FaceReply) -> Void
    ) {
        self.client = client
        self.line = line
        line.begin(call) { reply in
            if let error = reply.error {
                heard(.failed(FaceFailure(wireName: error, parameters: reply.parameters)))
            } else {
                heard(.answer(reply.parameters))
            }
        } ended: { loss in
            // Any failure of the connection means that the daemon is unavailable.
            if loss != nil { heard(.failed(.failed(.unavailable))) }
            heard(.ended)
        } givenUp: {
            heard(.givenUp)
        }
    }

    /// Cancels the call. The reply says so, within some seconds in any case: a reader may be slow to stop. The call of a
    /// daemon that answers nothing else either is given up.
    public func cancel() {
        let (client, line) = (client, line)
        client.loop.begin {
            line.cancel()
            if await !client.isAnswered() { line.giveUp() }
        }
    }
}
