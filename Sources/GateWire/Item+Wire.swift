public import GateModel

extension Access {
    /// The contract's `Access`; an age in whole seconds, rounded down.
    public var wire: WireObject {
        [
            "factors": .names(factors), "enrollment": .name(enrollment),
            "maxAgeSeconds": .integer(maximumAge.components.seconds),
        ]
    }

    /// Nil if a member is missing or unknown to this version; unknown factors are left out.
    public init?(wire: WireObject) {
        guard wire["factors"] != nil, let enrollment = wire.known("enrollment", as: Enrollment.self),
            let age = wire["maxAgeSeconds"]?.integerValue
        else { return nil }
        self.init(factors: wire.knownFactors("factors"), enrollment: enrollment, maximumAge: .seconds(age))
    }
}

extension Item {
    /// The contract's `Item`.
    public var wire: WireObject {
        var wire: WireObject = ["name": .string(name.rawValue)]
        wire.append("label", label?.rawValue)
        wire.append("kind", .name(kind))
        wire.append("access", .object(access.wire))
        wire.append("openableBy", .names(openableBy))
        switch state {
        case .valid:
            wire.append("state", "valid")
        case .invalidated(let cause):
            wire.append("state", "invalidated")
            wire.append("invalidatedBy", .name(cause))
        }
        wire.append("algorithm", .name(algorithm))
        wire.append("publicKey", publicKey.map(Base64.encode))
        wire.append("sealedBy", .name(sealedBy))
        wire.append("owner", owner)
        wire.append("createdAt", createdAt.rfc3339)
        wire.append("lastUsedAt", lastUsedAt?.rfc3339)
        wire.append("fingerprintLostBy", .name(fingerprintLostBy))
        return wire
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
            createdAt: createdAt, lastUsedAt: wire.time("lastUsedAt"),
            fingerprintLostBy: wire.known("fingerprintLostBy"))
    }
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
