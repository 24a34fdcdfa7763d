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
        /// `isError`: it is about a failure, and not about the state of a reader.
        case failed(String, isError: Bool)
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
    /// Whether the alert is about a failure.
    public let isError: Bool
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

    /// `status` is nil if it is not known yet; `obstacle` keeps a sign-in that is on from being used now.
    public init(_ status: AppLogin.Status?, hinderedBy obstacle: Obstacle? = nil, _ step: Step, in language: Language) {
        title = GateText.signIn.words(in: language)
        self.status = status?.text(hinderedBy: obstacle, in: language) ?? ""
        if case .failed(_, isError: false) = step { isError = false } else { isError = true }
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
        case .failed(let text, _): (progress, alert) = (nil, CallStory.Alert(text: text, number: 0))
        case .resting, .confirming, .turningOff: (progress, alert) = (nil, nil)
        }
        let isConfirming = step == .confirming
        question = isConfirming ? GateText.turnOffQuestion.words(in: language) : nil
        cost = isConfirming ? GateText.turnOffCost.words(in: language) : nil
        turnOff = isConfirming ? GateText.turnOff.words(in: language) : nil
        cancel = isConfirming || progress != nil ? Caption.cancel.text(in: language) : nil
        let canAsk = obstacle == nil && (isOn || isInvalidated)
        again = isResting && canAsk ? GateText.again.words(in: language) : nil
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
    /// Whether it is on; what hinders it comes first.
    fileprivate func text(hinderedBy obstacle: Obstacle?, in language: Language) -> String {
        switch self {
        case .unavailable(.noHardware): onScreen.text(in: language)
        case .unavailable(let obstacle): obstacle.title(in: language)
        case .enabled: obstacle?.title(in: language) ?? onScreen.text(in: language)
        case .off, .invalidated: onScreen.text(in: language)
        }
    }

    fileprivate var onScreen: SignInSwitch {
        switch self {
        case .enabled: .enabled
        case .invalidated(.enrollmentChanged): .needsRenewal
        case .off, .invalidated: .off
        case .unavailable: .unavailable
        }
    }
}

extension Obstacle {
    /// The problem in a few words.
    fileprivate func title(in language: Language) -> String {
        guard let availability else { return ScreenMessage.notRunning.text(offering: .own, in: language) }
        return Guidance.for(availability, fallbacks: [], in: language).title
    }
}
