// The screen that an app shows after the first sign-in.

public import GateGuidance
internal import GateModel

/// The offer of fingerprint sign-in: what it does, where data stays, and two answers.
public struct OnboardingScreen: Hashable, Sendable {
    /// The progress of the offer.
    public enum Step: Hashable, Sendable {
        case offering
        /// The finger is asked for; nil if the reader has not reported anything yet.
        case asking(TouchWanted?)
        case failed(String)
        case done
    }

    public let isPulsing: Bool
    public let isDone: Bool
    public let title: String
    /// What it does, then where data stays.
    public let paragraphs: [String]
    public let status: String?
    public let alert: String?
    /// Turns it on; nil while that is in progress.
    public let turnOn: String?
    /// Declines it, or cancels the request.
    public let notNow: String?
    /// Leads to the fingerprint settings after a failed offer: there may be no finger yet.
    public let settings: String?

    public init(_ step: Step, in language: Language) {
        let offer = Guidance.explaining(in: language)
        title = offer.title
        paragraphs = [GateText.whatItDoes.words(in: language), offer.body]
        isDone = step == .done
        if case .failed = step { settings = GateText.settings.words(in: language) } else { settings = nil }
        switch step {
        case .offering:
            (isPulsing, status, alert) = (false, nil, nil)
            turnOn = Caption.turnOn.text(in: language)
            notNow = Caption.notNow.text(in: language)
        case .asking(let wanted):
            (isPulsing, alert, turnOn) = (true, wanted?.missed, nil)
            status = wanted?.text ?? ScreenText.preparing.words(in: language)
            notNow = Caption.cancel.text(in: language)
        case .failed(let text):
            (isPulsing, status, alert) = (false, nil, text)
            turnOn = Caption.tryAgain.text(in: language)
            notNow = Caption.notNow.text(in: language)
        case .done:
            (isPulsing, alert, turnOn, notNow) = (false, nil, nil, nil)
            status = ScreenMessage.confirmed.text(offering: .signIn, in: language)
        }
    }
}
