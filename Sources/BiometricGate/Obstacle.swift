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
}

extension AvailabilityReport {
    /// Nil if a finger can be requested.
    public var obstacle: Obstacle? {
        switch availability {
        case .available: nil
        case .noHardware: .noHardware
        case .hardwareUnavailable(let reason, let retryAfter): .hardwareUnavailable(reason, retryAfter: retryAfter)
        case .notEnrolled(let printsVanished): .notEnrolled(printsVanished: printsVanished)
        case .disabled: .disabled
        case .lockout(let retryAfter): .lockedOut(retryAfter: retryAfter)
        case .lockoutPermanent(let reason): .credentialNeeded(CredentialNeed(reason))
        }
    }

    /// The error that a call would get now; nil if a finger can be requested.
    var refusal: GateError? {
        switch availability {
        case .available: nil
        case .noHardware: .noHardware(fallbacks: fallbacks)
        case .hardwareUnavailable(let reason, let retryAfter):
            .hardwareUnavailable(reason, retryAfter: retryAfter, fallbacks: fallbacks)
        case .notEnrolled(let printsVanished): .notEnrolled(printsVanished: printsVanished, fallbacks: fallbacks)
        case .disabled: .disabled(fallbacks: fallbacks)
        case .lockout(let retryAfter): .lockout(retryAfter: retryAfter, clearedBy: fallbacks, fallbacks: fallbacks)
        case .lockoutPermanent(let reason): .lockoutPermanent(reason, clearedBy: fallbacks, fallbacks: fallbacks)
        }
    }
}

extension GateClientError {
    /// Why the finger could not be requested; nil for another failure.
    public var obstacle: Obstacle? {
        switch gateError {
        case .noHardware: .noHardware
        case .hardwareUnavailable(let reason, let retryAfter, _): .hardwareUnavailable(reason, retryAfter: retryAfter)
        case .notEnrolled(let printsVanished, _): .notEnrolled(printsVanished: printsVanished)
        case .disabled: .disabled
        case .lockout(let retryAfter, _, _): .lockedOut(retryAfter: retryAfter)
        case .lockoutPermanent(let reason, _, _): .credentialNeeded(CredentialNeed(reason))
        case .authenticationFailed, .timedOut, .cancelled, .credentialRequired, .credentialNotSet, .credentialWrong,
            .credentialUnavailable, .credentialThrottled, .signInRequired, .pinUnacceptable, .factorNotAllowed,
            .itemNotFound, .itemExists, .itemInvalidated, .printNotFound, .fingerAlreadyEnrolled,
            .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound, .limitExceeded,
            .sealingUnavailable, .storageFailed, .notPermitted:
            nil
        case nil: code == .notRunning || code == .disconnected ? .notRunning : nil
        }
    }
}
