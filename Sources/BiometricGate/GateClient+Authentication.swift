public import GateModel
import GateWire

extension GateClient {
    /// Asks the user for a finger, or checks the credential instead.
    ///
    /// `verb` captions the button of the desktop's prompt. A nil `factors` allows all. An authentication counts for later calls of this client within their
    /// `PromptOptions.maximumAge`, until the session is locked, the machine suspends, or prints, PIN or settings
    /// change.
    @discardableResult
    public func authenticate(
        reason: Reason, verb: Verb = .confirm, factors: [Factor]? = nil, credential: consuming Credential? = nil,
        user: UserID? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> AuthenticationReceipt {
        let parameters = WireObject(present: [
            "reason": .string(reason.rawValue), "verb": .when(verb != .confirm, .string(verb.rawValue)),
            "factors": factors.map { .array($0.map { .string($0.rawValue) }) },
            "uid": .number(of: user),
        ])
        let reply = try await ask(
            "Authenticate", parameters, credential: credential, options: options, progress: progress)
        return try reply.object("authentication", AuthenticationReceipt.init(wire:))
    }

    /// The newest authentication of this client that still counts; nil if there is none.
    public func lastAuthentication() async throws(GateClientError) -> AuthenticationReceipt? {
        let reply = try await call("GetLastAuthentication")
        switch reply.parameters["authentication"] {
        case nil, .null: return nil
        default: return try reply.object("authentication", AuthenticationReceipt.init(wire:))
        }
    }

    /// Ends the authentications of this client.
    public func forgetAuthentication() async throws(GateClientError) {
        _ = try await call("ForgetAuthentication")
    }
}
