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
        WireObject(present: ["retryAfterMilliseconds": .milliseconds(retryAfter)])
    }

    fileprivate init(wire: WireObject) {
        self.init(retryAfter: wire.milliseconds("retryAfterMilliseconds"))
    }
}

extension Availability {
    /// The contract's `Availability`.
    public func wire(fallbacks: [Factor], guidance: Guidance) -> WireObject {
        let (state, reason, retryAfter): (String, String?, Duration?) =
            switch self {
            case .available: ("available", nil, nil)
            case .noHardware: ("noHardware", nil, nil)
            case .hardwareUnavailable(let reason, let retryAfter):
                ("hardwareUnavailable", reason.rawValue, retryAfter)
            case .notEnrolled(let printsVanished): ("notEnrolled", printsVanished ? "printsVanished" : nil, nil)
            case .disabled: ("disabled", nil, nil)
            case .lockout(let retryAfter): ("lockout", nil, retryAfter)
            case .lockoutPermanent(let reason): ("lockoutPermanent", reason.rawValue, nil)
            }
        return WireObject(present: [
            "state": .string(state), "reason": .text(reason), "retryAfterMilliseconds": .milliseconds(retryAfter),
            "fallbacks": .names(fallbacks), "guidance": .object(guidance.wire),
        ])
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
