// What a screen reader says about a window.

internal import CAdwaita
internal import Dispatch
internal import GateGuidance
internal import GateScreen

/// Has a screen reader say what is new in a window while the window is active. What is new meanwhile, behind a question
/// or another program, is said once the window is active again: a description that waits for the focus could be
/// replaced before.
final class Narration {
    private let window: Object
    /// What is new since the last call; nil if nothing is.
    private let news: @MainActor () -> String?
    /// Counts the times the window became active or stopped being so.
    private var turn = 0
    /// Whether a text is said now: a screen reader has reached the window and its focus.
    private var isReached = false
    private var isIntroduced = false
    /// Assistive technology may have heard nothing of the first window: not its title either.
    private var owesTitle = false

    init(of window: Object, _ news: @escaping @MainActor () -> String?) {
        self.window = window
        self.news = news
        window.onChange(of: "is-active") { [weak self] in self?.turned() }
    }

    /// Something may be new.
    func tell() {
        guard isReached, let text = news() else { return }
        window.announce(text)
    }

    private func turned() {
        turn += 1
        isReached = false
        guard unsafe gtk_window_is_active(gate_window(window.pointer)) != 0 else { return }
        let turn = turn
        if !Self.isKnown, Self.isHeard { owesTitle = true }
        Self.isKnown = true
        // That the window is active, GTK tells assistive technology after us.
        MainLoop.task { [weak self] in
            if self?.owesTitle == true { await Self.listened() }
            self?.introduce()
            // A screen reader that reaches the focus only after the text was set would read the text twice.
            await MainLoop.sleep(for: .milliseconds(200))
            self?.reached(turn)
        }
    }

    /// Has the focused widget read, the first time: a screen reader does not hear earlier events of the window.
    private func introduce() {
        guard !isIntroduced else { return }
        isIntroduced = true
        guard let focus = unsafe gtk_window_get_focus(gate_window(window.pointer)) else { return }
        unsafe gtk_window_set_focus(gate_window(window.pointer), nil)
        unsafe gate_give_focus_back(focus)
    }

    private func reached(_ turn: Int) {
        // If it is no longer active, the next time tells everything.
        guard turn == self.turn else { return }
        isReached = true
        defer { owesTitle = false }
        let text = [owesTitle ? title : nil, news()].compactMap(\.self).joined(separator: " ")
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
    static let isHeard = unsafe gate_status_of_assistance("IsEnabled") != 0

    /// Whether the desktop says that a screen reader is on.
    static var audience: Audience {
        guard isHeard else { return .eyes }
        return unsafe gate_status_of_assistance("ScreenReaderEnabled") != 0 ? .screenReader : .assistant
    }
}
