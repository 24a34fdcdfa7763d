// What an app's gate shows at one moment.

public import GateGuidance

/// Everything that a gate says and offers, in the order in which it stands on the screen.
public struct GateViewScreen: Hashable, Sendable {
    /// The picture, which fits what is asked for.
    public enum Picture: Hashable, Sendable { case fingerprint, key, check, unavailable }

    /// A button's purpose, and what it says.
    public struct Button: Hashable, Sendable {
        public enum Purpose: Hashable, Sendable {
            /// Asks for the finger, now or once more.
            case ask
            /// The way around the finger.
            case fallback
            /// A new sign-in of the app's, where nothing of the gate's is left.
            case signIn
            /// Leaves the field, for what was there before.
            case back
            /// The offer's two answers.
            case turnOn, notNow
            /// Gives what was typed.
            case confirm
        }

        public let purpose: Purpose
        public let caption: String
        public let isEnabled: Bool

        init(_ purpose: Purpose, _ caption: String, isEnabled: Bool = true) {
            self.purpose = purpose
            self.caption = caption
            self.isEnabled = isEnabled
        }
    }

    public let picture: Picture
    public let isPulsing: Bool
    /// Whether what is no part of the prompt stands back.
    public let isDimmed: Bool
    /// The screen's heading.
    public let title: String
    /// What for, or what the offer means.
    public let details: String?
    /// Below the picture.
    public let alert: CallStory.Alert?
    /// What to do now, or what is being done.
    public let status: String?
    public let field: PromptScreen.Field?
    /// What the field is for; nil where there is none.
    public let fieldLabel: String?
    /// The one that stands out.
    public let primary: Button?
    public let secondary: Button?
    /// What the button says that leads to the settings of fingerprints.
    public let settings: String?
    /// What the button without words is called that closes the gate.
    public let close: String?

    /// The buttons, as they follow each other.
    public var buttons: [Button] { [primary, secondary].compactMap(\.self) }

    /// What a screen reader is to say now that this screen has taken the place of `previous`; nil where nothing is new.
    public func announcement(after previous: GateViewScreen?) -> String? {
        announced(isFirst: previous == nil).news(after: previous?.announced(isFirst: false))
    }

    /// A window that is only just shown tells what went wrong before, too.
    private func announced(isFirst: Bool) -> Announcement {
        let said = [title, details, isFirst ? alert?.text : nil, status].compactMap(\.self)
        return Announcement(
            subject: title, opening: said.map(\.asSentence).joined(separator: " "), alert: alert, field: field,
            fieldLabel: fieldLabel, line: status)
    }
}
