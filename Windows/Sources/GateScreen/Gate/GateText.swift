// The texts of the parts for an app's own screens.

internal import GateGuidance

/// A text of an app's parts.
enum GateText: Hashable {
    /// The gate's heading while a finger counts.
    case title
    /// Asks for a touch below a heading that already asks for the finger.
    case touch
    /// Leads to the fingerprint settings.
    case settings
    /// What turning it on does.
    case whatItDoes
    /// The name of the row in an app's settings.
    case signIn
    /// The row's question before it turns off, and the cost of that.
    case turnOffQuestion, turnOffCost
    case turnOff
    /// Seals a new token for the fingers enrolled now.
    case again
    /// Leaves the field for a PIN or password.
    case back
    /// The app could not provide the token to keep.
    case noToken

    func words(in language: Language) -> String {
        let words = language.words
        return switch self {
        case .title: words.gateTitle
        case .touch: words.gateTouch
        case .settings: words.gateSettings
        case .whatItDoes: words.gateWhatItDoes
        case .signIn: words.gateSignIn
        case .turnOffQuestion: words.gateTurnOffQuestion
        case .turnOffCost: words.gateTurnOffCost
        case .turnOff: words.gateTurnOff
        case .again: words.gateAgain
        case .back: words.gateBack
        case .noToken: words.gateNoToken
        }
    }
}
