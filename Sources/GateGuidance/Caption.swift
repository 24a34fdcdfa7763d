internal import GateModel

/// What a button or a heading says where a person shows that they are themselves.
public enum Caption: CaseIterable, Sendable {
    case verifyIdentity, biometrics, useFingerprint, usePIN, usePassword, signIn, addFingerprint, turnOn, notNow
    case connectReader, tryAgain, cancel

    public func text(in language: Language) -> String { language.phrasebook.caption(self) }
}

extension Guidance.Action {
    /// What a button for the action says; nil where there is none.
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
