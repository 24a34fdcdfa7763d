// What stands in an app while no finger can be asked for, as a widget.

public import BiometricGate
internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// Says why no finger can be asked for, and leads around it; not there while one can.
///
/// It takes the focus when it appears, so that a screen reader reads it whole.
@MainActor
public final class UnavailableBanner {
    /// Its button was pressed: show the other way at once.
    public var onFallback: @MainActor () -> Void = {}

    private let part: Part
    private let box = Object.verticalBox(spacing: 8)
    private let text = Object.label()
    private let button = Object.button("")
    private let fallback: GateFlow.Fallback
    private let language: Language
    private var following: Task<Void, Never>?

    /// A banner that says nothing yet. Nil where there is no memory for it.
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
        // Also where the page that it is on comes up.
        part.onAppear = { [weak self] in self?.box.takeFocus() }
        button.onSignal("clicked") { [weak self] in
            self?.onFallback()
            self?.part.emit("fallback")
        }
    }

    isolated deinit { following?.cancel() }

    /// The GtkWidget, valid for as long as the banner; a `BiogateUnavailableBanner` (`CGateWidgets.h`).
    public var widget: UnsafeMutableRawPointer { unsafe part.object.pointer }

    /// Shows the obstacle, or nothing where there is none.
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
        // Only what has just come, or says something else, may take the focus from what the user does.
        if isNew { box.takeFocus() }
    }

    /// Shows what keeps the finger from being asked for, now and whenever that changes.
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
                    // A service that is only started anew is no reason to say anything.
                    if isLost { self?.show(.notRunning) }
                }
                // Nobody tells that it is back.
                try? await Task.sleep(for: isLost ? .seconds(2) : .milliseconds(500))
                isLost = true
                if self == nil { return }
            }
        }
    }
}
