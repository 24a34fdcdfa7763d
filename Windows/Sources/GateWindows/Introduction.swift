// What a screen reader hears of a window when that comes up.

internal import CAdwaita

/// Has what has the focus in a window told, with a text, once the window is the active one for the first time: what happened
/// in it before, screen readers do not hear.
final class Introduction {
    /// Whether it has been made.
    private(set) var isOver = false
    private var isBegun = false
    private let window: Object
    private let text: @MainActor () -> String?

    init(of window: Object, _ text: @escaping @MainActor () -> String?) {
        self.window = window
        self.text = text
        window.onChange(of: "is-active") { [weak self] in self?.begin() }
    }

    private func begin() {
        guard !isBegun, unsafe gtk_window_is_active(gate_window(window.pointer)) != 0 else { return }
        isBegun = true
        guard let pause = Self.pause else { return make(withTitle: false) }
        Task { [weak self] in
            try? await Task.sleep(for: pause)
            self?.make(withTitle: true)
        }
    }

    private func make(withTitle: Bool) {
        isOver = true
        let title = withTitle ? unsafe gtk_window_get_title(gate_window(window.pointer)) : nil
        let sentences = [unsafe title.map { unsafe String(cString: $0) }, text()].compactMap(\.self)
        // It is told with what gets the focus.
        if !sentences.isEmpty { window.announce(sentences.joined(separator: " ")) }
        guard let focus = unsafe gtk_window_get_focus(gate_window(window.pointer)) else { return }
        unsafe gtk_window_set_focus(gate_window(window.pointer), nil)
        unsafe gate_give_focus_back(focus)
    }

    /// GTK tells assistive technology of a program once a window of it is shown, and not when that is done; of what happens
    /// before, screen readers understand nothing. Nil where there is none, or the program is known already.
    private static var pause: Duration? {
        if isKnown { return nil }
        isKnown = true
        return isHeard ? .milliseconds(600) : nil
    }

    private static var isKnown = false

    /// Whether assistive technology was there when this program first asked.
    static let isHeard = gate_is_assisted() != 0
}
