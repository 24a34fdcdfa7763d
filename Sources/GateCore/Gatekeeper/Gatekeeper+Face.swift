package import GateModel
package import GateSecret

/// Passes the methods of the face interface to the parts, which document them.
extension Gatekeeper {
    package func fingers(of user: UserID, on reader: ReaderID) async throws(FaceFailure) -> [Finger] {
        try await faceVerification.fingers(of: user, on: reader)
    }

    package func verify(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        try await faceVerification.run(asked, by: caller)
    }

    package func awaitTouch(
        of user: UserID, service: String?, by caller: Caller, report: @Sendable (AwaitedTouch) -> Void
    ) async throws(FaceFailure) {
        try await faceVerification.awaitTouch(of: user, service: service, by: caller, report: report)
    }

    /// Takes the match of the `AwaitTouch` that waits on the connection, or its next one.
    package func takeTouch(on connection: ConnectionID) {
        for call in calls.all(on: connection) where call.ask.passwordPrompt != nil { call.take() }
    }

    package func keepOpen(
        _ reader: ReaderID, for caller: Caller, opened: @Sendable () -> Void
    ) async throws(FaceFailure) {
        try await faceHolding.run(reader, for: caller, opened: opened)
    }

    package func enroll(_ finger: Finger, _ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        try await faceEnrolment.run(finger, asked, by: caller)
    }

    package func deletePrints(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        try await faceEnrolment.deletePrints(asked, by: caller)
    }

    package func importPrint(_ move: PrintImport, by caller: Caller) async throws(FaceFailure) -> ImportOutcome {
        try await printMoving.takeIn(move, by: caller)
    }

    package func exportPrint(
        _ id: PrintID, of user: UserID, by caller: Caller
    ) async throws(FaceFailure) -> (PrintDescription, Finger) {
        try await printMoving.handOut(id, of: user, by: caller)
    }

    package func openLogin(of user: UserID, service: String, by caller: Caller) async -> SecretBytes? {
        await loginItems.open(user, service: service, by: caller)
    }

    package func passwordTyped(_ password: consuming SecretBytes, of user: UserID, by caller: Caller) async {
        await loginItems.typed(password, of: user, by: caller)
    }
}
