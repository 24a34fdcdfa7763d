package import GateModel

/// The first byte of an answer, other than success (CTAP 2.1, section 8.2).
package enum CTAPStatus: UInt8, Error, Hashable, Sendable, CaseIterable {
    case invalidCommand = 0x01
    case invalidParameter = 0x02
    case unexpectedType = 0x11
    case invalidCBOR = 0x12
    case missingParameter = 0x14
    case limitExceeded = 0x15
    case credentialExcluded = 0x19
    case unsupportedAlgorithm = 0x26
    case operationDenied = 0x27
    case keyStoreFull = 0x28
    case unsupportedOption = 0x2B
    case invalidOption = 0x2C
    case keepAliveCancel = 0x2D
    case noCredentials = 0x2E
    case userActionTimeout = 0x2F
    case notAllowed = 0x30
    case pinAuthInvalid = 0x33
    case pinNotSet = 0x35
    case tokenRequired = 0x36
    case uvBlocked = 0x3C
    case invalidSubcommand = 0x3E
    case uvInvalid = 0x3F
    case unauthorizedPermission = 0x40
    case other = 0x7F

    /// Browsers end a sign-in for good when the user refuses (`operationDenied`), so that only a refusal is one: where the
    /// user cannot be asked, they offer other ways.
    package init(_ error: GateError) {
        self =
            switch error {
            case .timedOut(nil, _): .userActionTimeout
            case .cancelled(.client): .keepAliveCancel
            case .cancelled(.user), .cancelled(.revoked): .operationDenied
            case .authenticationFailed, .credentialWrong: .uvInvalid
            case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent, .userNeeded,
                .timedOut, .cancelled(.sessionLocked), .cancelled(.suspend), .credentialRequired, .credentialNotSet,
                .credentialUnavailable, .credentialThrottled, .signInRequired, .factorNotAllowed, .notPermitted:
                .uvBlocked
            case .limitExceeded(let limit) where limit.name == "limits.itemsPerUser": .keyStoreFull
            case .itemNotFound, .itemInvalidated: .noCredentials
            case .limitExceeded, .cancelled(.shutdown), .pinUnacceptable, .itemExists, .signatureRefused,
                .printNotFound,
                .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound,
                .sealingUnavailable, .storageFailed:
                .other
            }
    }
}
