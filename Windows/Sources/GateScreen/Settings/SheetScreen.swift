// The content of the sheet in front of the settings window.

public import GateGuidance
public import GateModel

/// Everything that one step of a change shows and asks, in the order on the screen.
public struct SheetScreen: Hashable, Sendable {
    /// One part of the text.
    public enum Paragraph: Hashable, Sendable {
        case text(String)
        /// Each on its own line.
        case names([String])
        /// A command for a terminal; it can be copied.
        case command(String)
        case entries([Entry])
    }

    /// One entry of a list to read.
    public struct Entry: Hashable, Sendable {
        public let title: String
        public let details: String
    }

    /// A field's purpose.
    public enum Slot: Hashable, Sendable, CaseIterable { case credential, newPIN, repeatedPIN }

    /// A field for a secret.
    public struct Field: Hashable, Sendable {
        public let slot: Slot
        public let takes: PromptScreen.Field
        public let label: String
        /// The problem with the typed text.
        public let alert: CallStory.Alert?
    }

    /// A finger to choose.
    public struct Choice: Hashable, Sendable {
        public let finger: Finger
        public let title: String
        /// Whether it can be chosen.
        public let isFree: Bool
    }

    /// Fingers of one hand, from left to right, seen from its back.
    public struct Hand: Hashable, Sendable {
        public let heading: String
        public let choices: [Choice]
    }

    /// A reader to choose.
    public struct ReaderChoice: Hashable, Sendable {
        public let reader: ReaderID
        public let title: String
    }

    /// The progress of an enrolment.
    public struct Touches: Hashable, Sendable {
        public let done: Int
        public let all: Int
        public let text: String
    }

    /// A button's purpose and caption.
    public struct Button: Hashable, Sendable {
        public enum Purpose: Hashable, Sendable {
            /// Changes nothing, or gives up the change in progress.
            case cancel
            /// The next step.
            case goOn
            /// Gives the other credential.
            case otherCredential
            /// Closes a result that was read.
            case close
        }

        public enum Style: Hashable, Sendable {
            case plain, suggested
            /// No loss, and still not to be confirmed by the way.
            case careful
            case destructive
        }

        public let purpose: Purpose
        public let caption: String
        public let style: Style
    }

    public var picture: PromptScreen.Picture?
    /// The subject; the first one is also the window's title, permanently.
    public var heading: String
    public var paragraphs: [Paragraph] = []
    public var alert: CallStory.Alert?
    /// Whether the next screen follows at once and says the same as the alert.
    public var isAlertFollowed = false
    public var hands: [Hand] = []
    /// Above the readers to choose from.
    public var readersHeading = ""
    /// Set if there are several.
    public var readers: [ReaderChoice] = []
    /// The label of a field for a name; nil if there is none.
    public var nameLabel: String?
    /// Its initial text.
    public var name = ""
    public var fields: [Field] = []
    /// The present instruction or step.
    public var instruction: String?
    /// An alert that says what to do takes its place on the screen.
    public var showsInstruction = true
    public var touches: Touches?
    public var buttons: [Button] = []
    /// The place among the first steps.
    public var steps: String?

    /// Whether going on needs care: then Enter goes back, too.
    public var needsCare: Bool { buttons.contains { $0.style == .destructive || $0.style == .careful } }

    /// The whole text, for a screen reader.
    public var spoken: String {
        let said = paragraphs.map { paragraph in
            switch paragraph {
            case .text(let text): text
            case .names(let names): names.joined(separator: ", ") + "."
            case .command(let command): command
            // Each is read when it has the focus.
            case .entries: ""
            }
        }
        return ([steps.map(\.asSentence)].compactMap(\.self) + said + [instruction].compactMap(\.self)).filter {
            !$0.isEmpty
        }.joined(separator: " ")
    }

    /// The screen reader's announcement when this screen replaces `previous` in a window of this title, which was
    /// already read; nil if nothing is new.
    public func announcement(after previous: SheetScreen?, under title: String) -> String? {
        guard let previous else { return fault?.text ?? spoken(under: title) }
        if isAlertFollowed { return nil }
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
