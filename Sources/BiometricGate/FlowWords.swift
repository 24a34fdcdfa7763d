import GateGuidance
import GateModel

/// The texts of a gate's screen, with its fallback.
struct FlowWords: Sendable {
    private let language: Language
    private let fallback: GateFlow.Fallback

    init(locale: String?, fallback: GateFlow.Fallback) {
        language = Language(matching: locale)
        self.fallback = fallback
    }

    /// For a call that has reported nothing yet.
    var story: CallStory { CallStory(in: language) }

    var idle: String { Caption.useFingerprint.text(in: language) }

    var confirmed: String { ScreenMessage.confirmed.text(offering: offered, in: language) }

    var checkRefused: String { ScreenMessage.checkRefused.text(offering: offered, in: language) }

    var lockoutOver: String { ScreenMessage.lockoutOver.text(offering: offered, in: language) }

    var offer: GateFlow.Offer {
        let guidance = Guidance.explaining(in: language)
        return GateFlow.Offer(
            title: guidance.title, body: guidance.body, turnOn: Caption.turnOn.text(in: language),
            notNow: Caption.notNow.text(in: language))
    }

    func fallbackLabel(in phase: GateFlow.Phase) -> String? {
        if case .app(let label) = fallback { return label }
        return (phase == .unavailable(.notRunning) ? .signIn : offered).label(in: language)
    }

    func spoken(_ offer: GateFlow.Offer) -> String { "\(offer.title) \(offer.body)" }

    func rejected(_ text: String) -> String { screenText(text, offering: offered, in: language) }

    func text(_ error: GateError) -> String {
        let offered = offered(among: error.fallbacks)
        // After the pause the gate offers no other try until it is opened again.
        if case .lockout = error { return ScreenMessage.lockedOut.text(offering: offered, in: language) }
        return error.screenText(offering: offered, in: language)
    }

    /// A finger did not match, and another touch may be asked for.
    func missed(_ error: GateError) -> String {
        ScreenMessage.missed.text(offering: offered(among: error.fallbacks), in: language)
    }

    func text(_ error: GateClientError) -> String {
        if let gateError = error.gateError { return text(gateError) }
        // Without the daemon's word, a PIN may not be checkable.
        let message: ScreenMessage =
            error.obstacle == .notRunning ? .notRunning : error.code == .untrusted ? .untrusted : .unexpected
        return error.guidance?.spoken ?? message.text(offering: offered(among: error.fallbacks), in: language)
    }

    private var offered: ScreenFallback {
        switch fallback {
        case .pin: .pin
        case .password: .password
        case .app: .own
        case .none: .signIn
        }
    }

    /// Names a PIN or a password only if it would work.
    private func offered(among factors: [Factor]) -> ScreenFallback {
        switch fallback {
        case .pin: factors.contains(.pin) ? .pin : .signIn
        case .password: factors.contains(.password) ? .password : .signIn
        case .app: .own
        case .none: .signIn
        }
    }
}
