import GateModel
import GatePolicy

/// Maps any error of the gate to a `FaceFailure`.
func faced<Result: ~Copyable>(_ body: () async throws(GateError) -> Result) async throws(FaceFailure) -> Result {
    do throws(GateError) {
        return try await body()
    } catch {
        throw error.faced
    }
}

extension GateError {
    /// The error in the face interface's terms.
    var faced: FaceFailure {
        switch self {
        case .cancelled(let canceller): Interruption.cancelled(canceller).faced
        case .timedOut: .failed(.cancelled)
        case .fingerAlreadyEnrolled, .fingerKnownToReader: .failed(.duplicate)
        case .readerFull: .failed(.full)
        case .readerNotFound, .noHardware: .failed(.disconnected)
        case .hardwareUnavailable(let reason, _, _): .failed(reason.faced)
        case .notEnrolled, .disabled, .lockout, .lockoutPermanent, .authenticationFailed, .userNeeded,
            .credentialRequired,
            .credentialWrong, .credentialThrottled, .credentialNotSet, .credentialUnavailable, .signInRequired,
            .pinUnacceptable, .factorNotAllowed, .itemNotFound, .itemExists, .itemInvalidated, .signatureRefused,
            .printNotFound, .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
            .failed(.unavailable)
        }
    }
}

extension Interruption {
    var faced: FaceFailure {
        switch self {
        case .cancelled(.suspend): .failed(.suspended)
        case .notInteractive: .failed(.covered)
        case .cancelled: .failed(.cancelled)
        case .outwaited: .failed(.busy)
        }
    }
}

extension HardwareReason {
    var faced: FaceFailure.Cause {
        switch self {
        case .busy, .inUse: .inUse
        case .suspended: .suspended
        case .overheated: .overheated
        case .disconnected: .disconnected
        case .faulted: .faulted
        case .notInteractive: .covered
        case .administrator: .administrator
        }
    }
}
