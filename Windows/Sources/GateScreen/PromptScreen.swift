// What the window of one waiting request shows at one moment.

public import GateGuidance

/// Everything that a prompt says and offers, in the order in which it stands on the screen.
public struct PromptScreen: Hashable, Sendable {
    /// The picture above the heading.
    public enum Picture: Hashable, Sendable { case fingerprint, check, ended }

    /// What may be typed.
    public enum Field: Hashable, Sendable { case pin, password }

    /// A button's purpose, and what it says.
    public struct Button: Hashable, Sendable {
        public enum Purpose: Hashable, Sendable {
            /// Ends the request.
            case cancel
            /// Gives what was typed.
            case confirm
            /// Puts away the window of a request that is over.
            case close
        }

        public let purpose: Purpose
        public let caption: String
    }

    public let picture: Picture
    /// Who wants what, one sentence; also the window's title.
    public let heading: String
    public let asker: Asker
    /// What for, in the program's own words, between quotation marks.
    public let reason: String?
    /// What to do now, or what is being done; never empty.
    public let instruction: String
    /// How often a finger may still fail; nil where the alert says it, or nobody knows.
    public let triesLeft: String?
    /// How far an enrolment is.
    public let status: String?
    public let alert: CallStory.Alert?
    public let field: Field?
    /// How long nothing can be tried; it changes each second, and is not announced.
    public let countdown: String?
    /// How long the user still has, near the end of that time.
    public let timeLeft: String?
    /// What the button says that gives the time anew.
    public let moreTime: String?
    /// What the button says that offers the other of PIN and password.
    public let otherField: String?
    /// What the field is for; nil where there is none.
    public let fieldLabel: String?
    /// Whether what is typed can be given now: not while something else is being compared.
    public let takesAnswer: Bool
    /// That further requests wait.
    public let queue: String?
    /// As they follow each other on the screen.
    public let buttons: [Button]

    /// What a screen reader is to say now that this screen has taken the place of `previous`; nil where nothing is new.
    public func announcement(after previous: PromptScreen?) -> String? {
        // Once, with the way to more of it: a screen reader does not count along.
        let warning = previous?.timeLeft == nil ? timeLeft.flatMap { left in moreTime.map { "\(left) \($0)." } } : nil
        let news = announced.news(after: previous?.announced)
        let parts = [news, warning].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private var announced: Announcement {
        Announcement(
            opening: opening, alert: alert, field: field, fieldLabel: fieldLabel, line: instruction, status: status,
            isOver: picture == .ended)
    }

    /// What a reader of the screen sees below the heading, which is the window's title and is said with it; with what went
    /// wrong before anybody could be told.
    private var opening: String {
        let sentences = [asker.program, asker.name, reason, alert?.text, instruction, triesLeft].compactMap(\.self)
        return sentences.map(\.asSentence).joined(separator: " ")
    }
}
