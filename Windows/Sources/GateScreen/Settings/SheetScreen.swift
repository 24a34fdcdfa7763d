// What stands in front of the settings' window while something is asked or done.

public import GateGuidance
public import GateModel

/// Everything that one step of a change says and asks, in the order in which it stands on the screen.
public struct SheetScreen: Hashable, Sendable {
    /// One part of what is said.
    public enum Paragraph: Hashable, Sendable {
        case text(String)
        /// Each on a line of its own.
        case names([String])
        /// What somebody types at a terminal; it can be copied.
        case command(String)
        case entries([Entry])
    }

    /// One of many that are looked through.
    public struct Entry: Hashable, Sendable {
        public let title: String
        public let details: String
    }

    /// What a field is for.
    public enum Slot: Hashable, Sendable, CaseIterable { case credential, newPIN, repeatedPIN }

    /// A field for a secret.
    public struct Field: Hashable, Sendable {
        public let slot: Slot
        public let takes: PromptScreen.Field
        public let label: String
        /// What is wrong with what was typed in it.
        public let alert: CallStory.Alert?
    }

    /// A finger to choose.
    public struct Choice: Hashable, Sendable {
        public let finger: Finger
        public let title: String
        /// Whether it can be chosen.
        public let isFree: Bool
    }

    /// Fingers of one hand, thumb first.
    public struct Hand: Hashable, Sendable {
        public let heading: String
        public let choices: [Choice]
    }

    /// A reader to choose.
    public struct ReaderChoice: Hashable, Sendable {
        public let reader: ReaderID
        public let title: String
    }

    /// How far an enrolment is.
    public struct Touches: Hashable, Sendable {
        public let done: Int
        public let all: Int
        public let text: String
    }

    /// A button's purpose, and what it says.
    public struct Button: Hashable, Sendable {
        public enum Purpose: Hashable, Sendable {
            /// Nothing is changed, or what is being done is given up.
            case cancel
            /// The next step.
            case goOn
            /// The other credential is given.
            case otherCredential
            /// What is done was seen.
            case close
        }

        public enum Style: Hashable, Sendable { case plain, suggested, destructive }

        public let purpose: Purpose
        public let caption: String
        public let style: Style
    }

    public var picture: PromptScreen.Picture?
    /// What it is about; the first one is also the window's title, for good.
    public var heading: String
    public var paragraphs: [Paragraph] = []
    public var alert: CallStory.Alert?
    public var hands: [Hand] = []
    /// What stands over the readers to choose from.
    public var readersHeading = ""
    /// Where there are several.
    public var readers: [ReaderChoice] = []
    /// What a field for a name says; nil where there is none.
    public var nameLabel: String?
    /// What stands in it at first.
    public var name = ""
    public var fields: [Field] = []
    /// What to do now, or what is being done.
    public var instruction: String?
    public var touches: Touches?
    public var buttons: [Button] = []

    /// Whether what goes on cannot be taken back: then Enter, too, goes back.
    public var isDestructive: Bool { buttons.contains { $0.style == .destructive } }

    /// All that is said, for a screen reader.
    public var spoken: String {
        let said = paragraphs.map { paragraph in
            switch paragraph {
            case .text(let text): text
            case .names(let names): names.joined(separator: ", ") + "."
            case .command(let command): command
            // Each is told when it has the focus.
            case .entries: ""
            }
        }
        return (said + [instruction].compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What a screen reader is to say now that this screen has taken the place of `previous` in a window of this title, which
    /// it has said; nil where nothing is new.
    public func announcement(after previous: SheetScreen?, under title: String) -> String? {
        guard let previous else { return fault?.text ?? spoken(under: title) }
        if let news = announced.news(after: previous.announced) { return news }
        return paragraphs == previous.paragraphs ? nil : spoken
    }

    private var announced: Announcement {
        Announcement(
            subject: heading, opening: spoken(under: nil), alert: fault, line: instruction, status: touches?.text)
    }

    private var fault: CallStory.Alert? { fields.lazy.compactMap(\.alert).first ?? alert }

    private func spoken(under title: String?) -> String {
        [heading == title ? "" : heading.asSentence, spoken].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
