internal import GateModel

/// The one way on that people are told of when a finger will not do.
enum Fallback: CaseIterable {
    case pin, password, signIn

    /// The PIN where it is among the factors, for it is the shorter way; else the password; else a new sign-in.
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
    /// The way on with which the body ends; nil for an error that a credential does not get around.
    var fallback: Fallback? {
        switch kind {
        // The error's own words name the credential that ends it.
        case .noFinger(.lockoutPermanent): nil
        case .noFinger, .missed: Fallback(among: fallbacks)
        // The finger can be tried again: a new sign-in gets around nothing. After its time, the error's own words name the
        // credential.
        case .retry: fallbacks.isEmpty || self == .timedOut(fallbacks: fallbacks) ? nil : Fallback(among: fallbacks)
        case .cancelled, .wrong, .otherWay, .settle, .broken: nil
        }
    }
}
