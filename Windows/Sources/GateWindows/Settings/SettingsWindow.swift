// The settings window: shows a `SettingsScreen`, and reports the user's wishes.

internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
public import GateScreen

/// The window of the user's fingers, PIN and items.
///
/// The actor is explicit: an optimised build checks the `deinit` in another module, without this module's default.
@MainActor
public final class SettingsWindow {
    let window: Object
    private let content, title, toasts: Object
    private let menu: SettingsMenu
    private let status, statusTitle, statusBody, statusButton: Object
    private let banner, bannerTitle, bannerBody, bannerButton: Object
    private var groups: [SettingsScreen.Group.ID: GroupView] = [:]
    private var shown: SettingsScreen?
    /// The last screen that a screen reader was told about.
    private var told: SettingsScreen?
    /// Results that it was not told about.
    private var results: [String] = []
    /// The results on the screen, and when the last one was said.
    private var unread: [String] = []
    private var saidAt = Duration.zero
    private var narration: Narration?
    /// Takes the focus once the window is active.
    private var nextFocus: Object?
    private var wasActive = false
    /// Guards against the second press of a double click that was meant for a closed question.
    private var presses: KeyGuard?

    /// The user starts an action.
    public var onAction: @MainActor (SettingsAction) -> Void = { _ in }
    /// The user has closed the window.
    public var onClose: @MainActor () -> Void = {}
    /// The window has the keyboard again, after another one had it.
    public var onReturn: @MainActor () -> Void = {}

    /// Brings the window to the front, as far as the desktop allows it.
    public func present() { unsafe gtk_window_present(gate_window(window.pointer)) }

    /// Nil if the embedded description does not make a window.
    public init?(menu text: SettingsMenuText) {
        Style.settings
        guard let builder = Builder(PackageResources.settings_ui), let window = builder["window"],
            let content = builder["content"], let title = builder["title"], let toasts = builder["toasts"],
            let menuButton = builder["menu"], let status = builder["status"],
            let picture = builder["picture"],
            let statusTitle = builder["status-title"], let statusBody = builder["status-body"],
            let statusButton = builder["status-button"], let banner = builder["banner"],
            let bannerTitle = builder["banner-title"], let bannerBody = builder["banner-body"],
            let bannerButton = builder["banner-button"]
        else { return nil }
        picture.show(BIOGATE_ICON_FINGERPRINT)
        self.window = window
        self.content = content
        self.title = title
        self.toasts = toasts
        menu = SettingsMenu(text, button: menuButton, in: window)
        self.status = status
        self.statusTitle = statusTitle
        self.statusBody = statusBody
        self.statusButton = statusButton
        self.banner = banner
        self.bannerTitle = bannerTitle
        self.bannerBody = bannerBody
        self.bannerButton = bannerButton
        window.onQuestion("close-request") { [weak self] in
            self?.onClose()
            return true
        }
        for key in [GDK_KEY_w, GDK_KEY_q] { window.close(byControlWith: key) }
        window.onWindowPress { [weak self] in
            self?.wentOn()
            return self?.presses?.admits(at: MainLoop.now) ?? true
        }
        window.onKeyInside { [weak self] _ in
            self?.wentOn()
            return false
        }
        menu.onAction = { [weak self] in self?.start($0) }
        narration = Narration(of: window) { [weak self] in self?.news() }
        window.onChange(of: "is-active") { [weak self] in self?.activated() }
        for button in [statusButton, bannerButton] {
            button.onSignal("clicked") { [weak self] in
                if let self, let action = shown?.status.button?.action { start(action) }
            }
        }
    }

    private func start(_ action: SettingsAction) {
        dismissResults()
        onAction(action)
    }

    /// The user goes on in the window, and has had time to read the result.
    private func wentOn() {
        if MainLoop.now - saidAt >= .seconds(3) { dismissResults() }
    }

    private func dismissResults() {
        unread = []
        unsafe gate_dismiss_toast(toasts.pointer)
    }

    /// Says a result above the window's lower edge, until the user goes on, and to a screen reader once the window is active.
    public func say(_ texts: [String]) {
        unread += texts
        unsafe gate_dismiss_toast(toasts.pointer)
        unsafe gate_toast(toasts.pointer, unread.joined(separator: " ").asCaption)
        saidAt = MainLoop.now
        results += texts
        narration?.tell()
    }

