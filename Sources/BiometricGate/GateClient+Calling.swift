import GateModel
import GateWire

extension GateClient {
    /// Calls a method that asks the user.
    func ask(
        _ method: String, _ parameters: WireObject, payload: borrowing OutgoingCall.Payload? = nil,
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler?
    ) async throws(GateClientError) -> GateReply {
        var parameters = parameters
        parameters.append("maxAgeSeconds", options.maximumAge.map { Int(clamping: $0.components.seconds) })
        parameters.append("readerId", options.reader?.rawValue)
        parameters.append("timeoutSeconds", options.timeout.map { Int(clamping: $0.secondsRoundedUp) })
        parameters.append("waitSeconds", options.wait.map { Int(clamping: $0.secondsRoundedUp) })
        if options.interaction != .caller { parameters.append("interaction", options.interaction.rawValue) }
        parameters.append("parentWindow", options.placement.parent?.rawValue)
        parameters.append("activationToken", options.placement.activation?.rawValue)
        parameters.append("locale", locale)
        guard let progress else {
            return try await call(method, parameters, payload: payload, credential: credential)
        }
        return try await call(method, parameters, payload: payload, credential: credential) { reply in
            if let known = PromptProgress(reply: reply) { progress(known) }
        }
    }
}

extension GateReply {
    borrowing func object<Value>(
        _ key: String, _ make: (WireObject) -> Value?
    ) throws(GateClientError) -> Value {
        guard let value = parameters[key]?.objectValue.flatMap(make) else { throw .unreadable(key) }
        return value
    }

    /// The elements that this version can read.
    borrowing func list<Value>(
        _ key: String, _ make: (WireObject) -> Value?
    ) throws(GateClientError) -> [Value] {
        guard let values = parameters[key]?.arrayValue else { throw .unreadable(key) }
        return values.compactMap { $0.objectValue.flatMap(make) }
    }

    borrowing func number(_ key: String) throws(GateClientError) -> Int {
        guard let number = parameters[key]?.integerValue else { throw .unreadable(key) }
        return Int(clamping: number)
    }

    borrowing func text(_ key: String) throws(GateClientError) -> String {
        guard let text = parameters[key]?.stringValue else { throw .unreadable(key) }
        return text
    }
}

extension WireObject {
    mutating func append(_ key: String, _ user: UserID?) {
        append(key, user.map { Int($0.rawValue) })
    }
}
