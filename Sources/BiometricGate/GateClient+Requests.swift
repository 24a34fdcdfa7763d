public import GateModel
import GateWire

/// A waiting call of the same user that is present, or was added, changed or ended.
public struct RequestUpdate: Hashable, Sendable {
    /// The raw value is the contract's name.
    public enum Change: String, CaseIterable, Sendable { case present, added, changed, ended }

    public let change: Change
    public let request: Request
    /// The text of its progress for the user; nil if there is none.
    public let message: String?

    public init(change: Change, request: Request, message: String?) {
        self.change = change
        self.request = request
        self.message = message
    }

    init?(reply: WireObject) {
        guard let change = reply["change"]?.stringValue.flatMap(Change.init(rawValue:)),
            let wire = reply["request"]?.objectValue, let request = Request(wire: wire)
        else { return nil }
        self.init(
            change: change, request: request, message: wire["progress"]?.objectValue?["message"]?.stringValue)
    }
}

extension Request {
    public typealias Operation = GateModel.Operation
}

/// The daemon's description of itself (`org.varlink.service.GetInfo`).
public struct ServiceInfo: Hashable, Sendable {
    public let vendor: String
    public let product: String
    public let version: String
    public let url: String
    public let interfaces: [String]

    public init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }
}

extension GateClient {
    /// The caller's own waiting calls, then each change, over a separate connection. Throws `GateClientError`.
    ///
    /// - Parameters:
    ///   - prompting: whether this client shows the desktop's prompt, while it watches, for calls that want one.
    ///   - remote: with `prompting`, whether it shows the calls of callers who are not in front of the machine, too, as a
    ///     terminal does.
    ///   - several: whether this client shows all of `Request.items`: without it, it gets no call about several items as a
    ///     prompt.
    ///   - passwordPrompts: whether it also gets the prompts for passwords that take a finger, `Request.passwordPrompt`.
    public func watchRequests(
        prompting: Bool = false, remote: Bool = false, several: Bool = false, passwordPrompts: Bool = false
    ) -> AsyncThrowingStream<RequestUpdate, any Error> {
        let parameters = WireObject(present: [
            "prompts": .when(prompting, true), "remote": .when(remote, true), "several": .when(several, true),
            "passwordPrompts": .when(passwordPrompts, true), "locale": .text(locale),
        ])
        return watch("WatchRequests", parameters, RequestUpdate.init(reply:))
    }

    /// Answers a waiting call of another client of the same user with a PIN or a password.
    ///
    /// - Parameters:
    ///   - request: the waiting call.
    ///   - credential: checked by the daemon.
    ///   - account: chosen first, if the call offers several.
    public func answerRequest(
        _ request: RequestID, with credential: consuming Credential, as account: PasskeyAccount? = nil
    ) async throws(GateClientError) {
        let parameters = WireObject(present: [
            "requestId": .string(request.rawValue), "credentialId": account.map { .string(Base64.encode($0.id)) },
        ])
        _ = try await call("AnswerRequest", parameters, credential: credential)
    }

    /// Chooses one of the accounts of a waiting sign-in with a passkey; a finger or a credential then confirms it.
    public func chooseAccount(_ account: PasskeyAccount, in request: RequestID) async throws(GateClientError) {
        _ = try await call(
            "AnswerRequest",
            ["requestId": .string(request.rawValue), "credentialId": .string(Base64.encode(account.id))])
    }

    /// Cancels a waiting call of another client of the same user.
    public func cancelRequest(_ request: RequestID) async throws(GateClientError) {
        _ = try await call("CancelRequest", ["requestId": .string(request.rawValue)])
    }

    /// Restarts the user's time for a waiting call, at most ten times.
    public func holdRequest(_ request: RequestID) async throws(GateClientError) {
        _ = try await call("HoldRequest", ["requestId": .string(request.rawValue)])
    }

    /// The daemon's description of itself.
    public func getInfo() async throws(GateClientError) -> ServiceInfo {
        let reply = try await call("org.varlink.service.GetInfo")
        guard let interfaces = reply.parameters["interfaces"]?.arrayValue else { throw .unreadable("interfaces") }
        return ServiceInfo(
            vendor: try reply.text("vendor"), product: try reply.text("product"), version: try reply.text("version"),
            url: try reply.text("url"), interfaces: interfaces.compactMap(\.stringValue))
    }
}
