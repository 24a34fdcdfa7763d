public import GateModel

/// The state of the present readers for one user.
public enum HardwareFacts: Hashable, Sendable {
    /// No reader is plugged in.
    case noReader
    /// Readers are plugged in, but none holds a print of the user.
    case noReaderWithPrints
    /// The lid covers all readers that hold prints of the user.
    case covered
    /// The best state among the readers that hold prints of the user.
    case reader(Reader.State, retryAfter: Duration?)
}

/// Whether fingerprint unlocking is on; the contract calls both `unset` and `off` not enabled, but only `off` disabled.
public enum FingerprintSwitch: String, CaseIterable, Sendable {
    /// Undecided: the first print turns it on.
    case unset
    case on
    /// Turned off, or declined when offered.
    case off
}

/// The facts that determine an availability.
public struct AvailabilityFacts: Hashable, Sendable {
    public var hardware: HardwareFacts
    public var hasPrints: Bool
    public var printsVanished: Bool
    public var fingerprintSwitch: FingerprintSwitch
    /// False if the configuration turns fingerprints off for everybody.
    public var isAllowedByAdministrator: Bool
    /// False if the user's session cannot be asked (remote, locked, in the background).
    public var isInteractive: Bool
    /// Whether fingers are refused because the machine goes to sleep.
    public var isSuspending: Bool

    public init(
        hardware: HardwareFacts, hasPrints: Bool, printsVanished: Bool, fingerprintSwitch: FingerprintSwitch,
        isAllowedByAdministrator: Bool = true, isInteractive: Bool = true, isSuspending: Bool = false
    ) {
        self.hardware = hardware
        self.hasPrints = hasPrints
        self.printsVanished = printsVanished
        self.fingerprintSwitch = fingerprintSwitch
        self.isAllowedByAdministrator = isAllowedByAdministrator
        self.isInteractive = isInteractive
        self.isSuspending = isSuspending
    }
}

extension UserPolicy {
    /// Whether a fingerprint can be requested: the first applicable state in the contract's order.
    public func availability(_ facts: AvailabilityFacts, _ limits: PolicyLimits, at now: Moment) -> Availability {
        if facts.hardware == .noReader, !facts.hasPrints { return .noHardware }
        if facts.fingerprintSwitch == .off { return .disabled }
        if !facts.hasPrints || facts.hardware == .noReaderWithPrints {
            return .notEnrolled(printsVanished: facts.printsVanished)
        }
        if let reason = credentialNeeded(limits, at: now) { return .lockoutPermanent(reason) }
        if case .waiting(let remaining) = lockout.state(limits, at: now) { return .lockout(retryAfter: remaining) }
        if !facts.isAllowedByAdministrator { return .hardwareUnavailable(.administrator, retryAfter: nil) }
        if facts.isSuspending { return .hardwareUnavailable(.suspended, retryAfter: nil) }
        if !facts.isInteractive { return .hardwareUnavailable(.notInteractive, retryAfter: nil) }
        switch facts.hardware {
        case .noReader, .noReaderWithPrints: return .hardwareUnavailable(.disconnected, retryAfter: nil)
        case .covered: return .hardwareUnavailable(.notInteractive, retryAfter: nil)
        case .reader(.ready, _), .reader(.busy, _): return .available
        case .reader(.inUse, let retryAfter): return .hardwareUnavailable(.inUse, retryAfter: retryAfter)
        case .reader(.suspended, let retryAfter): return .hardwareUnavailable(.suspended, retryAfter: retryAfter)
        case .reader(.overheated, let retryAfter): return .hardwareUnavailable(.overheated, retryAfter: retryAfter)
        case .reader(.faulted, let retryAfter): return .hardwareUnavailable(.faulted, retryAfter: retryAfter)
        }
    }
}
