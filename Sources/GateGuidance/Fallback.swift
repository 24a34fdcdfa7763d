internal import GateModel

/// The alternative that people are told about if a finger does not work.
enum Fallback: CaseIterable {
    case pin, password, signIn

    /// Prefers the PIN, which is shorter to type, then the password, then a new sign-in.
    init(among factors: [Factor]) {
        self = factors.contains(.pin) ? .pin : factors.contains(.password) ? .password : .signIn
    }

    var action: Guidance.Action {
        switch self {
        case .pin: .usePIN
        case .password: .usePassword
        case .signIn: .signInAgain
        }
    }
}

extension GateError {
    /// The alternative named at the end of the body; nil if no credential gets around this error.
    var fallback: Fallback? {
        switch kind {
        // The error's own text names the credential that ends the lockout.
        case .noFinger(.lockoutPermanent): nil
        case .noFinger, .missed: Fallback(among: fallbacks)
        // A finger can be tried again, so a new sign-in would not help. The text of a timeout names the credential
        // itself.
        case .retry: fallbacks.isEmpty || self == .timedOut(fallbacks: fallbacks) ? nil : Fallback(among: fallbacks)
        case .cancelled, .wrong, .otherWay, .settle, .broken: nil
        }
    }
}
