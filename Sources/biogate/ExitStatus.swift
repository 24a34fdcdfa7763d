import ArgumentParser
import BiometricGate
import GateModel

/// What the process tells a script at its end; the numbers are part of the command line's contract.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case unexpected = 1
    case noHardware = 10
    case notEnrolled = 11
    case disabled = 12
    case lockout = 13
    case lockoutPermanent = 14
    case hardwareUnavailable = 15
    case noMatch = 20
    case timedOut = 21
    case cancelled = 22
    case credentialWrong = 23
    case credentialNeeded = 24
    case signInAgain = 25
    case notFound = 30
    case exists = 31
    case invalidated = 32
    /// `EX_USAGE` of sysexits.h, which ArgumentParser ends with as well.
    case usage = 64
    /// `EX_UNAVAILABLE`: nobody serves the socket, or it was lost.
    case noDaemon = 69
    /// `EX_NOPERM`.
    case notPermitted = 77
    /// What a shell reports of a process that SIGINT ended.
    case interrupted = 130

    init(_ error: GateError) {
        self =
            switch error {
            case .noHardware: .noHardware
            case .hardwareUnavailable: .hardwareUnavailable
            case .notEnrolled: .notEnrolled
            case .disabled: .disabled
            case .lockout: .lockout
            case .lockoutPermanent: .lockoutPermanent
            case .authenticationFailed: .noMatch
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .credentialRequired, .credentialNotSet, .credentialUnavailable: .credentialNeeded
            case .credentialWrong, .credentialThrottled: .credentialWrong
            case .signInRequired: .signInAgain
            case .pinUnacceptable: .usage
            // Where only a finger opens the item, a PIN is not what is missing.
            case .factorNotAllowed(let allowed): allowed.contains { $0 != .fingerprint } ? .credentialNeeded : .usage
            case .itemNotFound, .printNotFound, .readerNotFound, .requestNotFound: .notFound
            case .itemExists, .fingerAlreadyEnrolled, .fingerKnownToReader: .exists
            case .itemInvalidated: .invalidated
            case .readerFull, .limitExceeded, .sealingUnavailable, .storageFailed: .unexpected
            case .notPermitted: .notPermitted
            }
    }

    init(_ error: GateClientError) {
        if let gateError = error.gateError {
            self.init(gateError)
            return
        }
        self =
            switch error.code {
            case .notRunning, .disconnected: .noDaemon
            case .taskCancelled: .interrupted
            case .invalidParameter: .usage
            case .permissionDenied: .notPermitted
            default: .unexpected
            }
    }

    /// Ends a command with this status and without a word more.
    var code: ExitCode { ExitCode(rawValue) }
}
