import BiometricGate

/// An act that is confirmed before it is done, for its verb in the question.
enum Act: CaseIterable {
    case addFinger, removeFinger, turnOff, changePIN, removePIN, delete, erase, importFingers, exportFingers,
        protect

    init(_ change: PlannedChange) {
        self =
            switch change {
            case .enroll: .addFinger
            case .deletePrint, .deleteAllPrints: .removeFinger
            case .disableFingerprint: .turnOff
            case .setPIN: .changePIN
            case .removePIN: .removePIN
            case .revokeAll: .delete
            case .reset: .erase
            }
    }
}
