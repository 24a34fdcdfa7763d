import ArgumentParser
import BiometricGate
import GateModel

/// The exit status for scripts; the numbers are part of the command line's contract.
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
    case outwaited = 26
    case notFound = 30
    case exists = 31
    case invalidated = 32
    /// `EX_USAGE` of sysexits.h, also ArgumentParser's.
    case usage = 64
    /// `EX_NOINPUT`.
    case noFile = 66
    /// `EX_UNAVAILABLE`: nothing serves the socket, or the connection was lost.
    case noDaemon = 69
    /// `EX_NOPERM`.
    case notPermitted = 77
    /// As in a shell: the program exists and cannot be run.
    case programNotExecutable = 126
    /// As a shell has it.
    case programNotFound = 127
    /// As a shell reports a process ended by SIGINT.
    case interrupted = 130

    /// A few words without a comma, for the help and the manual page.
    var meaning: String {
        switch self {
        case .done: "done"
        case .unexpected: "unexpected"
        case .noHardware: "no fingerprint reader"
        case .notEnrolled: "no finger is added"
        case .disabled: "fingerprint is turned off"
        case .lockout: "fingerprint is paused after scans that did not match"
        case .lockoutPermanent: "fingerprint is locked until the PIN or the password is given"
        case .hardwareUnavailable: "the reader cannot be used now"
        case .noMatch: "no match"
        case .timedOut: "timed out"
        case .cancelled: "cancelled"
        case .credentialWrong: "the PIN or the password is wrong or has to wait"
        case .credentialNeeded: "the PIN or the password is needed"
        case .signInAgain: "sign in again"
        case .outwaited: "other requests or a reader in use took all of the time"
        case .notFound: "no such item or finger or reader"
        case .exists: "there already"
        case .invalidated: "the item's secret is gone for good"
        case .usage: "wrong usage"
        case .noFile: "a file is missing"
        case .noDaemon: "the service is not running"
        case .notPermitted: "not permitted"
        case .programNotExecutable: "the program cannot be run"
        case .programNotFound: "there is no such program"
        case .interrupted: "ended with Ctrl-C"
        }
    }

    /// Every number with its meaning.
    static var table: String { allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") }

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
            case .timedOut(nil, _): .timedOut
            case .timedOut: .outwaited
            case .cancelled: .cancelled
            case .credentialRequired, .credentialNotSet, .credentialUnavailable, .userNeeded: .credentialNeeded
            case .credentialWrong, .credentialThrottled: .credentialWrong
            case .signInRequired: .signInAgain
            case .pinUnacceptable: .usage
            // If only a finger opens the item, a PIN is not what is missing.
            case .factorNotAllowed(let allowed, _): allowed.contains { $0 != .fingerprint } ? .credentialNeeded : .usage
            case .itemNotFound, .printNotFound, .readerNotFound, .requestNotFound: .notFound
            case .itemExists, .fingerAlreadyEnrolled, .fingerKnownToReader: .exists
            case .itemInvalidated: .invalidated
            case .readerFull, .limitExceeded, .sealingUnavailable, .storageFailed: .unexpected
            case .notPermitted, .signatureRefused: .notPermitted
            }
    }

    init(_ error: GateClientError) {
        if let gateError = error.gateError {
            self.init(gateError)
            return
        }
        self =
            switch error.code {
            case .notRunning, .untrusted, .disconnected: .noDaemon
            case .taskCancelled: .interrupted
            case .invalidParameter: .usage
            case .permissionDenied: .notPermitted
            default: .unexpected
            }
    }

    /// Ends a command with this status and without further output.
    var code: ExitCode { ExitCode(rawValue) }
}
