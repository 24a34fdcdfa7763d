// The place in an app that appears when no finger can be asked for, as a widget.

public import BiometricGate
internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// Says why no finger can be asked for, and offers the alternative; hidden while one can.
///
/// It takes the focus when it appears, so that a screen reader reads all of it. In a lockout it goes on to the
/// alternative at once, because nothing else ends the lockout.
@MainActor
public final class UnavailableBanner {
    /// Show the alternative at once: its button was pressed, or a lockout was found.
    public var onFallback: @MainActor () -> Void = {}
    /// The user wants the fingerprint settings; by default it starts the desktop's.
    public var onSettings: @MainActor () -> Void = { DeviceSettings.open() }

    private let part: Part
    private let box = Object.verticalBox(spacing: 8)
    private let text = Object.label()
    private let buttons = Object.horizontalBox(spacing: 8)
    private let button = Object.button("")
    private let settings = Object.button("")
    private let fallback: GateFlow.Fallback
    private let language: Language
    private var shown: BannerScreen?
    private var following: Task<Void, Never>?

    /// An empty banner. Nil if there is no memory for it.
    public init?(fallback: GateFlow.Fallback, locale: String? = nil) {
        guard let made = unsafe biogate_unavailable_banner_new() else { return nil }
        part = unsafe Part(made)
        self.fallback = fallback
        language = Language(matching: locale)
        unsafe gate_set_accessible_role(box.pointer, GTK_ACCESSIBLE_ROLE_ALERT)
        unsafe gtk_widget_set_focusable(box.widget, 1)
        box.setClass("biogate-banner", true)
        box.append(text)
        for button in [button, settings] { buttons.append(button) }
        unsafe gate_stack(buttons.pointer, gate_has_narrow_display())
        box.append(buttons)
        part.hold(box)
        part.object.isVisible = false
        // Also when its page appears.
        part.onAppear = { [weak self] in self?.appeared() }
        button.onSignal("clicked") { [weak self] in self?.fallBack() }
        settings.onSignal("clicked") { [weak self] in self?.onSettings() }
    }

    isolated deinit { following?.cancel() }

    /// The GtkWidget, valid while the banner exists; a `BiogateUnavailableBanner` (`CGateWidgets.h`).
    public var widget: UnsafeMutableRawPointer { unsafe part.object.pointer }

    /// Shows the obstacle, or hides if there is none.
    public func show(_ obstacle: Obstacle?) {
        guard let obstacle else {
            part["text"] = nil
            shown = nil
            part.object.isVisible = false
            return
        }
        let screen = BannerScreen(obstacle, fallback: fallback, in: language)
        shown = screen
        let isNew = part["text"] != screen.text
        part["text"] = screen.text
        text.setText(screen.text)
        box.setName(screen.text)
        button.offer(screen.button)
        settings.offer(screen.settings)
        part.object.isVisible = true
        // Only a new banner or text may take the focus from the user's work.
        if isNew { appeared() }
    }

    private func appeared() {
        guard part.isMapped, let shown else { return }
        guard shown.goesToFallback else { return box.takeFocus() }
        fallBack()
        // The alternative has the focus.
        part.announce(shown.text)
    }

    private func fallBack() {
        onFallback()
        part.emit("fallback")
    }

    /// Shows what prevents asking for the finger, now and whenever that changes.
    public func follow(_ client: GateClient) {
        following?.cancel()
        following = Task { [weak self] in
            var isLost = false
            while !Task.isCancelled {
                do {
                    for try await report in client.availabilityUpdates() {
                        isLost = false
                        self?.show(report.obstacle)
                    }
                } catch {
                    // A service that merely restarts is no reason for a message.
                    if isLost { self?.show(.notRunning) }
                }
                // No event reports that it is back.
                try? await Task.sleep(for: isLost ? .seconds(2) : .milliseconds(500))
                isLost = true
                if self == nil { return }
            }
        }
    }
}
