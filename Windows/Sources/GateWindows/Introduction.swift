// A screen reader's first words about a window.

internal import CAdwaita
internal import Dispatch
internal import GateGuidance
internal import GateScreen

/// Makes a screen reader read the focused widget and a text, once the window is active for the first time: it does not
/// hear earlier events of the window.
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
        let isFirst = !Self.isKnown
        Self.isKnown = true
        // That the window is active, GTK tells assistive technology after us.
        MainLoop.task { [weak self] in
            // Of the first window, assistive technology may have heard nothing: not its title either.
            let isUnheard = isFirst && Self.isHeard
            if isUnheard { await Self.listened() }
            self?.giveFocusAnew()
            // A screen reader that reaches the focus only after the text was set would read the text twice.
            await MainLoop.sleep(for: .milliseconds(200))
            self?.make(withTitle: isUnheard)
        }
    }

    private func giveFocusAnew() {
        guard let focus = unsafe gtk_window_get_focus(gate_window(window.pointer)) else { return }
        unsafe gtk_window_set_focus(gate_window(window.pointer), nil)
        unsafe gate_give_focus_back(focus)
    }

    private func make(withTitle: Bool) {
        isOver = true
        let text = [withTitle ? title : nil, text()].compactMap(\.self).joined(separator: " ")
        if !text.isEmpty { window.announce(text) }
    }

    /// The window's, as a sentence.
    private var title: String? {
        guard let title = unsafe gtk_window_get_title(gate_window(window.pointer)) else { return nil }
        return unsafe String(cString: title).asSentence
    }

    /// Ends once assistive technology hears what GTK tells. GTK begins to register the program when a window of it is shown, and
    /// does not tell when that is done.
    private static func listened() async {
        await withCheckedContinuation { continuation in
            // It waits in the kernel.
            DispatchQueue(label: "biogate.listened").async {
                gate_wait_until_listened_to()
                continuation.resume()
            }
        }
    }

    private static var isKnown = false

    /// Whether assistive technology was present when this program first asked.
    static let isHeard = gate_is_assisted() != 0
}
