public import GateModel
public import GateWire

/// Why the PIN or the password has to be given before a finger counts again.
public enum CredentialNeed: Hashable, Sendable {
    /// Too many fingers did not match.
    case attempts
    /// It was last given too long ago (72 hours, where the daemon is not told otherwise).
    case routine
    /// The machine has been started since.
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

/// Why a finger cannot be asked for now.
public enum Obstacle: Hashable, Sendable {
    case noHardware
    /// There is a reader, or was; a later call may find it.
    case hardwareUnavailable(HardwareReason, retryAfter: Duration?)
    /// `printsVanished`: there were prints, and the reader's own storage has lost them.
    case notEnrolled(printsVanished: Bool)
    /// The user turned fingerprint unlocking off, or declined it.
    case disabled
    case lockedOut(retryAfter: Duration)
    case credentialNeeded(CredentialNeed)
    /// The daemon cannot be reached.
    case notRunning
}

extension AvailabilityReport {
    /// Nil where a finger can be asked for.
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

    /// What a call would be refused with now; nil where a finger can be asked for.
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
    /// What kept the finger from being asked for; nil where the failure is another.
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