    /// Shows the program's name, version and licence.
    public func showAbout(version: String, by makers: String) { menu.showAbout(version: version, by: makers) }

    /// A question in front of it has closed.
    public func questionHasGone() {
        presses = KeyGuard()
        presses?.appeared(at: MainLoop.now)
    }

    isolated deinit { unsafe gtk_window_destroy(gate_window(window.pointer)) }

    /// Shows the screen; the first call makes the window appear.
    public func show(_ screen: SettingsScreen) {
        let previous = shown
        guard screen != previous else { return }
        shown = screen
        nextFocus = nextFocus ?? focus
        // A screen reader that hears of a focus here says nothing more of the question in front. GTK gives the focus on as soon
        // as the widget that has it goes.
        if isBehind { unsafe gtk_window_set_focus(gate_window(window.pointer), nil) }
        unsafe gtk_window_set_title(gate_window(window.pointer), screen.title)
        title.setText(screen.title)
        show(screen.status)
        for id in SettingsScreen.Group.ID.allCases {
            guard let group = screen.groups.first(where: { $0.id == id }) else {
                groups[id]?.box.isVisible = false
                continue
            }
            let view = view(of: id)
            view.box.isVisible = true
            nextFocus = view.show(group, focus: nextFocus)
        }
        // GTK gave the focus to the menu while there was nothing else.
        if previous?.groups.isEmpty != false, menu.holdsFocus { nextFocus = firstFocus ?? nextFocus }
        if previous == nil { present() }
        if screen.statusTakesFocus(after: previous) { nextFocus = banner }
        giveFocus()
        narration?.tell()
    }

    /// The remedy, or the first row.
    private var firstFocus: Object? {
        guard let shown, let first = shown.groups.first else { return nil }
        return shown.status.button == nil ? groups[first.id]?.firstStop : statusButton
    }

    private func news() -> String? {
        defer {
            told = shown
            results = []
        }
        let status = told == nil ? shown?.status.spoken : shown?.announcement(after: told)
        let news = results.map(\.asSentence) + [status].compactMap(\.self)
        return news.isEmpty ? nil : news.joined(separator: " ")
    }

    private func show(_ status: SettingsScreen.Status) {
        self.status.isVisible = !status.isAlert
        banner.isVisible = status.isAlert
        let (title, body, button) =
            status.isAlert ? (bannerTitle, bannerBody, bannerButton) : (statusTitle, statusBody, statusButton)
        title.say(status.title)
        body.say(status.body.isEmpty ? nil : status.body)
        button.isVisible = status.button != nil
        if let caption = status.button?.caption { unsafe gtk_button_set_label(gate_button(button.pointer), caption) }
        // A hidden button keeps no outdated name.
        banner.setName(status.isAlert ? status.spoken : "")
    }

    private func view(of id: SettingsScreen.Group.ID) -> GroupView {
        if let view = groups[id] { return view }
        let view = GroupView { [weak self] in self?.start($0) }
        content.append(view.box)
        groups[id] = view
        return view
    }

    private var isActive: Bool { unsafe gtk_window_is_active(gate_window(window.pointer)) != 0 }

    private var isBehind: Bool { wasActive && !isActive }

    private var focus: Object? {
        unsafe gtk_window_get_focus(gate_window(window.pointer)).map { unsafe Object(UnsafeMutableRawPointer($0)) }
    }

    /// The focused widget may have gone: then the alert or the first row takes the focus.
    private func giveFocus() {
        guard !isBehind, let shown else { return }
        let isRight = focus?.isOnDisplay == true
        let usual = shown.status.isAlert ? banner : shown.groups.first.flatMap { groups[$0.id]?.firstStop }
        let target = nextFocus?.isOnDisplay == true ? nextFocus : isRight ? nil : usual
        nextFocus = nil
        if let target { narration?.tell(with: target, isFirst: !wasActive) }
    }

    private func activated() {
        guard isActive else { return }
        wasActive = true
        giveFocus()
        onReturn()
    }
}

extension String {
    /// A single sentence without its full stop, for a place that takes a caption.
    fileprivate var asCaption: String {
        guard hasSuffix("."), !dropLast().contains(".") else { return self }
        return String(dropLast())
    }
}
