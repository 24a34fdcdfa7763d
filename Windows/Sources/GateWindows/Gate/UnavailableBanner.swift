// The place in an app that appears when no finger can be asked for, as a widget.

public import BiometricGate
internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// Says why no finger can be asked for, and offers the alternative; hidden while one can.
///
/// It takes the focus when it appears, so that a screen reader reads all of it.
@MainActor
public final class UnavailableBanner {
    /// Its button was pressed: show the alternative at once.
    public var onFallback: @MainActor () -> Void = {}

    private let part: Part
    private let box = Object.verticalBox(spacing: 8)
    private let text = Object.label()
    private let button = Object.button("")
    private let fallback: GateFlow.Fallback
    private let language: Language
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
        unsafe gtk_widget_set_halign(button.widget, GTK_ALIGN_START)
        box.append(button)
        part.hold(box)
        part.object.isVisible = false
        // Also when its page appears.
        part.onAppear = { [weak self] in self?.box.takeFocus() }
        button.onSignal("clicked") { [weak self] in
            self?.onFallback()
            self?.part.emit("fallback")
        }
    }

    isolated deinit { following?.cancel() }

    /// The GtkWidget, valid while the banner exists; a `BiogateUnavailableBanner` (`CGateWidgets.h`).
    public var widget: UnsafeMutableRawPointer { unsafe part.object.pointer }

    /// Shows the obstacle, or hides if there is none.
    public func show(_ obstacle: Obstacle?) {
        guard let obstacle else {
            part["text"] = nil
            part.object.isVisible = false
            return
        }
        let screen = BannerScreen(obstacle, fallback: fallback, in: language)
        let isNew = part["text"] != screen.text
        part["text"] = screen.text
        text.setText(screen.text)
        box.setName(screen.text)
        button.offer(screen.button)
        part.object.isVisible = true
        // Only a new banner or text may take the focus from the user's work.
        if isNew { box.takeFocus() }
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
