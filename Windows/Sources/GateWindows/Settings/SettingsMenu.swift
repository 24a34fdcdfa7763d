// The settings' menu, and the window about the program.

internal import CAdwaita
internal import CGateWidgets
internal import GateScreen

/// The menu in the header bar, and the keys of its entries.
final class SettingsMenu {
    /// The user chooses an entry.
    var onAction: @MainActor (SettingsAction) -> Void = { _ in }
    private let text: SettingsMenuText
    private let window, button: Object

    var holdsFocus: Bool { button.holdsFocus }

    init(_ text: SettingsMenuText, button: Object, in window: Object) {
        self.text = text
        self.window = window
        self.button = button
        let group = unsafe Object(gate_action_group(window.pointer, "settings"))
        let menu = unsafe Object(gate_menu(button.pointer))
        unsafe biogate_menu_button_show(button.pointer, BIOGATE_ICON_MENU)
        button.setName(text.name)
        button.setTip(text.name)
        for (name, caption, action, keys) in [
            ("shortcuts", text.shortcuts, SettingsAction.shortcuts, "<Control>question"),
            ("help", text.help, .help, "F1"), ("about", text.about, .about, nil),
        ] {
            let entry = unsafe Object(gate_menu_entry(menu.pointer, group.pointer, caption, name, "settings"))
            entry.onActivate { [weak self] in self?.onAction(action) }
            if let keys { unsafe gate_shortcut(window.pointer, keys, "settings." + name) }
        }
    }

    func showAbout(version: String, by makers: String) {
        unsafe gate_show_about(
            window.pointer, text.program, version, text.summary, "org.biometricgate.Settings", makers)
    }
}
