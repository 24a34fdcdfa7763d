internal import GateModel
internal import GateSecret

/// Parameters that fit the interface, what is secret apart from the rest.
struct CheckedParameters: ~Copyable {
    var parameters = WireObject()
    var payload: SecretBytes?
    var credential: PresentedCredential?
}

/// What came of checking.
enum ParameterVerdict: ~Copyable {
    case fine(CheckedParameters)
    /// Names the parameter that is unknown, missing, or not as the interface has it.
    case invalid(String)
}

/// Checks a call's parameters against its method.
struct ParameterChecker {
    /// The bytes that a payload of base64 may stand for.
    static let payloadRange = 1...65_536

    let interface: VarlinkInterface
    let document: JSONDocument

    func check(_ object: Int?, of method: VarlinkMethod, _ bytes: Span<UInt8>) -> ParameterVerdict {
        var checked = CheckedParameters()
        var given: UInt64 = 0
        var invalid: String?
        if let object {
            document.forEachMember(of: object) { key, value in
                guard invalid == nil else { return }
                guard let place = place(of: key, among: method.parameters, bytes) else {
                    invalid = document.nodes[key].text(in: bytes)
                    return
                }
                let field = method.parameters[place]
                if document.nodes[value].kind == .null, field.type.isNullable { return }
                given |= 1 << UInt64(place)
                if !take(value, as: field, of: method, into: &checked, bytes) { invalid = field.name }
            }
        }
        if let invalid { return .invalid(invalid) }
        for (place, field) in method.parameters.enumerated()
        where !field.type.isNullable && given & 1 << UInt64(place) == 0 {
            return .invalid(field.name)
        }
        return .fine(checked)
    }

    /// Adds a parameter to what was checked; false where it does not fit.
    private func take(
        _ value: Int, as field: VarlinkField, of method: VarlinkMethod, into checked: inout CheckedParameters,
        _ bytes: Span<UInt8>
    ) -> Bool {
        switch sensitivity(of: field, method) {
        case .open:
            guard let value = self.value(value, as: field.type, bytes) else { return false }
            checked.parameters.append(field.name, value)
            return true
        case .text:
            checked.payload = document.nodes[value].secretText(in: bytes)
            return document.nodes[value].isString
        case .base64:
            guard let payload = document.nodes[value].secretBase64(in: bytes),
                Self.payloadRange.contains(payload.count)
            else { return false }
            checked.payload = consume payload
            return true
        case .credential:
            guard let credential = credential(value, bytes) else { return false }
            checked.credential = consume credential
            return true
        }
    }

    /// What may be done with a parameter's value.
    private enum Sensitivity {
        case open, text, base64, credential
    }

    private func sensitivity(of field: VarlinkField, _ method: VarlinkMethod) -> Sensitivity {
        if field.type == .named("Credential") || field.type == .nullable(.named("Credential")) { return .credential }
        return switch (method.fullName, field.name) {
        case ("org.biometricgate.Gate.StoreSecret", "secret"), ("org.biometricgate.Gate.Sign", "challenge"): .base64
        case ("org.biometricgate.Gate.SetPIN", "pin"): .text
        default: .open
        }
    }

    /// The credential at a node, of which exactly one member is given.
    private func credential(_ object: Int, _ bytes: Span<UInt8>) -> PresentedCredential? {
        guard document.nodes[object].kind == .object else { return nil }
        var found: (factor: Factor, node: Int)?
        var isValid = true
        document.forEachMember(of: object) { key, value in
            let factor: Factor
            if document.nodes[key].isString("pin", in: bytes) {
                factor = .pin
            } else if document.nodes[key].isString("password", in: bytes) {
                factor = .password
            } else {
                isValid = false
                return
            }
            if document.nodes[value].kind == .null { return }
            if found != nil || !document.nodes[value].isString { isValid = false }
            found = (factor, value)
        }
        guard isValid, let found, let secret = document.nodes[found.node].secretText(in: bytes) else { return nil }
        return PresentedCredential(found.factor, secret)
    }

    /// The value at a node as a type has it; nil where it does not fit.
    private func value(_ index: Int, as type: VarlinkType, _ bytes: Span<UInt8>) -> WireValue? {
        let node = document.nodes[index]
        switch type {
        case .bool:
            switch node.kind {
            case .true: return .bool(true)
            case .false: return .bool(false)
            case .null, .integer, .number, .string, .escapedString, .array, .object: return nil
            }
        case .int: return node.integer(in: bytes).map { .integer($0) }
        case .float: return node.number(in: bytes).map { .number($0) }
        case .string: return node.isString ? .string(node.text(in: bytes)) : nil
        case .object: return node.kind == .object ? document.value(at: index, in: bytes) : nil
        case .array(let element): return array(index, of: element, bytes)
        case .map(let element): return map(index, of: element, bytes)
        case .nullable(let inner): return node.kind == .null ? .null : value(index, as: inner, bytes)
        case .enumeration(let names): return names.first { node.isString($0, in: bytes) }.map { .string($0) }
        case .structure(let fields): return structure(index, of: fields, bytes)
        case .named(let name): return interface.types[name].flatMap { value(index, as: $0, bytes) }
        }
    }

    private func array(_ index: Int, of element: VarlinkType, _ bytes: Span<UInt8>) -> WireValue? {
        guard document.nodes[index].kind == .array else { return nil }
        var elements: [WireValue] = []
        var fits = true
        document.forEachElement(of: index) { node in
            guard fits, let value = value(node, as: element, bytes) else {
                fits = false
                return
            }
            elements.append(value)
        }
        return fits ? .array(elements) : nil
    }

    private func map(_ index: Int, of element: VarlinkType, _ bytes: Span<UInt8>) -> WireValue? {
        guard document.nodes[index].kind == .object else { return nil }
        var object = WireObject()
        var fits = true
        document.forEachMember(of: index) { key, node in
            guard fits, let value = value(node, as: element, bytes) else {
                fits = false
                return
            }
            object.append(document.nodes[key].text(in: bytes), value)
        }
        return fits ? .object(object) : nil
    }

    private func structure(_ index: Int, of fields: [VarlinkField], _ bytes: Span<UInt8>) -> WireValue? {
        guard document.nodes[index].kind == .object else { return nil }
        var object = WireObject()
        var given: UInt64 = 0
        var fits = true
        document.forEachMember(of: index) { key, node in
            guard fits, let place = place(of: key, among: fields, bytes) else {
                fits = false
                return
            }
            let field = fields[place]
            if document.nodes[node].kind == .null, field.type.isNullable { return }
            guard let value = value(node, as: field.type, bytes) else {
                fits = false
                return
            }
            given |= 1 << UInt64(place)
            object.append(field.name, value)
        }
        for (place, field) in fields.enumerated() where !field.type.isNullable && given & 1 << UInt64(place) == 0 {
            return nil
        }
        return fits ? .object(object) : nil
    }

    private func place(of key: Int, among fields: [VarlinkField], _ bytes: Span<UInt8>) -> Int? {
        fields.firstIndex { document.nodes[key].isString($0.name, in: bytes) }
    }
}
