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
    /// Counts the times that a screen reader was given to come to the window, or to its focus.
    private var turn = 0
    /// Whether a screen reader has come, or may be on its way.
    private var presence = Presence.away
    private enum Presence { case away, coming, here }
    private var isIntroduced = false
    /// Assistive technology heard nothing of the first window: not its title either.
    private var owesTitle = false
    /// Takes the focus once assistive technology hears of it.
    private var waitingFocus: Object?

    init(of window: Object, _ news: @escaping @MainActor () -> String?) {
        self.window = window
        self.news = news
        window.onChange(of: "is-active") { [weak self] in self?.turned() }
        // From now on, so that it is known whether GTK told that the window is active.
        if !Self.isTitled, unsafe Self.ear == nil { unsafe Self.ear = gate_listen() }
    }

    /// Something may be new.
    func tell() {
        guard presence == .here, let text = news() else { return }
        window.announce(text)
    }

    /// Shows the window by `present`, with the focus on `target`, and tells what is new with that.
    func show(with target: Object, _ present: () -> Void) {
        // GTK gives the focus of a window that it shows to the first widget, which would then be described too late.
        unsafe gtk_widget_set_can_focus(window.widget, 0)
        present()
        if Self.isTitled {
            unsafe gtk_widget_set_can_focus(window.widget, 1)
            tell(with: target, isFirst: true)
        } else {
            waitingFocus = target
        }
    }

    /// Gives the focus to `target`, and tells what is new with it.
    ///
    /// Where GTK has no announcements, a description that is set once the widget has the focus may be said twice: a screen
    /// reader that comes to the focus only then reads it, and hears afterwards that it has changed. So it is set before, and
    /// what is new next waits until the screen reader has come.
    ///
    /// - Parameter isFirst: whether the window has not been active yet.
    func tell(with target: Object, isFirst: Bool = false) {
        if waitingFocus != nil { return waitingFocus = target }
        guard gate_has_announcements() == 0, isFirst ? Self.isTitled : isActive, !target.holdsFocus else {
            target.takeFocus()
            return tell()
        }
        if let text = news() { target.describe(text) }
        target.takeFocus()
        if presence != .away { come(within: .milliseconds(500)) }
    }

    private var isActive: Bool { unsafe gtk_window_is_active(gate_window(window.pointer)) != 0 }

    private func come(within time: Duration) {
        turn += 1
        presence = .coming
        let turn = turn
        MainLoop.task { [weak self] in
            await MainLoop.sleep(for: time)
            self?.reached(turn)
        }
    }

    private func turned() {
        turn += 1
        presence = .away
        guard isActive else { return }
        let turn = turn
        let isFirst = !Self.isTitled
        Self.isTitled = true
        // That the window is active, GTK tells assistive technology after us.
        MainLoop.task { [weak self] in
            let isTold = isFirst ? await Self.listened() : true
            guard let self, turn == self.turn else { return }
            // The prompt's title is told in any case: that GTK told it does not mean that a screen reader says it.
            owesTitle = !isTold || waitingFocus != nil
            introduce()
            // A screen reader that reaches the focus only after the text was set would read the text twice.
            come(within: .milliseconds(200))
        }
    }

    /// Has the focused widget read, the first time: a screen reader does not hear earlier events of the window.
    private func introduce() {
        guard !isIntroduced else { return }
        isIntroduced = true
        unsafe gtk_widget_set_can_focus(window.widget, 1)
        let now = unsafe gtk_window_get_focus(gate_window(window.pointer)).map {
            unsafe Object(UnsafeMutableRawPointer($0))
        }
        guard let focus = waitingFocus ?? now else { return }
        unsafe gtk_window_set_focus(gate_window(window.pointer), nil)
        if gate_has_announcements() == 0, let text = allNews() { focus.describe(text) }
        if waitingFocus == nil {
            unsafe gate_give_focus_back(focus.widget)
        } else {
            focus.takeFocus()
        }
        waitingFocus = nil
    }

    private func reached(_ turn: Int) {
        // If it is no longer active, the next time tells everything.
        guard turn == self.turn else { return }
        presence = .here
        if let text = allNews() { window.announce(text) }
    }

    /// With the window's title if that is owed.
    private func allNews() -> String? {
        defer { owesTitle = false }
        let texts = [owesTitle ? title : nil, news()].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// The window's, as a sentence.
    private var title: String? {
        guard let title = unsafe gtk_window_get_title(gate_window(window.pointer)) else { return nil }
        return unsafe String(cString: title).asSentence
    }

    /// Ends once assistive technology hears what GTK tells; returns whether it heard by then that the window is active, and so
    /// its title. GTK begins to register the program when a window of it is shown, and does not tell when that is done.
    private static func listened() async -> Bool {
        let ear = unsafe UInt(bitPattern: ear)
        return await withCheckedContinuation { continuation in
            // It waits in the kernel.
            DispatchQueue(label: "biogate.listened").async {
                continuation.resume(
                    returning: unsafe gate_wait_until_listened_to(UnsafeMutableRawPointer(bitPattern: ear)) != 0)
            }
        }
    }

    private static var ear: UnsafeMutableRawPointer?
    /// Whether assistive technology hears the title of a window that becomes active: it may hear nothing of the first one, whose
    /// title is told with the text then.
    private static var isTitled = !isHeard

    /// Whether assistive technology was present when this program first asked.
    static let isHeard = unsafe gate_status_of_assistance("IsEnabled") != 0

    /// Whether the desktop says that a screen reader is on.
    static var audience: Audience {
        guard isHeard else { return .eyes }
        return unsafe gate_status_of_assistance("ScreenReaderEnabled") != 0 ? .screenReader : .assistant
    }
}
