public import GateModel
public import GateWire

/// Why the PIN or the password is required before a finger counts again.
public enum CredentialNeed: Hashable, Sendable {
    /// Too many fingers did not match.
    case attempts
    /// It was last given too long ago (72 hours unless configured).
    case routine
    /// The machine was restarted since.
    case boot

    init(_ reason: CredentialReason) {
        self =
            switch reason {
            case .attempts: .attempts
            case .credentialAge: .routine
            case .boot: .boot
            }
    }
}

/// Why a finger cannot be requested now.
public enum Obstacle: Hashable, Sendable {
    case noHardware
    /// There is or was a reader; a later call may find it.
    case hardwareUnavailable(HardwareReason, retryAfter: Duration?)
    /// `printsVanished`: the reader's own storage has lost the prints.
    case notEnrolled(printsVanished: Bool)
    /// The user turned fingerprint unlocking off, or declined it.
    case disabled
    case lockedOut(retryAfter: Duration)
    case credentialNeeded(CredentialNeed)
    /// The daemon cannot be reached.
    case notRunning

    /// Nil if a finger can be requested.
    init?(_ availability: Availability) {
        switch availability {
        case .available: return nil
        case .noHardware: self = .noHardware
        case .hardwareUnavailable(let reason, let retryAfter):
            self = .hardwareUnavailable(reason, retryAfter: retryAfter)
        case .notEnrolled(let printsVanished): self = .notEnrolled(printsVanished: printsVanished)
        case .disabled: self = .disabled
        case .lockout(let retryAfter): self = .lockedOut(retryAfter: retryAfter)
        case .lockoutPermanent(let reason): self = .credentialNeeded(CredentialNeed(reason))
        }
    }

    /// The daemon's name of the obstacle; nil if the daemon cannot be reached.
    public var availability: Availability? {
        switch self {
        case .noHardware: .noHardware
        case .hardwareUnavailable(let reason, let retryAfter): .hardwareUnavailable(reason, retryAfter: retryAfter)
        case .notEnrolled(let printsVanished): .notEnrolled(printsVanished: printsVanished)
        case .disabled: .disabled
        case .lockedOut(let retryAfter): .lockout(retryAfter: retryAfter)
        case .credentialNeeded(.attempts): .lockoutPermanent(.attempts)
        case .credentialNeeded(.routine): .lockoutPermanent(.credentialAge)
        case .credentialNeeded(.boot): .lockoutPermanent(.boot)
        case .notRunning: nil
        }
    }
}

extension AvailabilityReport {
    /// Nil if a finger can be requested.
    public var obstacle: Obstacle? { Obstacle(availability) }
}

extension GateClientError {
    /// Why the finger could not be requested; nil for another failure.
    public var obstacle: Obstacle? {
        switch gateError?.kind {
        case .noFinger(let availability): Obstacle(availability)
        case .missed, .retry, .cancelled, .wrong, .otherWay, .settle, .broken: nil
        case nil: code == .notRunning || code == .disconnected ? .notRunning : nil
        }
    }
}
