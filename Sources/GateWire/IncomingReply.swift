public import GateSecret

/// The message is not JSON (RFC 8259), or not in a reply's form.
public struct ReplyFault: Error, Hashable, Sendable {
    public init() {}
}

/// A daemon's answer, checked only for its form, so that a newer daemon may add members.
public struct IncomingReply: ~Copyable, Sendable {
    /// The parameters without `secret` and `secrets`.
    public let parameters: WireObject
    /// The error's full name; nil for a result.
    public let error: String?
    /// Whether another answer to the same call follows.
    public let continues: Bool
    /// The parameter `secret`, decoded.
    public var secret: SecretBytes?
    /// The parameter `secrets`, decoded.
    public let secrets: [HeldSecret]

    init(
        parameters: WireObject, error: String?, continues: Bool, secret: consuming SecretBytes?,
        secrets: [HeldSecret] = []
    ) {
        self.secrets = secrets
        self.parameters = parameters
        self.error = error
        self.continues = continues
        self.secret = secret
    }

    /// Moves the secret out; nil from then on.
    public mutating func takeSecret() -> SecretBytes? {
        secret.take()
    }

    /// Reads a frame, given without its NUL.
    public static func decode(_ frame: borrowing SecretBytes) throws(ReplyFault) -> IncomingReply {
        try frame.withSpan { (bytes) throws(ReplyFault) -> IncomingReply in
            guard let document = try? JSONDocument(bytes), document.repeatedKey == nil,
                document.nodes[0].kind == .object
            else {
                throw ReplyFault()
            }
            var parameters: Int?
            var error: String?
            var continues = false
            try document.forEachMember(of: 0) { (key, value) throws(ReplyFault) in
                let key = document.nodes[key]
                let node = document.nodes[value]
                if node.kind == .null { return }
                if key.isString("parameters", in: bytes) {
                    guard node.kind == .object else { throw ReplyFault() }
                    parameters = value
                } else if key.isString("error", in: bytes) {
                    guard node.isString else { throw ReplyFault() }
                    error = node.text(in: bytes)
                } else if key.isString("continues", in: bytes) {
                    guard node.kind == .true || node.kind == .false else { throw ReplyFault() }
                    continues = node.kind == .true
                }
            }
            guard let parameters else {
                return IncomingReply(parameters: [:], error: error, continues: continues, secret: nil)
            }
            var open = WireObject()
            var secret: SecretBytes?
            var secrets: [HeldSecret] = []
            try document.forEachMember(of: parameters) { (key, value) throws(ReplyFault) in
                if document.nodes[key].isString("secret", in: bytes) {
                    if document.nodes[value].kind == .null { return }
                    guard let decoded = document.nodes[value].secretBase64(in: bytes) else { throw ReplyFault() }
                    secret = consume decoded
                } else if document.nodes[key].isString("secrets", in: bytes),
                    document.nodes[value].kind == .array
                {
                    try document.forEachElement(of: value) { (element) throws(ReplyFault) in
                        guard let decoded = document.nodes[element].secretBase64(in: bytes) else { throw ReplyFault() }
                        secrets.append(HeldSecret(decoded))
                    }
                } else {
                    guard let value = document.value(at: value, in: bytes) else { throw ReplyFault() }
                    open.append(document.nodes[key].text(in: bytes), value)
                }
            }
            return IncomingReply(parameters: open, error: error, continues: continues, secret: secret, secrets: secrets)
        }
    }
}
