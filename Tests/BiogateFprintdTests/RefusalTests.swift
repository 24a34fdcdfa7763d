import GateModel
import GateWire
import Testing

@testable import biogate_fprintd

@Suite("The errors that fprintd's clients compare") struct RefusalTests {
    /// Copied from device.c and manager.c of fprintd 1.94.2.
    private static let fprintds: [(Fprint.Refusal, String, String)] = [
        (.notClaimed, "ClaimDevice", "Device was not claimed before use"),
        (.alreadyClaimed, "AlreadyInUse", "Device was already claimed"),
        (.claimedByAnother, "AlreadyInUse", "Device already in use by another user"),
        (.running(.verification), "AlreadyInUse", "Verification already in progress"),
        (.running(.enrolment), "AlreadyInUse", "Enrollment already in progress"),
        (.running(.deletion), "AlreadyInUse", "Delete already in progress"),
        (.anotherRuns, "AlreadyInUse", "Another operation is already in progress"),
        (.nothingToStop(.verification), "NoActionInProgress", "No verification in progress"),
        (.nothingToStop(.enrolment), "NoActionInProgress", "No enrollment in progress"),
        (.invalidFinger, "InvalidFingername", "Invalid finger name"),
        (.nothingToVerify, "NoEnrolledPrints", "No fingerprints enrolled"),
        (.nothingToVerifyOf(.leftThumb), "NoEnrolledPrints", "No such print 1"),
        (.nothingToVerifyOf(.rightLittle), "NoEnrolledPrints", "No such print 10"),
        (.nothingToList, "NoEnrolledPrints", "Failed to discover prints"),
        (.nothingToDelete, "NoEnrolledPrints", "No fingerprint enrolled"),
        (
            .nothingToDeleteOf(.leftThumb), "NoEnrolledPrints", "Fingerprint for finger left-thumb is not enrolled"
        ),
        (
            .notAuthorized(.setUsername), "PermissionDenied",
            "Not Authorized: net.reactivated.fprint.device.setusername"
        ),
        (.unknownCaller(UserID(rawValue: 1000)), "Internal", "Failed to get information about user UID 1000"),
        (.noDevice, "NoSuchDevice", "No devices available"),
        (.openFailed(.failed(.disconnected)), "Internal", "Open failed with error: the reader is unplugged"),
        (.openFailed(.failed(.inUse)), "Internal", "Open failed with error: another program has the reader open"),
        (.openFailed(.failed(.busy)), "AlreadyInUse", "Open failed with error: the reader is in use"),
        (.openOverdue, "Internal", "Open failed with error: the reader did not open in time"),
        (.releaseFailed(.failed(.faulted)), "Internal", "Release failed with error: the reader does not answer"),
        (.releasedDuringDeletion, "Internal", "Release failed with error: prints are being deleted"),
    ]

    @Test("Each situation has fprintd's error and text", arguments: fprintds)
    func texts(refusal: Fprint.Refusal, name: String, text: String) {
        #expect(refusal.errorName == "net.reactivated.Fprint.Error." + name)
        #expect(refusal.text == text)
    }
}
