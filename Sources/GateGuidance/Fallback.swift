internal import GateModel

/// The one way on that people are told of when a finger will not do.
enum Fallback: CaseIterable {
    case pin, password, signIn

    /// The PIN where it is among the factors, for it is the shorter way; else the password; else a new sign-in.
    init(among factors: [Factor]) {
        self = factors.contains(.pin) ? .pin : factors.contains(.password) ? .password : .signIn
    }

    var action: Guidance.Action {
        switch self {
        case .pin: .usePIN
        case .password: .usePassword
        case .signIn: .signInAgain
        }
    }
}

extension GateError {
    /// The way on with which the body ends; nil for an error that a credential does not get around.
    var fallback: Fallback? {
        switch self {
        case .noHardware(let fallbacks), .hardwareUnavailable(_, _, let fallbacks), .notEnrolled(_, let fallbacks),
            .disabled(let fallbacks), .lockout(_, _, let fallbacks), .authenticationFailed(let fallbacks):
            Fallback(among: fallbacks)
        // The finger can be tried again: a new sign-in gets around nothing. Where it had its time, the others stand in the error's
        // own words.
        case .timedOut(let waited, let fallbacks):
            fallbacks.isEmpty || waited == nil ? nil : Fallback(among: fallbacks)
        case .lockoutPermanent, .cancelled, .credentialRequired, .credentialNotSet, .credentialWrong,
            .credentialUnavailable, .credentialThrottled, .signInRequired, .pinUnacceptable, .factorNotAllowed,
            .itemNotFound, .itemExists, .itemInvalidated, .printNotFound, .fingerAlreadyEnrolled,
            .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound, .limitExceeded,
            .sealingUnavailable, .storageFailed, .notPermitted:
            nil
        }
    }
}
