public import GateModel
import GateSecret
import GateSocket
public import GateWire

/// Sees an answer of the daemon, or an error, before its call does; on the connection's thread, where it must not
/// block.
public typealias ReplyObserver = @Sendable (borrowing IncomingReply) -> Void

/// An app's client of the gate: one connection to the daemon, opened by the first call and reopened after a loss.
///
/// A client's calls are sent one at a time: while one waits for a finger, its other calls wait, too. Use a second
/// client for calls that must not wait. An authentication counts only for its client (see `authenticate`). Cancelling a
/// call's task ends the call with `cancelled`, or with `taskCancelled` if the daemon does not answer within five
/// seconds; releasing the client ends all calls.
public final class GateClient: Sendable {
    /// The daemon's socket, unless the environment variable `BIOGATE_SOCKET` names another.
    public static let systemSocket = "/run/biogate/org.biometricgate.Gate"

    /// The environment's socket, or the system's. A program with more rights than its caller (`secure_getenv(3)`) uses
    /// the system's.
    public static var defaultSocket: String {
        // Read before other code of the process may change the environment; otherwise the caller passes the path.
        GateTransport.environmentSocket ?? systemSocket
    }

    public let socket: String
    /// The BCP 47 tag of the language of texts for people; nil is English.
    public let locale: String?
    /// The program that shows the requests of calls whose `PromptOptions` do not say it.
    public let interaction: Interaction
    private let transport: GateTransport
    /// Sees all answers to this client's calls, including watching ones.
    let observer: ReplyObserver?

    /// Connects on first use. Unless root, the user `biogate`, or the process's own user serves the socket, nothing is
    /// sent and calls fail with `untrusted`. A program that shows no progress passes `interaction: .prompt`, so that the
    /// desktop does.
    public convenience init(
        socket path: String = GateClient.defaultSocket, locale: String? = nil, interaction: Interaction = .caller
    ) {
        self.init(locale: locale, interaction: interaction, Self.transport(to: path), to: path)
    }

    init(locale: String?, interaction: Interaction = .caller, _ transport: GateTransport, to path: String) {
        socket = path
        self.locale = locale
        self.interaction = interaction
        self.transport = transport
        observer = nil
    }

    private init(sharing client: GateClient, observer: @escaping ReplyObserver) {
        socket = client.socket
        locale = client.locale
        interaction = client.interaction
        transport = client.transport
        self.observer = observer
    }

    /// This client, sharing its connection and authentications, with an `observer` of the answers to its own calls: for
    /// a program that passes on the contract's messages. The original's calls are not observed.
    public func observed(by observer: @escaping ReplyObserver) -> GateClient {
        GateClient(sharing: self, observer: observer)
    }

    static func transport(to path: String) -> GateTransport {
        GateTransport(path: path, isSystemPath: path == systemSocket)
    }

    /// Calls a method of the contract, or, by its full name, any other method that the daemon serves.
    ///
    /// With `onReply`, the call has `more`: `onReply` takes the answers before the last, in order, on the connection's
    /// thread, where it must not block. The payload follows the parameters.
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
        if let error = reply.error {
            throw GateClientError(wireName: error, parameters: reply.parameters, locale: locale)
        }
        return GateReply(parameters: reply.parameters, secret: reply.takeSecret(), secrets: reply.secrets)
    }

    /// Answers this client's waiting call with a PIN or a password: a right one decides the call; a wrong one lets it
    /// go on, with the progress `credentialWrong`. Does nothing if no call waits.
    public func answerWaitingCall(_ credential: consuming Credential) {
        transport.sendBehindWaitingCall(
            OutgoingCall.call(Self.fullName("AnswerRequest"), credential: Self.presented(credential), oneway: true))
    }

    /// Ends this client's waiting call with `cancelled`. Does nothing if no call waits.
    public func cancelWaitingCall() {
        transport.sendBehindWaitingCall(OutgoingCall.call(Self.fullName("CancelRequest"), oneway: true))
    }

    /// Closes the connection: waiting and later calls fail with `disconnected`.
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
