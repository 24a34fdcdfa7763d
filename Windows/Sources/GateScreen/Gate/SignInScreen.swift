// The row of an app's settings that says whether its fingerprint sign-in is on.

public import BiometricGate
public import GateGuidance
internal import GateModel

/// What the row says and offers at one moment.
public struct SignInScreen: Hashable, Sendable {
    /// What is being done.
    public enum Step: Hashable, Sendable {
        case resting
        /// The finger is asked for, to turn it on or to set it up again.
        case asking(CallStory)
        /// The user moved the switch to off, and is asked whether they mean it.
        case confirming
        /// It is being destroyed.
        case turningOff
        case failed(String)
    }

    /// What the row is called.
    public let title: String
    /// Whether it is on, in words; empty where nobody knows yet.
    public let status: String
    public let isOn: Bool
    public let canMove: Bool
    /// What the reader wants now.
    public let progress: String?
    public let alert: CallStory.Alert?
    /// Before it is turned off: the question, and what that costs.
    public let question: String?
    public let cost: String?
    public let turnOff: String?
    /// Ends what is asked, of the user or of the finger.
    public let cancel: String?
    /// Takes the fingers that are enrolled now.
    public let again: String?
    /// Leads to the settings of fingerprints, where those help.
    public let settings: String?

    /// Of a status that is not known yet, `status` is nil.
    public init(_ status: AppLogin.Status?, _ step: Step, in language: Language) {
        title = GateText.signIn.words(in: language)
        self.status = status?.onScreen.text(in: language) ?? ""
        isOn = status == .enabled
        let isResting: Bool
        switch step {
        case .resting, .failed: isResting = true
        case .asking, .confirming, .turningOff: isResting = false
        }
        let isUnavailable = if case .unavailable = status { true } else { false }
        let isInvalidated = if case .invalidated = status { true } else { false }
        canMove = isResting && !isUnavailable && status != nil
        switch step {
        case .asking(let story):
            progress = story.line ?? ScreenText.preparing.words(in: language)
            alert = story.alert
        case .failed(let text): (progress, alert) = (nil, CallStory.Alert(text: text, number: 0))
        case .resting, .confirming, .turningOff: (progress, alert) = (nil, nil)
        }
        let isConfirming = step == .confirming
        question = isConfirming ? GateText.turnOffQuestion.words(in: language) : nil
        cost = isConfirming ? GateText.turnOffCost.words(in: language) : nil
        turnOff = isConfirming ? GateText.turnOff.words(in: language) : nil
        cancel = isConfirming || progress != nil ? Caption.cancel.text(in: language) : nil
        again = isResting && (isOn || isInvalidated) ? GateText.again.words(in: language) : nil
        settings = isUnavailable || isResting && alert != nil ? GateText.settings.words(in: language) : nil
    }

    /// What it says where the app has no token to keep.
    public static func noToken(in language: Language) -> String { GateText.noToken.words(in: language) }

    /// What a screen reader is to say now that this has taken the place of `previous`; nil where nothing is new.
    public func announcement(after previous: SignInScreen?) -> String? {
        // The row is read where it has the focus, its first status with it.
        guard let previous else { return nil }
        let news = announced.news(after: previous.announced)
        return news ?? (status == previous.status || previous.status.isEmpty ? nil : status)
    }

    private var announced: Announcement {
        Announcement(subject: question, opening: question.map { "\($0) \(cost ?? "")" }, alert: alert, line: progress)
    }
}

extension AppLogin.Status {
    fileprivate var onScreen: SignInSwitch {
        switch self {
        case .enabled: .enabled
        case .invalidated(.enrollmentChanged): .needsRenewal
        case .off, .invalidated: .off
        case .unavailable: .unavailable
        }
    }
}
