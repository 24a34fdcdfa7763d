public import GateModel

/// The contract's `Availability`: whether a fingerprint can be requested, the alternatives, and the text for people.
public struct AvailabilityReport: Hashable, Sendable {
    public let availability: Availability
    /// The credentials with which an authentication would succeed now.
    public let fallbacks: [Factor]
    public let guidance: Guidance
    /// Nil if there is none, and if the daemon does not serve fprintd's interface.
    public let loginLockout: LoginLockout?

    public init(
        _ availability: Availability, fallbacks: [Factor], guidance: Guidance, loginLockout: LoginLockout? = nil
    ) {
        self.availability = availability
        self.fallbacks = fallbacks
        self.guidance = guidance
        self.loginLockout = loginLockout
    }

    /// The contract's form.
    public var wire: WireObject {
        var wire = availability.wire(fallbacks: fallbacks, guidance: guidance)
        if let loginLockout { wire.append("loginLockout", .object(loginLockout.wire)) }
        return wire
    }

    /// Nil if a member is missing or the state is unknown to this version.
    public init?(wire: WireObject) {
        guard let availability = Availability(wire: wire), wire["fallbacks"] != nil,
            let guidance = wire.object("guidance").flatMap(Guidance.init(wire:))
        else { return nil }
        self.init(
            availability, fallbacks: wire.knownFactors("fallbacks"), guidance: guidance,
            loginLockout: wire.object("loginLockout").map(LoginLockout.init(wire:)))
    }
}

extension LoginLockout {
    fileprivate var wire: WireObject {
        var wire = WireObject()
        wire.append("retryAfterMilliseconds", milliseconds: retryAfter)
        return wire
    }

    fileprivate init(wire: WireObject) {
        self.init(retryAfter: wire.milliseconds("retryAfterMilliseconds"))
    }
}

extension Availability {
    /// The contract's `Availability`.
    public func wire(fallbacks: [Factor], guidance: Guidance) -> WireObject {
        var wire = WireObject()
        switch self {
        case .available:
            wire.append("state", "available")
        case .noHardware:
            wire.append("state", "noHardware")
        case .hardwareUnavailable(let reason, let retryAfter):
            wire.append("state", "hardwareUnavailable")
            wire.append("reason", .name(reason))
            wire.append("retryAfterMilliseconds", milliseconds: retryAfter)
        case .notEnrolled(let printsVanished):
            wire.append("state", "notEnrolled")
            if printsVanished { wire.append("reason", "printsVanished") }
        case .disabled:
            wire.append("state", "disabled")
        case .lockout(let retryAfter):
            wire.append("state", "lockout")
            wire.append("retryAfterMilliseconds", milliseconds: retryAfter)
        case .lockoutPermanent(let reason):
            wire.append("state", "lockoutPermanent")
            wire.append("reason", .name(reason))
        }
        wire.append("fallbacks", .names(fallbacks))
        wire.append("guidance", .object(guidance.wire))
        return wire
    }

    /// Nil if the state is unknown to this version. An unknown reason becomes `faulted` or `attempts`, whose next steps
    /// fit any.
    public init?(wire: WireObject) {
        let retryAfter = wire.milliseconds("retryAfterMilliseconds")
        switch wire.text("state") {
        case "available": self = .available
        case "noHardware": self = .noHardware
        case "hardwareUnavailable":
            self = .hardwareUnavailable(wire.known("reason") ?? .faulted, retryAfter: retryAfter)
        case "notEnrolled": self = .notEnrolled(printsVanished: wire.text("reason") == "printsVanished")
        case "disabled": self = .disabled
        case "lockout": self = .lockout(retryAfter: retryAfter ?? .zero)
        case "lockoutPermanent": self = .lockoutPermanent(wire.known("reason") ?? .attempts)
        default: return nil
        }
    }
}
