import GateModel
public import GateSecret

/// Builds a client's messages.
public enum OutgoingCall {
    /// A parameter whose value never becomes a `String`.
    public struct Payload: ~Copyable, Sendable {
        /// The encoding of bytes in a JSON string.
        public enum Encoding: Hashable, Sendable {
            case base64
            /// The bytes are UTF-8.
            case text
            /// The bytes are a JSON value, whose own members are secret.
            case json
        }

        /// The parameter's name.
        public let member: String
        public let encoding: Encoding
        public let secret: SecretBytes

        public init(_ member: String, as encoding: Encoding, _ secret: consuming SecretBytes) {
            self.member = member
            self.encoding = encoding
            self.secret = secret
        }
    }

    /// A call of a method by its full name; the payload and the credential (as the parameter `credential`) follow the
    /// other parameters.
    public static func call(
        _ method: String, _ parameters: WireObject = [:], payload: borrowing Payload? = nil,
        credential: borrowing PresentedCredential? = nil, more: Bool = false, oneway: Bool = false
    ) -> OutgoingFrame {
        var writer = JSONWriter()
        writer.open()
        writer.member("method", .string(method))
        if more { writer.member("more", true) }
        if oneway { writer.member("oneway", true) }
        writer.key("parameters")
        writer.openWith(parameters)
        var secretCount = 0
        switch payload {
        case .some(let payload):
            writer.hole(payload.member, isQuoted: payload.encoding != .json)
            secretCount += SecretText.count(of: payload.secret, as: payload.encoding)
        case .none: break
        }
        switch credential {
        case .some(let credential):
            writer.key("credential")
            writer.open()
            writer.hole(credential.factor.rawValue)
            writer.close()
            secretCount += SecretText.count(of: credential.secret, as: .text)
        case .none: break
        }
        writer.close()
        writer.close()
        writer.end()
        guard !writer.holes.isEmpty else { return OutgoingFrame(plain: writer.bytes) }
        return unsafe OutgoingFrame(writer, secretCount: secretCount) { hole, room in
            switch payload {
            case .some(let payload):
                if hole == 0 {
                    unsafe SecretText.write(payload.secret, as: payload.encoding, to: &room)
                    return
                }
            case .none: break
            }
            switch credential {
            case .some(let credential): unsafe SecretText.write(credential.secret, as: .text, to: &room)
            case .none: break
            }
        }
    }
}
