import GateWire

extension GateClientError.Code {
    private init(gate name: String) {
        self.init(rawValue: "org.biometricgate.Gate." + name)
    }

    private init(service name: String) {
        self.init(rawValue: "org.varlink.service." + name)
    }

    // MARK: This library's own

    /// Nobody serves the socket.
    public static let notRunning = Self(rawValue: "notRunning")
    /// Somebody else than the daemon serves the socket: nothing was sent there.
    public static let untrusted = Self(rawValue: "untrusted")
    /// The connection ended before the answer; whether the call took effect is not known.
    public static let disconnected = Self(rawValue: "disconnected")
    /// The answer is not one that the contract allows.
    public static let protocolViolation = Self(rawValue: "protocolViolation")
    /// The calling task was cancelled, and the daemon did not get to answer.
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
    public static let readerFull = Self(gate: "ReaderFull")
    public static let requestNotFound = Self(gate: "RequestNotFound")
    public static let limitExceeded = Self(gate: "LimitExceeded")
    public static let sealingUnavailable = Self(gate: "SealingUnavailable")
    public static let storageFailed = Self(gate: "StorageFailed")
    public static let notPermitted = Self(gate: "NotPermitted")

    // MARK: What is wrong with the call itself

    public static let interfaceNotFound = Self(service: "InterfaceNotFound")
    public static let methodNotFound = Self(service: "MethodNotFound")
    public static let methodNotImplemented = Self(service: "MethodNotImplemented")
    /// `GateClientError.invalidParameter` names the parameter, `invalidParameterRule` what it has to be.
    public static let invalidParameter = Self(service: "InvalidParameter")
    public static let permissionDenied = Self(service: "PermissionDenied")
    public static let expectedMore = Self(service: "ExpectedMore")
}

extension GateClientError {
    /// The way to the parameter that the daemon refused, as `reason`, `access.maxAgeSeconds` or `factors[1]`; nil where
    /// the failure is another.
    public var invalidParameter: String? {
        code == .invalidParameter ? parameters["parameter"]?.stringValue : nil
    }

    /// What the refused parameter has to be, for developers, in English, as `0 to 300`; nil where the failure is another,
    /// or the daemon does not say.
    public var invalidParameterRule: String? {
        code == .invalidParameter ? parameters["rule"]?.stringValue : nil
    }
}
