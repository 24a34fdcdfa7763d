import GateModel
import GateSecret

/// Passes the methods of the face interface to the parts, which document them.
extension Gatekeeper {
    func fingers(of user: UserID, on reader: ReaderID) async throws(FaceFailure) -> [Finger] {
        try await faceVerification.fingers(of: user, on: reader)
    }

    func verify(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        try await faceVerification.run(asked, by: caller)
    }

    func keepOpen(
        _ reader: ReaderID, for caller: Caller, opened: @Sendable () -> Void
    ) async throws(FaceFailure) {
        try await faceHolding.run(reader, for: caller, opened: opened)
    }

    func enroll(_ finger: Finger, _ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        try await faceEnrolment.run(finger, asked, by: caller)
    }

    func deletePrints(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        try await faceEnrolment.deletePrints(asked, by: caller)
    }

    func importPrint(_ move: PrintImport, by caller: Caller) async throws(FaceFailure) -> ImportOutcome {
        try await printMoving.takeIn(move, by: caller)
    }

    func exportPrint(
        _ id: PrintID, of user: UserID, by caller: Caller
    ) async throws(FaceFailure) -> (PrintDescription, Finger) {
        try await printMoving.handOut(id, of: user, by: caller)
    }

    func passwordTyped(_ password: consuming SecretBytes, of user: UserID, by caller: Caller) async {
        await credentials.typedAtLogin(password, of: user, by: caller)
    }
}
