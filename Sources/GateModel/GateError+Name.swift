extension GateError {
    /// The contract's full name of the error.
    public var wireName: String { "org.biometricgate.Gate." + shortName }

    private var shortName: String {
        switch self {
        case .noHardware: "NoHardware"
        case .hardwareUnavailable: "HardwareUnavailable"
        case .notEnrolled: "NotEnrolled"
        case .disabled: "Disabled"
        case .lockout: "Lockout"
        case .lockoutPermanent: "LockoutPermanent"
        case .authenticationFailed: "AuthenticationFailed"
        case .timedOut: "TimedOut"
        case .cancelled: "Cancelled"
        case .userNeeded: "UserNeeded"
        case .credentialRequired: "CredentialRequired"
        case .credentialNotSet: "CredentialNotSet"
        case .credentialWrong: "CredentialWrong"
        case .credentialUnavailable: "CredentialUnavailable"
        case .credentialThrottled: "CredentialThrottled"
        case .signInRequired: "SignInRequired"
        case .pinUnacceptable: "PINUnacceptable"
        case .factorNotAllowed: "FactorNotAllowed"
        case .itemNotFound: "ItemNotFound"
        case .itemExists: "ItemExists"
        case .itemInvalidated: "ItemInvalidated"
        case .signatureRefused: "SignatureRefused"
        case .printNotFound: "PrintNotFound"
        case .fingerAlreadyEnrolled: "FingerAlreadyEnrolled"
        case .fingerKnownToReader: "FingerKnownToReader"
        case .readerNotFound: "ReaderNotFound"
        case .readerFull: "ReaderFull"
        case .requestNotFound: "RequestNotFound"
        case .limitExceeded: "LimitExceeded"
        case .sealingUnavailable: "SealingUnavailable"
        case .storageFailed: "StorageFailed"
        case .notPermitted: "NotPermitted"
        }
    }
}
