// The content of a waiting request's window at one moment.

public import GateGuidance
public import GateModel

/// Everything that a prompt shows and offers, in the order on the screen.
public struct PromptScreen: Hashable, Sendable {
    /// The state, as a picture: a fingerprint only while a finger counts.
    public enum Picture: Hashable, Sendable {
        case fingerprint
        /// The PIN or the password is wanted.
        case key
        /// Nothing can be tried for a while, or another request comes first.
        case clock
        case check, ended
    }

    /// The credential that may be typed.
    public enum Field: Hashable, Sendable { case pin, password }

    /// A button's purpose and caption.
    public struct Button: Hashable, Sendable {
        public enum Purpose: Hashable, Sendable {
            /// Ends the request.
            case cancel
            /// Submits the typed text.
            case confirm
            /// Closes the window of a request that is over.
            case close
        }

        public let purpose: Purpose
        public let caption: String
    }

    /// Lines of one kind, below their name.
    public struct Block: Hashable, Sendable {
        public let name: String
        public let lines: String

        /// In one line, for a screen reader.
        fileprivate let sentence: String

        /// Nil without lines. The first `items` of them have bullets if there are several: long ones go over several lines.
        init?(_ block: RequestNotice.Block, items: Int = 0, isWhole: Bool, in language: Language) {
            guard !block.lines.isEmpty else { return nil }
            let texts = block.lines.map { (isWhole ? $0.whole : $0.text).typographic(in: language) }
            name = block.name
            lines = texts.enumerated().map { items > 1 && $0 < items ? "• " + $1 : $1 }.joined(separator: "\n")
            sentence = "\(name): \(texts.joined(separator: "; "))."
        }
    }

    /// An account to sign in to, one of several. Its names are the site's.
    public struct Account: Hashable, Sendable {
        /// Names it for the service.
        public let account: PasskeyAccount
        /// Its name, and its owner's in a line below.
        public let lines: String
        /// In one line, for a screen reader.
        public let name: String
        public var isChosen: Bool { account.isChosen }
    }

    public let picture: Picture
    /// Whether a touch is wanted now.
    public let isPulsing: Bool
    /// The purpose, of proved facts alone. Also the window's title.
    public let heading: String
    /// The service's own words below the heading.
    public let note: String?
    /// The heading of the accounts; nil if there is nothing to choose.
    public let choice: String?
    /// Exactly one is chosen, unless it is empty.
    public let accounts: [Account]
    /// The proved facts.
    public let verified: Block?
    /// The program's own words, which it could have made up.
    public let claimed: Block?
    /// The caption of the button that shows long values whole; nil if they are, or if there are none.
    public let showWhole: String?
    /// The present instruction or step; never empty. Unless an alert leaves the step open, it takes its place on the screen.
    public let instruction: String
    public let showsInstruction: Bool
    /// How often a finger may still fail after a miss; nil if the alert says so.
    public let triesLeft: String?
    /// The progress of an enrolment.
    public let status: String?
    public let alert: CallStory.Alert?
    /// Whether the next screen follows at once and says the same as the alert.
    public let isAlertFollowed: Bool
    public let field: Field?
    /// How long nothing can be tried; it changes each second, and is not announced.
    public let countdown: String?
    /// The user's remaining time, once more is offered: for a screen reader.
    public let warning: String?
    /// The user's remaining time, near its end.
    public let timeLeft: String?
    /// The caption of the button that restarts the time.
    public let moreTime: String?
    /// The caption of the button that switches between PIN and password.
    public let otherField: String?
    /// The field's label; nil if there is no field.
    public let fieldLabel: String?
    /// Whether typed text can be submitted now: not while another is being compared.
    public let takesAnswer: Bool
    /// The text that further requests wait.
    public let queue: String?
    /// In their order on the screen.
    public let buttons: [Button]

    /// Below the instruction: everything that changes with time, each in a line of its own.
    public var details: String? {
        let parts = [triesLeft, status, countdown, timeLeft, queue].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// The screen reader's announcement when this screen replaces `previous`; nil if nothing is new.
    public func announcement(after previous: PromptScreen?) -> String? {
        // Once, with the way to get more time, because a screen reader does not count along.
        let warning = previous?.warning == nil ? warning.flatMap { left in moreTime.map { "\(left) \($0)." } } : nil
        let news = isAlertFollowed && previous != nil ? nil : announced.news(after: previous?.announced)
        let parts = [news, warning].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private var announced: Announcement {
        Announcement(
            heading: heading, opening: opening, alert: alert, field: field, fieldLabel: fieldLabel,
            line: instruction, status: status,
            isOver: picture == .ended || buttons.contains { $0.purpose == .close })
    }

    /// The text below the heading, which is the window's title and is read with it; includes a problem from before it
    /// could be announced.
    private var opening: String {
        let asked = [note, choice, verified?.sentence, claimed?.sentence]
        let sentences = (asked + [alert?.text, instruction, triesLeft]).compactMap(\.self)
        return sentences.map(\.asSentence).joined(separator: " ")
    }
}
