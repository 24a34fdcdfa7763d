public import GateSecret

/// A call whose parameters were all checked against the interface.
public struct IncomingCall: ~Copyable, Sendable {
    /// The method's full name, for example `org.biometricgate.Gate.Enroll`.
    public let method: String
    /// The part before the last dot.
    public let interface: String
    /// The part after the last dot.
    public let name: String
    /// Whether the caller expects more than one answer.
    public let more: Bool
    /// Whether the caller expects no answer.
    public let oneway: Bool
    /// The parameters that are present and not null, in the caller's order, without payload and credential.
    public let parameters: WireObject
    /// The secret of `StoreSecret` and `ImportKey`, the challenge of `Sign` and the template of `ImportPrint`, decoded, 1 to 65536
    /// bytes; the PIN of `SetPIN`, at most 512 bytes of UTF-8; the password of `PasswordTyped`, at most 4096; else nil.
    public var payload: SecretBytes?
    /// The parameter `credential`: a PIN of at most 512 bytes, or a password of at most 4096.
    public var credential: PresentedCredential?

    init(
        _ envelope: CallEnvelope, interface: VarlinkInterface, method: VarlinkMethod,
        _ checked: consuming CheckedParameters
    ) {
        self.method = method.fullName
        self.interface = interface.name
        name = method.name
        more = envelope.more
        oneway = envelope.oneway
        parameters = checked.parameters
        payload = checked.payload.take()
        credential = checked.credential.take()
    }

    /// Moves the payload out; nil from then on.
    public mutating func takePayload() -> SecretBytes? {
        payload.take()
    }

    /// Moves the credential out; nil from then on.
    public mutating func takeCredential() -> PresentedCredential? {
        credential.take()
    }

    /// Reads a frame, given without its NUL, and checks it against the served interface and those beside it.
    ///
    /// Members may stand in any order. A call with `upgrade` throws `methodNotImplemented`: no method hands its
    /// connection over.
    public static func decode(
        _ frame: borrowing SecretBytes, of served: VarlinkInterface = .gate
    ) throws(CallFault) -> IncomingCall {
        try frame.withSpan { (bytes) throws(CallFault) -> IncomingCall in
            guard let document = try? JSONDocument(bytes), document.nodes[0].kind == .object else { throw .notACall }
            let envelope = try CallEnvelope(document, bytes)
            let oneway = envelope.oneway
            let fullName = document.nodes[envelope.method].text(in: bytes)
            guard let dot = fullName.utf8.lastIndex(of: UInt8(ascii: ".")) else {
                throw .interfaceNotFound(fullName, oneway: oneway)
            }
            // Compared by bytes: comparing or hashing other texts takes time quadratic in their length (Unicode's
            // canonical order), and equates two spellings of a character.
            let prefix = fullName.utf8[..<dot]
            guard
                let interface = served.onSocket.first(where: { prefix.elementsEqual($0.name.utf8) })
            else { throw .interfaceNotFound(String(fullName[..<dot]), oneway: oneway) }
            let name = fullName[fullName.utf8.index(after: dot)...]
            guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 < 0x80 }),
                let method = interface.methods[String(name)]
            else { throw .methodNotFound(fullName, oneway: oneway) }
            guard !envelope.upgrade else { throw .methodNotImplemented(method.fullName, oneway: oneway) }
            let checker = ParameterChecker(interface: interface, document: document)
            do throws(ParameterFault) {
                let checked = try checker.check(envelope.parameters, of: method, bytes)
                return IncomingCall(envelope, interface: interface, method: method, checked)
            } catch {
                throw .invalidParameter(error, oneway: oneway)
            }
        }
    }
}

/// The members of a call, by node index.
struct CallEnvelope {
    let method: Int
    let parameters: Int?
    let more: Bool
    let oneway: Bool
    let upgrade: Bool

    /// Throws `malformedCall` if an object is not a call: a member is unknown, repeated or of the wrong type, the
    /// method is missing, or both `more` and `oneway` are set.
    init(_ document: JSONDocument, _ bytes: Span<UInt8>) throws(CallFault) {
        var method: Int?
        var parameters: Int?
        var flags = (more: false, oneway: false, upgrade: false)
        var fault: ParameterFault?
        document.forEachMember(of: 0) { key, value in
            let key = document.nodes[key]
            let node = document.nodes[value]
            let name = Self.members.first { key.isString($0, in: bytes) }
            let isSet = node.kind == .true
            switch name {
            case "method":
                method = value
                if !node.isString { fault = fault ?? ParameterFault("method", "a string") }
                return
            case "parameters":
                parameters = node.kind == .null ? nil : value
                if node.kind != .object, node.kind != .null {
                    fault = fault ?? ParameterFault("parameters", "an object")
                }
                return
            case "more": flags.more = isSet
            case "oneway": flags.oneway = isSet
            case "upgrade": flags.upgrade = isSet
            default: fault = fault ?? .unknown(key.text(in: bytes), among: Self.members)
            }
            if let name, !isSet, node.kind != .false, node.kind != .null {
                fault = fault ?? ParameterFault(name, "true or false")
            }
        }
        if let repeated = document.repeatedKey {
            fault = ParameterFault(document.nodes[repeated].text(in: bytes), "given once")
        } else if let key = document.uncomparedKey {
            fault = ParameterFault(
                document.nodes[key].text(in: bytes),
                "among at most \(JSONDocument.comparedMembers) members, and with few escapes")
        } else if flags.more, flags.oneway {
            fault = fault ?? ParameterFault("oneway", "not together with more")
        }
        guard let method, fault == nil else {
            throw .malformedCall(fault ?? .missing("method"), oneway: flags.oneway && !flags.more)
        }
        self.method = method
        self.parameters = parameters
        more = flags.more
        oneway = flags.oneway
        upgrade = flags.upgrade
    }

    private static let members = ["method", "parameters", "more", "oneway", "upgrade"]
}
