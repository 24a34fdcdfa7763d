// The settings' menu, help and keys.

public import GateGuidance

/// The captions of the settings' menu.
public struct SettingsMenuText: Sendable {
    /// The name of the menu's button.
    public let name: String
    public let shortcuts: String
    public let help: String
    public let about: String
    /// What the program is for.
    public let summary: String
    /// The program's name.
    public let program: String

    public init(in language: Language) {
        let words = language.words
        name = words.menu
        shortcuts = words.shortcuts
        help = words.help
        about = words.about
        summary = words.aboutMore
        program = words.title
    }
}

extension Sheets {
    /// What a user may wonder about, to read.
    public var help: SheetScreen {
        let texts = [words.helpTouch, words.helpRenew, words.helpLocked, words.helpDoctor]
        return SheetScreen(
            heading: words.help, paragraphs: texts.map { .text($0) } + [.command("biogate doctor")], buttons: [close])
    }

    /// The keys of the window.
    public var shortcuts: SheetScreen {
        let keys = [
            (words.help, "F1"), (words.shortcuts, "Ctrl+?"), (words.menu, "F10"), (words.closeWindow, "Ctrl+W"),
            (words.leaveQuestion, "Esc"),
        ]
        return SheetScreen(
            heading: words.shortcuts,
            paragraphs: [.entries(keys.map { SheetScreen.Entry(title: $0.0, details: $0.1) })], buttons: [close])
    }
}
