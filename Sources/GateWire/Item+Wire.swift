public import GateModel

extension Access {
    /// The contract's `Access`; an age in whole seconds, rounded down.
    public var wire: WireObject {
        var wire: WireObject = [
            "factors": .names(factors), "enrollment": .name(enrollment),
            "maxAgeSeconds": .integer(maximumAge.components.seconds),
        ]
        if openers != [.user] { wire.append("openers", .names(openers)) }
        if reusesPIN { wire.append("reusePIN", true) }
        if opensAlone { wire.append("alone", true) }
        return wire
    }

    /// Nil if a member is missing or unknown to this version; unknown factors are left out.
    public init?(wire: WireObject) {
        guard wire["factors"] != nil, let enrollment = wire.known("enrollment", as: Enrollment.self),
            let age = wire["maxAgeSeconds"]?.integerValue
        else { return nil }
        let openers = wire["openers"]?.arrayValue?.compactMap { $0.stringValue.flatMap(Opener.init(rawValue:)) }
        self.init(
            factors: wire.knownFactors("factors"), enrollment: enrollment, maximumAge: .seconds(age),
            openers: openers ?? [.user], reusesPIN: wire["reusePIN"]?.boolValue ?? false,
            opensAlone: wire["alone"]?.boolValue ?? false)
    }
}

extension Item {
    /// The contract's `Item`.
    public var wire: WireObject {
        let cause: Invalidation? = if case .invalidated(let cause) = state { cause } else { nil }
        return WireObject(present: [
            "name": .string(name.rawValue), "label": .text(label?.rawValue), "kind": .name(kind),
            "access": .object(access.wire), "openableBy": .names(openableBy),
            "state": cause == nil ? "valid" : "invalidated", "invalidatedBy": .name(cause),
            "algorithm": .name(algorithm), "publicKey": .text(publicKey.map(Base64.encode)),
            "sealedBy": .name(sealedBy), "owner": .text(owner), "createdAt": .string(createdAt.rfc3339),
            "lastUsedAt": .text(lastUsedAt?.rfc3339), "updatedBy": .text(updatedBy),
            "updatedAt": .text(updatedAt?.rfc3339), "fingerprintLostBy": .name(fingerprintLostBy),
            "usage": .when(usage != .general, .name(usage)),
            "destinations": .when(!destinations.isEmpty, .array(destinations.map { .object($0.wire) })),
            "servers": .when(!servers.isEmpty, .array(servers.map { .object($0.wire) })),
        ])
    }

    /// Nil if a member is missing, or unknown to this version without a substitute.
    public init?(wire: WireObject) {
        guard let name = wire.text("name").flatMap(ItemName.init), let kind = wire.known("kind", as: Kind.self),
            let access = wire.object("access").flatMap(Access.init(wire:)), wire["openableBy"] != nil,
            let state = State(wire: wire), let sealedBy = wire.known("sealedBy", as: Sealing.self),
            let createdAt = wire.time("createdAt")
        else { return nil }
        self.init(
            name: name, label: wire.text("label").flatMap(Label.init), kind: kind, access: access,
            openableBy: wire.knownFactors("openableBy"), state: state, algorithm: wire.known("algorithm"),
            publicKey: wire.text("publicKey").flatMap(Base64.decode), sealedBy: sealedBy, owner: wire.text("owner"),
            createdAt: createdAt, lastUsedAt: wire.time("lastUsedAt"), updatedBy: wire.text("updatedBy"),
            updatedAt: wire.time("updatedAt"),
            fingerprintLostBy: wire.known("fingerprintLostBy"), usage: wire.known("usage") ?? .general,
            destinations: wire["destinations"]?.objects.compactMap(SSHDestination.init(wire:)) ?? [],
            servers: wire["servers"]?.objects.compactMap(SignatureSubject.Server.init(wire:)) ?? [])
    }
}

extension SSHDestination {
    /// The contract's `SSHDestination`.
    public var wire: WireObject {
        WireObject(present: [
            "name": .string(name), "key": .string(Base64.encode(key)), "authority": .when(isAuthority, true),
            "user": .text(user),
        ])
    }

    /// Nil if a member is missing or not readable.
    public init?(wire: WireObject) {
        guard let name = wire.text("name"), let key = wire.text("key").flatMap(Base64.decode) else { return nil }
        self.init(
            name: name, key: key, isAuthority: wire["authority"]?.boolValue ?? false, user: wire.text("user"))
    }
}

extension RequestedItem {
    /// The contract's `RequestedItem`.
    public var wire: WireObject {
        WireObject(present: [
            "name": .string(name.rawValue), "label": .text(label?.rawValue), "owner": .text(owner),
        ])
    }

    /// Nil without a name.
    public init?(wire: WireObject) {
        guard let name = wire.text("name").flatMap(ItemName.init) else { return nil }
        self.init(name: name, label: wire.text("label").flatMap(Label.init), owner: wire.text("owner"))
    }
}

extension WireValue {
    /// The objects of an array.
    var objects: [WireObject] { arrayValue?.compactMap(\.objectValue) ?? [] }
}

extension Item.State {
    fileprivate init?(wire: WireObject) {
        switch wire.text("state") {
        case "valid": self = .valid
        case "invalidated":
            guard let cause = wire.known("invalidatedBy", as: Item.Invalidation.self) else { return nil }
            self = .invalidated(cause)
        default: return nil
        }
    }
}
