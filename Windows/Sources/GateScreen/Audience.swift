// For whom a window is on the display.

/// Who may be listening to a window, as far as the desktop says.
public enum Audience: Hashable, Sendable {
    /// No assistive technology is present.
    case eyes
    /// Assistive technology is present, of whatever kind.
    case assistant
    /// A screen reader is on.
    case screenReader
}
