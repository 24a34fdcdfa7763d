// The content of an app's gate at one moment.

public import GateGuidance

/// Everything that a gate shows and offers, in the order on the screen.
public struct GateViewScreen: Hashable, Sendable {
    /// The picture, which fits the request.
    public enum Picture: Hashable, Sendable { case fingerprint, key, check, unavailable }

    /// A button's purpose and caption.
    public struct Button: Hashable, Sendable {
        public enum Purpose: Hashable, Sendable {
            /// Asks for the finger, now or again.
            case ask
            /// The alternative to the finger.
            case fallback
            /// The app's own sign-in, once the gate has no way left.
            case signIn
            /// Leaves the field for the previous screen.
            case back
            /// The offer's two answers.
            case turnOn, notNow
            /// Submits the typed text.
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
    /// Whether everything but the prompt is dimmed.
    public let isDimmed: Bool
    /// The screen's heading.
    public let title: String
    /// The purpose, or what the offer means.
    public let details: String?
    /// Below the picture.
    public let alert: CallStory.Alert?
    /// Whether the alert is about a failure, and not about the state of a reader.
    public let isError: Bool
    /// The present instruction or step, in the place of the emphasized button while a finger is asked for.
    public let status: String?
    public let field: PromptScreen.Field?
    /// The field's label; nil if there is no field.
    public let fieldLabel: String?
    /// The emphasized button.
    public let primary: Button?
    public let secondary: Button?
    /// The caption of the button for the fingerprint settings.
    public let settings: String?
    /// The name of the wordless button that closes the gate.
    public let close: String?

    /// The buttons in their order.
    public var buttons: [Button] { [primary, secondary].compactMap(\.self) }

    /// The screen reader's announcement when this screen replaces `previous`; nil if nothing is new.
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
