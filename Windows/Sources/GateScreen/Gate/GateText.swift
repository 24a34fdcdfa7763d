// The words of the parts that an app puts into its own screens.

internal import GateGuidance

/// A text of an app's parts.
enum GateText: Hashable {
    /// What leads to the settings of fingerprints.
    case settings
    /// What turning it on does.
    case whatItDoes
    /// What the row of an app's settings is called.
    case signIn
    /// What the row asks before it turns off, and what that costs.
    case turnOffQuestion, turnOffCost
    case turnOff
    /// Takes the fingers that are enrolled now, and a new token.
    case again
    /// Leaves the field of a PIN or a password.
    case back
    /// The app could not give what is to be kept.
    case noToken

    func words(in language: Language) -> String {
        let words = language.words
        return switch self {
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
