// What stands in an app where no finger can be asked for.

public import BiometricGate
public import GateGuidance
internal import GateModel

/// What a banner says of why no finger can be asked for, and its one button.
public struct BannerScreen: Hashable, Sendable {
    /// The whole text, in complete sentences: what is the matter, then the way around.
    public let text: String
    /// What the button says that leads around the finger; nil where nobody is there to check what it would take.
    public let button: String?

    public init(_ obstacle: Obstacle, fallback: GateFlow.Fallback, in language: Language) {
        let offered = fallback.onScreen
        let checked: [Factor] = fallback == .password ? [.password] : [.pin]
        if let availability = obstacle.availability, let error = GateError(availability, fallbacks: checked) {
            text = error.screenText(offering: offered, in: language)
        } else {
            // A PIN or a password that nobody checks is no way around.
            let isChecked = offered == .pin || offered == .password
            text = ScreenMessage.notRunning.text(offering: isChecked ? .signIn : offered, in: language)
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
