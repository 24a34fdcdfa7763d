import GateModel

extension Fprint {
    /// Why a method is refused, one case for each situation. If fprintd 1.94.2 has the situation, name and text are
    /// fprintd's, since programs and people compare them.
    enum Refusal: Error, Hashable, Sendable {
        // About the claim.
        case notClaimed
        case alreadyClaimed
        case claimedByAnother
        case openFailed(FaceFailure)
        /// The reader did not open in time.
        case openOverdue
        case releaseFailed(FaceFailure)
        /// The deletion goes on to its end.
        case releasedDuringDeletion

        // About running actions.
        case running(DeviceAction.Kind)
        case anotherRuns
        case nothingToStop(DeviceAction.Kind)

        // About fingers.
        case invalidFinger
        case nothingToVerify
        case nothingToVerifyOf(Finger)
        case nothingToList
        case nothingToDelete
        case nothingToDeleteOf(Finger)
        case notDeleted
        case notDeletedFromReader

        // About callers and readers.
        case notAuthorized(Action)
        case unknownCaller(UserID)
        case noDevice

        // Not in fprintd.
        case argumentTooLong
        case noAccount
        case daemonSilent
        /// The bus does not identify the caller for now.
        case unnamedCaller
        /// polkit cannot be asked for now.
        case polkitBusy

        /// The refusal if there is no print of the finger, or, for nil, no print of any finger.
        static func nothing(to kind: DeviceAction.Kind, of finger: Finger?) -> Refusal {
            switch kind {
            case .verification: finger.map(Refusal.nothingToVerifyOf) ?? .nothingToVerify
            case .enrolment, .deletion: finger.map(Refusal.nothingToDeleteOf) ?? .nothingToDelete
            }
        }

        /// The error's full name.
        var errorName: String {
            switch self {
            case .notClaimed: Self.name("ClaimDevice")
            case .alreadyClaimed, .claimedByAnother, .openFailed(.failed(.busy)), .running, .anotherRuns:
                Self.name("AlreadyInUse")
            case .nothingToStop: Self.name("NoActionInProgress")
            case .invalidFinger: Self.name("InvalidFingername")
            case .nothingToVerify, .nothingToVerifyOf, .nothingToList, .nothingToDelete, .nothingToDeleteOf:
                Self.name("NoEnrolledPrints")
            case .notDeleted: Self.name("PrintsNotDeleted")
            case .notDeletedFromReader: Self.name("PrintsNotDeletedFromDevice")
            case .notAuthorized: Self.name("PermissionDenied")
            case .noDevice: Self.name("NoSuchDevice")
            case .openFailed, .openOverdue, .releaseFailed, .releasedDuringDeletion, .unknownCaller, .argumentTooLong,
                .noAccount, .daemonSilent:
                Self.name("Internal")
            // Not in fprintd; every client knows the bus's own error.
            case .unnamedCaller, .polkitBusy: "org.freedesktop.DBus.Error.LimitsExceeded"
            }
        }

        private static func name(_ name: String) -> String { Fprint.name + ".Error." + name }

        /// In English, like all errors of fprintd.
        var text: String {
            switch self {
            case .notClaimed: "Device was not claimed before use"
            case .alreadyClaimed: "Device was already claimed"
            case .claimedByAnother: "Device already in use by another user"
            case .openFailed(let failure): "Open failed with error: \(failure.text)"
            case .openOverdue: "Open failed with error: the reader did not open in time"
            case .releaseFailed(let failure): "Release failed with error: \(failure.text)"
            case .releasedDuringDeletion: "Release failed with error: prints are being deleted"
            case .running(.verification): "Verification already in progress"
            case .running(.enrolment): "Enrollment already in progress"
            case .running(.deletion): "Delete already in progress"
            case .anotherRuns: "Another operation is already in progress"
            case .nothingToStop(.verification): "No verification in progress"
            case .nothingToStop(.enrolment): "No enrollment in progress"
            case .nothingToStop(.deletion): "No action in progress"
            case .invalidFinger: "Invalid finger name"
            case .nothingToVerify: "No fingerprints enrolled"
            case .nothingToVerifyOf(let finger): "No such print \(finger.libfprintNumber)"
            case .nothingToList: "Failed to discover prints"
            case .nothingToDelete: "No fingerprint enrolled"
            case .nothingToDeleteOf(let finger): "Fingerprint for finger \(finger.fprintName) is not enrolled"
            // fprintd appends a file's error or the driver's text.
            case .notDeleted: "Impossible to delete fingerprint reference"
            case .notDeletedFromReader: "Failed to delete print from device storage"
            case .notAuthorized(let action): "Not Authorized: \(action.name)"
            case .unknownCaller(let user): "Failed to get information about user UID \(user.rawValue)"
            case .noDevice: "No devices available"
            case .argumentTooLong: "The argument is longer than any name"
            case .noAccount: "There is no such account"
            case .daemonSilent: "BiometricGate's daemon does not answer"
            case .unnamedCaller: "The bus does not say who calls; try again later"
            case .polkitBusy: "Too much is asked of polkit at the moment; try again later"
            }
        }
    }
}
