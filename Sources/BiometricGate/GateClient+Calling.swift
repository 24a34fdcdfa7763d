import GateModel
import GateWire

extension GateClient {
    /// Calls a method that asks the user.
    func ask(
        _ method: String, _ parameters: WireObject, payload: borrowing OutgoingCall.Payload? = nil,
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler?
    ) async throws(GateClientError) -> GateReply {
        let interaction = options.interaction ?? interaction
        let reason = parameters["reason"]?.stringValue
        var parameters = parameters
        parameters.append(
            WireObject(present: [
                "maxAgeSeconds": (options.maximumAge?.components.seconds).map { .integer($0) },
                "readerId": .name(options.reader),
                "timeoutSeconds": (options.timeout?.secondsRoundedUp).map { .integer($0) },
                "waitSeconds": (options.wait?.secondsRoundedUp).map { .integer($0) },
                "attempts": options.attempts.map { .integer(Int64($0)) },
                "interaction": .when(interaction != .caller, .string(interaction.rawValue)),
                "onBehalfOf": options.onBehalfOf.map { .object($0.wire) },
                "parentWindow": .text(options.placement.parent?.rawValue),
                "activationToken": .text(options.placement.activation?.rawValue), "locale": .text(locale),
            ]))
        guard let progress else {
            return try await call(method, parameters, payload: payload, credential: credential)
        }
        return try await call(method, parameters, payload: payload, credential: credential) { reply in
            if let known = PromptProgress(reply: reply, reason: reason) { progress(known) }
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
