internal import GateModel

/// The caption of a button or heading on a screen that verifies the user.
public enum Caption: CaseIterable, Sendable {
    case verifyIdentity, biometrics, useFingerprint, usePIN, usePassword, signIn, addFingerprint, turnOn, notNow
    case connectReader, tryAgain, cancel

    public func text(in language: Language) -> String { language.phrasebook.caption(self) }
}

extension Guidance.Action {
    /// The caption of the action's button; nil if there is no action.
    var caption: Caption? {
        switch self {
        case .none: nil
        case .useFingerprint: .useFingerprint
        case .usePIN: .usePIN
        case .usePassword: .usePassword
        case .enroll: .addFingerprint
        case .enable: .turnOn
        case .connectReader: .connectReader
        case .wait, .retry: .tryAgain
        case .signInAgain: .signIn
        }
    }
}
