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
        // At once, because a turn of the loop later it may have happened.
        let registering = isFirst && Self.isHeard ? Self.registering() : nil
        // GTK tells assistive technology only after us that the window is active.
        MainLoop.task { [weak self] in
            // For the first window, assistive technology may have heard nothing, not even the title.
            var isUnheard = false
            if let registering {
                for await wasDone in registering { isUnheard = !wasDone }
            }
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

    /// GTK registers a program with assistive technology once one of its windows is shown, and does not report when
    /// that is done; screen readers do not understand earlier events. Yields whether it was done already.
    private static func registering() -> AsyncStream<Bool> {
        let (answers, teller) = AsyncStream.makeStream(of: Bool.self)
        // It blocks in the kernel.
        DispatchQueue(label: "biogate.registered").async {
            teller.yield(gate_wait_until_registered() != 0)
            teller.finish()
        }
        return answers
    }

    private static var isKnown = false

    /// Whether assistive technology was present when this program first asked.
    static let isHeard = gate_is_assisted() != 0
}
