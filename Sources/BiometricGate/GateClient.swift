import GateSecret
import GateSocket
public import GateWire

/// Sees an answer of the daemon's, an error included, before the call knows it; on a thread of the connection's, where it
/// must not wait.
public typealias ReplyObserver = @Sendable (borrowing IncomingReply) -> Void

/// An app's way to the gate: one connection to the daemon, made when the first call needs it, and anew after it was lost.
///
/// Calls of one client are sent one after the other: while one waits for a finger, the others of this client wait as
/// well. An authentication counts for the client it was given to alone (see `authenticate`); what shall not wait goes
/// through a client of its own. Cancelling the task of a call ends that call with `cancelled`, or with `taskCancelled`
/// where the daemon does not answer within five seconds; letting go of the client ends them all.
public final class GateClient: Sendable {
    /// Where the daemon listens unless the environment variable `BIOGATE_SOCKET` says otherwise.
    public static let systemSocket = "/run/biogate/org.biometricgate.Gate"

    /// The socket of this process's environment, or the system's. A program that has more rights than its caller
    /// (`secure_getenv(3)`) uses the system's.
    public static var defaultSocket: String {
        // Read before anything else of the process may change its environment, or the caller names the path itself.
        GateTransport.environmentSocket ?? systemSocket
    }

    public let socket: String
    /// The BCP 47 tag of the language for what is shown to people; nil is English.
    public let locale: String?
    private let transport: GateTransport
    /// Sees the answers to this client's calls, those that watch included.
    let observer: ReplyObserver?

    /// Connects to nothing yet. Where neither root, nor the user `biogate`, nor the process's own user serves the socket,
    /// nothing is sent, and calls end with `untrusted`.
    public convenience init(socket path: String = GateClient.defaultSocket, locale: String? = nil) {
        self.init(locale: locale, Self.transport(to: path), to: path)
    }

    init(locale: String?, _ transport: GateTransport, to path: String) {
        socket = path
        self.locale = locale
        self.transport = transport
        observer = nil
    }

    private init(sharing client: GateClient, observer: @escaping ReplyObserver) {
        socket = client.socket
        locale = client.locale
        transport = client.transport
        self.observer = observer
    }

    /// This client, on the same connection and with the same authentications, whose calls' answers `observer` sees as they
    /// come: for a program that passes the contract's own messages on. The calls of this one are not seen.
    public func observed(by observer: @escaping ReplyObserver) -> GateClient {
        GateClient(sharing: self, observer: observer)
    }

    static func transport(to path: String) -> GateTransport {
        GateTransport(path: path, isSystemPath: path == systemSocket)
    }

    /// Calls a method of the contract, or, by its full name, any other that the daemon serves.
    ///
    /// With `onReply` the call is one with `more`: the answers before the last are given to it, in order, on a thread of
    /// the connection's, where it must not wait. The payload stands behind the parameters.
    public func call(
        _ method: String, _ parameters: WireObject = [:], payload: borrowing OutgoingCall.Payload? = nil,
        credential: consuming Credential? = nil, onReply: (@Sendable (WireObject) -> Void)? = nil
    ) async throws(GateClientError) -> GateReply {
        let credential = Self.presented(credential)
        try Self.expectText(payload)
        try Self.expectText(credential)
        let frame = OutgoingCall.call(
            Self.fullName(method), parameters, payload: payload, credential: credential, more: onReply != nil)
        return try await perform(frame, onReply: onReply)
    }

    private func perform(
        _ frame: consuming OutgoingFrame, onReply: (@Sendable (WireObject) -> Void)?
    ) async throws(GateClientError) -> GateReply {
        let observer = observer
        let pending = PendingReply { reply in
            observer?(reply)
            if reply.continues, reply.error == nil { onReply?(reply.parameters) }
        }
        transport.send(frame, to: pending)
        let transport = transport
        await withTaskCancellationHandler {
            await pending.untilEnded()
        } onCancel: {
            pending.markCancelled()
            transport.cancel(pending, with: OutgoingCall.call(Self.fullName("CancelRequest"), oneway: true))
        }
        var reply: IncomingReply
        do throws(GateTransportError) {
            reply = try pending.reply()
        } catch {
            throw GateClientError(error)
        }
        if let error = reply.error { throw GateClientError(wireName: error, parameters: reply.parameters) }
        return GateReply(parameters: reply.parameters, secret: reply.takeSecret())
    }

    /// Gives a PIN or a password to the call of this client that waits for a finger: right, it decides that call; wrong,
    /// the call goes on, with the progress `credentialWrong`. Nothing happens where no call waits.
    public func answerWaitingCall(_ credential: consuming Credential) {
        transport.sendBehindWaitingCall(
            OutgoingCall.call(Self.fullName("AnswerRequest"), credential: Self.presented(credential), oneway: true))
    }

    /// Ends the call of this client that waits, with `cancelled`. Nothing happens where none does.
    public func cancelWaitingCall() {
        transport.sendBehindWaitingCall(OutgoingCall.call(Self.fullName("CancelRequest"), oneway: true))
    }

    /// Closes the connection: calls that wait end with `disconnected`, and so does every later one.
    public func close() {
        transport.close()
    }

    static func fullName(_ method: String) -> String {
        method.utf8.contains(UInt8(ascii: ".")) ? method : "org.biometricgate.Gate." + method
    }

    private static func expectText(_ payload: borrowing OutgoingCall.Payload?) throws(GateClientError) {
        switch payload {
        case .some(let payload):
            guard payload.encoding == .base64 || payload.secret.isUTF8 else { throw .notText(payload.member) }
        case .none: break
        }
    }

    private static func expectText(_ credential: borrowing PresentedCredential?) throws(GateClientError) {
        switch credential {
        case .some(let credential):
            guard credential.secret.isUTF8 else { throw .notText("credential.\(credential.factor.rawValue)") }
        case .none: break
        }
    }

    private static func presented(_ credential: consuming Credential?) -> PresentedCredential? {
        guard let credential = consume credential else { return nil }
        return credential.presented()
    }
}
