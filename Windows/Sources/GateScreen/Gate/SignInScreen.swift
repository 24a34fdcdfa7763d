// The row in an app's settings for its fingerprint sign-in.

public import BiometricGate
public import GateGuidance
internal import GateModel

/// The row's content at one moment.
public struct SignInScreen: Hashable, Sendable {
    /// The step in progress.
    public enum Step: Hashable, Sendable {
        case resting
        /// The finger is asked for, to turn it on or to set it up again.
        case asking(CallStory)
        /// The user turned the switch off, and is asked to confirm.
        case confirming
        /// The sealed token is being destroyed.
        case turningOff
        case failed(String)
    }

    /// The row's name.
    public let title: String
    /// Whether it is on, in words; empty if that is not known yet.
    public let status: String
    public let isOn: Bool
    public let canMove: Bool
    /// The reader's present request.
    public let progress: String?
    public let alert: CallStory.Alert?
    /// Before turning off: the question and its cost.
    public let question: String?
    public let cost: String?
    public let turnOff: String?
    /// Cancels the question, or the request for the finger.
    public let cancel: String?
    /// Seals a new token for the fingers enrolled now.
    public let again: String?
    /// Leads to the fingerprint settings, if those help.
    public let settings: String?

    /// `status` is nil if it is not known yet.
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

    /// The text if the app has no token to keep.
    public static func noToken(in language: Language) -> String { GateText.noToken.words(in: language) }

    /// The screen reader's announcement when this screen replaces `previous`; nil if nothing is new.
    public func announcement(after previous: SignInScreen?) -> String? {
        // A screen reader reads the row, with its first status, when it gets the focus.
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
