// The guided first steps: one page after the other, counted.

public import GateGuidance
internal import GateModel

/// The place in the guided first steps.
public struct Guide: Sendable {
    private let all: Int
    private var step = 1
    /// The result of the step before, and what this one is for: above the page until the user answers.
    public var lead: [String] = []

    public init(steps: Int) { all = steps }

    /// Goes to the next step, for which `lead` gives the reason.
    public mutating func next(_ lead: [String]) {
        step = min(step + 1, all)
        self.lead += lead
    }

    /// A screen of a change as a page of the steps: what would cancel the change skips the step.
    public func page(_ screen: SheetScreen, in language: Language) -> SheetScreen {
        var page = screen
        page.steps = language.words.step(number: step, all: all)
        page.paragraphs = lead.map { .text($0) } + screen.paragraphs
        page.buttons = screen.buttons.map { button in
            guard button.purpose == .cancel else { return button }
            return SheetScreen.Button(
                purpose: .cancel, caption: Caption.notNow.text(in: language), style: button.style)
        }
        return page
    }
}

extension Sheets {
    /// Offers the first steps.
    public var welcome: SheetScreen {
        let offer = Guidance.explaining(in: language)
        let paragraphs = [offer.body] + words.disclosure.prefix(1) + [words.setUpMore, words.setUpLater]
        return SheetScreen(
            picture: .fingerprint, heading: offer.title, paragraphs: paragraphs.map { .text($0) },
            buttons: [cancel, button(.goOn, words.goOn, .suggested)])
    }

    /// Why a PIN is set.
    public var pinLead: [String] { [words.setUpPINMeans] }
    /// Why the finger is tried.
    public var tryLead: [String] { [words.tryOutMore] }

    /// The end of the first steps; `lead` is the result of the last one. Unless a finger works now, steps are left.
    public func finished(_ lead: [String], isReady: Bool) -> SheetScreen {
        SheetScreen(
            picture: isReady ? .check : nil, heading: isReady ? words.setUpDone : words.setUpStopped,
            paragraphs: (lead + [isReady ? words.worksNext : words.setUpLater]).map { .text($0) },
            buttons: [button(.close, words.done, .suggested)])
    }

    /// Above the request for the touch that renews what a change of fingers has ended.
    public var renewAgainLead: String { words.renewAgain }
}
