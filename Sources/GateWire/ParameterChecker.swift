internal import GateModel
internal import GateSecret

/// Parameters that fit the interface, with secrets kept apart.
struct CheckedParameters: ~Copyable {
    var parameters = WireObject()
    var payload: SecretBytes?
    var credential: PresentedCredential?
}

/// Checks a call's parameters against its method.
struct ParameterChecker {
    /// The decoded size of a base64 payload, in bytes.
    static let payloadRange = 1...65_536

    /// The longest text accepted as a PIN, in bytes; the PIN's rules have a lower limit and their own error. Up to this
    /// length, secrets share locked pages.
    static let pinBytes = 512
    /// The longest password, in bytes.
    static let passwordBytes = 4096

    /// The longest array. In a message, an element takes far less than in memory.
    static let arrayElements = 64
    /// The longest text that is not secret, in bytes as written: room for 200 characters that are all escaped.
    /// Comparing or hashing a text takes time quadratic in its length.
    static let textBytes = 2400
    /// The longest texts of base64 that are not secret, as written: a commit or tag, and what is signed for ssh.
    static let objectText = 174_764
    static let signedText = 21_848

    let interface: VarlinkInterface
    let document: JSONDocument

    /// Throws the first fault in the caller's order, missing parameters last.
    func check(
        _ object: Int?, of method: VarlinkMethod, _ bytes: Span<UInt8>
    ) throws(ParameterFault) -> CheckedParameters {
        var checked = CheckedParameters()
        var given: UInt64 = 0
        if let object {
            try document.forEachMember(of: object) { (key, value) throws(ParameterFault) in
                let place = try place(of: key, among: method.parameters, bytes)
                let field = method.parameters[place]
                if document.nodes[value].kind == .null, field.type.isNullable { return }
                given |= 1 << UInt64(place)
                do throws(ParameterFault) {
                    try take(value, as: field, of: method, into: &checked, bytes)
                } catch {
                    throw error.inside(field.name)
                }
            }
        }
        try requireAll(method.parameters, given)
        return checked
    }

    /// Adds a parameter to the checked ones.
    private func take(
        _ value: Int, as field: VarlinkField, of method: VarlinkMethod, into checked: inout CheckedParameters,
        _ bytes: Span<UInt8>
    ) throws(ParameterFault) {
        switch sensitivity(of: field, method) {
        case .open:
            let limit = Self.textLimit(of: field, method)
            checked.parameters.append(field.name, try self.value(value, as: field.type, bytes, atMost: limit))
        case .pin: checked.payload = try secretText(value, atMost: Self.pinBytes, bytes)
        case .password: checked.payload = try secretText(value, atMost: Self.passwordBytes, bytes)
        case .base64:
            guard let payload = document.nodes[value].secretBase64(in: bytes),
                Self.payloadRange.contains(payload.count)
            else {
                throw Self.here(
                    "\(Self.payloadRange.lowerBound) to \(Self.payloadRange.upperBound) bytes in base64 with padding")
            }
            checked.payload = consume payload
        case .credential: checked.credential = try credential(value, bytes)
        }
    }

    /// How a parameter's value must be treated.
    private enum Sensitivity {
        case open, pin, password, base64, credential
    }

    private func sensitivity(of field: VarlinkField, _ method: VarlinkMethod) -> Sensitivity {
        if field.type == .named("Credential") || field.type == .nullable(.named("Credential")) { return .credential }
        return switch (method.fullName, field.name) {
        case ("org.biometricgate.Gate.StoreSecret", "secret"), ("org.biometricgate.Gate.UpdateSecret", "secret"),
            ("org.biometricgate.Gate.ImportKey", "secret"),
            ("org.biometricgate.Gate.Sign", "challenge"), ("org.biometricgate.Face.ImportPrint", "template"):
            .base64
        case ("org.biometricgate.Gate.SetPIN", "pin"): .pin
        case ("org.biometricgate.Face.PasswordTyped", "password"): .password
        default: .open
        }
    }

    /// The longest text of a parameter, or of its elements and members.
    private static func textLimit(of field: VarlinkField, _ method: VarlinkMethod) -> Int {
        switch (method.fullName, field.name) {
        case ("org.biometricgate.Gate.SignSSH", "object"): objectText
        case ("org.biometricgate.Gate.SignSSH", "data"), ("org.biometricgate.Gate.SignSSH", "bindings"): signedText
        default: textBytes
        }
    }

    /// The credential at a node, with exactly one member. Other content may be secret, too, and is never repeated in a
    /// fault.
    private func credential(_ object: Int, _ bytes: Span<UInt8>) throws(ParameterFault) -> PresentedCredential {
        let rule = "an object with pin or password, one of them, a string"
        guard document.nodes[object].kind == .object else { throw Self.here(rule) }
        var found: (factor: Factor, node: Int)?
        try document.forEachMember(of: object) { (key, value) throws(ParameterFault) in
            let factor: Factor
            if document.nodes[key].isString("pin", in: bytes) {
                factor = .pin
            } else if document.nodes[key].isString("password", in: bytes) {
                factor = .password
            } else {
                throw Self.here(rule)
            }
            if document.nodes[value].kind == .null { return }
            guard found == nil else { throw Self.here(rule) }
            guard document.nodes[value].isString else { throw ParameterFault(factor.rawValue, "a string") }
            found = (factor, value)
        }
        guard let found else { throw Self.here(rule) }
        let secret: SecretBytes
        do throws(ParameterFault) {
            let limit = found.factor == .pin ? Self.pinBytes : Self.passwordBytes
            secret = try secretText(found.node, atMost: limit, bytes)
        } catch {
            throw error.inside(found.factor.rawValue)
        }
        guard let credential = PresentedCredential(found.factor, secret) else { throw Self.here(rule) }
        return credential
    }

