// The screen that an app shows after the first sign-in.

public import GateGuidance
internal import GateModel

/// The offer of fingerprint sign-in: what it does, where data stays, and two answers.
public struct OnboardingScreen: Hashable, Sendable {
    /// The progress of the offer.
    public enum Step: Hashable, Sendable {
        case offering
        /// The finger is asked for.
        case asking(CallStory)
        /// `isError`: it is about a failure, and not about the state of a reader.
        case failed(String, isError: Bool)
        case done
    }

    public let isPulsing: Bool
    public let isDone: Bool
    public let title: String
    /// The purpose in the app's words, the effect, and where data stays.
    public let paragraphs: [String]
    public let status: String?
    public let alert: CallStory.Alert?
    /// Whether the alert is about a failure.
    public let isError: Bool
    /// Turns it on; nil while that is in progress.
    public let turnOn: String?
    /// Declines it, or cancels the request.
    public let notNow: String?
    /// Leads to the fingerprint settings after a failed offer: there may be no finger yet.
    public let settings: String?

    public init(_ step: Step, reason: String, in language: Language) {
        let offer = Guidance.explaining(in: language)
        title = offer.title
        paragraphs = [reason, GateText.whatItDoes.words(in: language), offer.body]
        isDone = step == .done
        if case .failed(_, isError: false) = step { isError = false } else { isError = true }
        if case .failed = step { settings = GateText.settings.words(in: language) } else { settings = nil }
        switch step {
        case .offering:
            (isPulsing, status, alert) = (false, nil, nil)
            turnOn = Caption.turnOn.text(in: language)
            notNow = Caption.notNow.text(in: language)
        case .asking(let story):
            (isPulsing, alert, turnOn) = (true, story.alert, nil)
            status = story.line ?? ScreenText.preparing.words(in: language)
            notNow = Caption.cancel.text(in: language)
        case .failed(let text, _):
            (isPulsing, status, alert) = (false, nil, CallStory.Alert(text: text, number: 0))
            turnOn = Caption.tryAgain.text(in: language)
            notNow = Caption.notNow.text(in: language)
        case .done:
            (isPulsing, alert, turnOn, notNow) = (false, nil, nil, nil)
            status = ScreenMessage.confirmed.text(offering: .signIn, in: language)
        }
    }

    /// The screen reader's announcement when this screen replaces `previous`; nil if nothing is new.
    public func announcement(after previous: OnboardingScreen?) -> String? {
        announced.news(after: previous?.announced)
    }

    private var announced: Announcement { Announcement(opening: nil, alert: alert, line: status) }
}
