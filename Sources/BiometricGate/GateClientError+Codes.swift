import GateWire

extension GateClientError.Code {
    private init(gate name: String) {
        self.init(rawValue: "org.biometricgate.Gate." + name)
    }

    private init(service name: String) {
        self.init(rawValue: "org.varlink.service." + name)
    }

    // MARK: Of this library

    /// Nothing serves the socket.
    public static let notRunning = Self(rawValue: "notRunning")
    /// Another user than the daemon's serves the socket; nothing was sent.
    public static let untrusted = Self(rawValue: "untrusted")
    /// The connection ended before the answer; the call may or may not have taken effect.
    public static let disconnected = Self(rawValue: "disconnected")
    /// The answer violates the contract.
    public static let protocolViolation = Self(rawValue: "protocolViolation")
    /// The calling task was cancelled before the daemon answered.
    public static let taskCancelled = Self(rawValue: "taskCancelled")

    // MARK: The contract's refusals

    public static let noHardware = Self(gate: "NoHardware")
    public static let hardwareUnavailable = Self(gate: "HardwareUnavailable")
    public static let notEnrolled = Self(gate: "NotEnrolled")
    public static let disabled = Self(gate: "Disabled")
    public static let lockout = Self(gate: "Lockout")
    public static let lockoutPermanent = Self(gate: "LockoutPermanent")
    public static let authenticationFailed = Self(gate: "AuthenticationFailed")
    public static let timedOut = Self(gate: "TimedOut")
    public static let cancelled = Self(gate: "Cancelled")
    public static let userNeeded = Self(gate: "UserNeeded")
    public static let credentialRequired = Self(gate: "CredentialRequired")
    public static let credentialNotSet = Self(gate: "CredentialNotSet")
    public static let credentialWrong = Self(gate: "CredentialWrong")
    public static let credentialUnavailable = Self(gate: "CredentialUnavailable")
    public static let credentialThrottled = Self(gate: "CredentialThrottled")
    public static let signInRequired = Self(gate: "SignInRequired")
    public static let pinUnacceptable = Self(gate: "PINUnacceptable")
    public static let factorNotAllowed = Self(gate: "FactorNotAllowed")
    public static let itemNotFound = Self(gate: "ItemNotFound")
    public static let itemExists = Self(gate: "ItemExists")
    public static let itemInvalidated = Self(gate: "ItemInvalidated")
    public static let printNotFound = Self(gate: "PrintNotFound")
    public static let fingerAlreadyEnrolled = Self(gate: "FingerAlreadyEnrolled")
    public static let fingerKnownToReader = Self(gate: "FingerKnownToReader")
    public static let readerNotFound = Self(gate: "ReaderNotFound")
    public static let signatureRefused = Self(gate: "SignatureRefused")
    public static let readerFull = Self(gate: "ReaderFull")
    public static let requestNotFound = Self(gate: "RequestNotFound")
    public static let limitExceeded = Self(gate: "LimitExceeded")
    public static let sealingUnavailable = Self(gate: "SealingUnavailable")
    public static let storageFailed = Self(gate: "StorageFailed")
    public static let notPermitted = Self(gate: "NotPermitted")

    // MARK: Faults of the call

    public static let interfaceNotFound = Self(service: "InterfaceNotFound")
    public static let methodNotFound = Self(service: "MethodNotFound")
    public static let methodNotImplemented = Self(service: "MethodNotImplemented")
    /// `GateClientError.invalidParameter` names the parameter, `invalidParameterRule` its rule.
    public static let invalidParameter = Self(service: "InvalidParameter")
    public static let permissionDenied = Self(service: "PermissionDenied")
    public static let expectedMore = Self(service: "ExpectedMore")
}

extension GateClientError {
    /// The path of the refused parameter, such as `reason`, `access.maxAgeSeconds` or `factors[1]`; nil for another
    /// failure.
    public var invalidParameter: String? {
        code == .invalidParameter ? parameters["parameter"]?.stringValue : nil
    }

    /// The rule of the refused parameter, for developers, in English, such as `0 to 300`; nil for another failure, or
    /// if the daemon gives none.
    public var invalidParameterRule: String? {
        code == .invalidParameter ? parameters["rule"]?.stringValue : nil
    }
}