    /// A typed text. A peer decides how much memory such texts lock, so each is limited.
    private func secretText(
        _ node: Int, atMost limit: Int, _ bytes: Span<UInt8>
    ) throws(ParameterFault) -> SecretBytes {
        guard document.nodes[node].isString else { throw Self.here("a string") }
        guard let secret = document.nodes[node].secretText(in: bytes, atMost: limit) else {
            throw Self.here("at most \(limit) bytes")
        }
        return secret
    }

    /// The value at a node, checked against its type.
    private func value(
        _ index: Int, as type: VarlinkType, _ bytes: Span<UInt8>, atMost limit: Int
    ) throws(ParameterFault) -> WireValue {
        let node = document.nodes[index]
        let found: WireValue?
        switch type {
        case .bool:
            found =
                switch node.kind {
                case .true: .bool(true)
                case .false: .bool(false)
                case .null, .integer, .number, .string, .escapedString, .array, .object: nil
                }
        case .int: found = node.integer(in: bytes).map { .integer($0) }
        case .float: found = node.number(in: bytes).map { .number($0) }
        case .string:
            // A limit on both forms: an escape takes more bytes than its character.
            guard node.end - node.start <= limit else { throw Self.here("at most \(limit) bytes") }
            found = node.isString ? .string(node.text(in: bytes)) : nil
        case .object: found = node.kind == .object ? document.value(at: index, in: bytes) : nil
        case .array(let element): found = try array(index, of: element, bytes, atMost: limit)
        case .map(let element): found = try map(index, of: element, bytes, atMost: limit)
        case .nullable(let inner):
            found = node.kind == .null ? .null : try value(index, as: inner, bytes, atMost: limit)
        case .enumeration(let names): found = names.first { node.isString($0, in: bytes) }.map { .string($0) }
        case .structure(let fields): found = try structure(index, of: fields, bytes, atMost: limit)
        case .named(let name):
            // The parser checks that every used name is defined.
            found = try interface.types[name].map { (type) throws(ParameterFault) in
                try value(index, as: type, bytes, atMost: limit)
            }
        }
        guard let found else { throw Self.here(type.rule) }
        return found
    }

    private func array(
        _ index: Int, of element: VarlinkType, _ bytes: Span<UInt8>, atMost limit: Int
    ) throws(ParameterFault) -> WireValue? {
        guard document.nodes[index].kind == .array else { return nil }
        var elements: [WireValue] = []
        try document.forEachElement(of: index) { (node) throws(ParameterFault) in
            guard elements.count < Self.arrayElements else { throw Self.here("at most \(Self.arrayElements)") }
            do throws(ParameterFault) {
                elements.append(try value(node, as: element, bytes, atMost: limit))
            } catch {
                throw error.inside("[\(elements.count)]")
            }
        }
        return .array(elements)
    }

    private func map(
        _ index: Int, of element: VarlinkType, _ bytes: Span<UInt8>, atMost limit: Int
    ) throws(ParameterFault) -> WireValue? {
        guard document.nodes[index].kind == .object else { return nil }
        var object = WireObject()
        try document.forEachMember(of: index) { (key, node) throws(ParameterFault) in
            let key = document.nodes[key].text(in: bytes)
            do throws(ParameterFault) {
                object.append(key, try value(node, as: element, bytes, atMost: limit))
            } catch {
                throw error.inside(key)
            }
        }
        return .object(object)
    }

    private func structure(
        _ index: Int, of fields: [VarlinkField], _ bytes: Span<UInt8>, atMost limit: Int
    ) throws(ParameterFault) -> WireValue? {
        guard document.nodes[index].kind == .object else { return nil }
        var object = WireObject()
        var given: UInt64 = 0
        try document.forEachMember(of: index) { (key, node) throws(ParameterFault) in
            let place = try place(of: key, among: fields, bytes)
            let field = fields[place]
            if document.nodes[node].kind == .null, field.type.isNullable { return }
            given |= 1 << UInt64(place)
            do throws(ParameterFault) {
                object.append(field.name, try value(node, as: field.type, bytes, atMost: limit))
            } catch {
                throw error.inside(field.name)
            }
        }
        try requireAll(fields, given)
        return .object(object)
    }

    private func place(
        of key: Int, among fields: [VarlinkField], _ bytes: Span<UInt8>
    ) throws(ParameterFault) -> Int {
        guard let place = fields.firstIndex(where: { document.nodes[key].isString($0.name, in: bytes) }) else {
            throw .unknown(document.nodes[key].text(in: bytes), among: fields.map(\.name))
        }
        return place
    }

    private func requireAll(_ fields: [VarlinkField], _ given: UInt64) throws(ParameterFault) {
        for (place, field) in fields.enumerated() where !field.type.isNullable && given & 1 << UInt64(place) == 0 {
            throw .missing(field.name)
        }
    }

    /// The fault of the present value; its caller adds the place.
    private static func here(_ rule: String) -> ParameterFault { ParameterFault("", rule) }
}

extension VarlinkType {
    /// The description of the type's values.
    fileprivate var rule: String {
        switch self {
        case .bool: "true or false"
        case .int: "an integer of 64 bits"
        case .float: "a number"
        case .string: "a string"
        case .object, .map, .structure, .named: "an object"
        case .array: "an array"
        case .nullable(let inner): inner.rule
        case .enumeration(let names): "one of \(ParameterFault.list(names))"
        }
    }
}
