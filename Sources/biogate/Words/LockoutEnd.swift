import GateModel
import GateWire

/// How a user ends a lockout of the fingers at logins.
enum LockoutEnd: CaseIterable {
    case pin, password, pinOrPassword
    /// The user has neither; the first PIN ends it, too.
    case newPIN
    /// The user's credential is refused now, such as a PIN after wrong ones.
    case later

    /// - Parameters:
    ///   - fallbacks: the credentials that work now.
    ///   - hasCredential: whether the user has a PIN or a password at all.
    init(fallbacks: [Factor], hasCredential: Bool) {
        self =
            switch (fallbacks.contains(.pin), fallbacks.contains(.password)) {
            case (true, true): .pinOrPassword
            case (true, false): .pin
            case (false, true): .password
            case (false, false): hasCredential ? .later : .newPIN
            }
    }

    init(_ report: AvailabilityReport, _ settings: Settings) {
        self.init(fallbacks: report.fallbacks, hasCredential: settings.pinSet || settings.passwordAvailable)
    }
}
