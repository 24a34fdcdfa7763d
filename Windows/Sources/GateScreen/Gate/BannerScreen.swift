// The banner in an app while no finger can be asked for.

public import BiometricGate
public import GateGuidance
internal import GateModel

/// The reason why no finger can be asked for, and the banner's buttons.
public struct BannerScreen: Hashable, Sendable {
    /// The whole text, in complete sentences: the problem, then the alternative to the finger.
    public let text: String
    /// The caption of the button for the alternative; nil if no service is there to check the PIN or password.
    public let button: String?
    /// Leads to the fingerprint settings; nil if they do not help.
    public let settings: String?
    /// Whether the alternative is shown at once, without a press: nothing but the PIN or password ends a lockout.
    public let goesToFallback: Bool

    public init(_ obstacle: Obstacle, fallback: GateFlow.Fallback, in language: Language) {
        let offered = fallback.onScreen
        let checked: [Factor] = fallback == .password ? [.password] : [.pin]
        if let availability = obstacle.availability, let error = GateError(availability, fallbacks: checked) {
            text = error.screenText(offering: offered, in: language)
        } else {
            // A PIN or a password is no alternative while no service checks it.
            let isChecked = offered == .pin || offered == .password
            text = ScreenMessage.notRunning.text(offering: isChecked ? .signIn : offered, in: language)
        }
        switch obstacle {
        case .disabled, .notEnrolled: (settings, goesToFallback) = (GateText.settings.words(in: language), false)
        case .lockedOut, .credentialNeeded(.attempts): (settings, goesToFallback) = (nil, true)
        case .noHardware, .hardwareUnavailable, .credentialNeeded, .notRunning:
            (settings, goesToFallback) = (nil, false)
        }
        switch fallback {
        case .app(let label): button = label
        case .pin, .password: button = obstacle == .notRunning ? nil : offered.label(in: language)
        case .none: button = offered.label(in: language)
        }
    }
}

extension GateFlow.Fallback {
    var onScreen: ScreenFallback {
        switch self {
        case .pin: .pin
        case .password: .password
        case .app: .own
        case .none: .signIn
        }
    }
}
