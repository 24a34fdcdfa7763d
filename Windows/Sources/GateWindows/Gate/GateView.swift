// An app's gate, as a widget.

public import BiometricGate
internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// A gate for an app's own screen: shows a `GateFlow`'s state, and passes on the user's actions.
///
/// It opens the gate once, when it first appears on the display, and never by being drawn again. While it is not on the
/// display, or its window is out of sight, the gate is in the background; after it has hidden itself on success, only
/// its window counts. Keep it while its widget is shown.
@MainActor
public final class GateView {
    /// The gate; its options, reason and language are the view's.
    public let flow: GateFlow

    /// The gate is passed, and the check mark was shown for a moment; `flow` has the secret that it opened.
    public var onSuccess: @MainActor () -> Void = {}
    /// The user wants an alternative that the view does not have: an app's own screen, or its sign-in.
    public var onFallback: @MainActor (GateFlow.Fallback) -> Void = { _ in }
    /// The gate is closed without a result.
    public var onCancel: @MainActor (GateFlow.Canceller) -> Void = { _ in }
    /// A finished gate asks again after an absence: remove everything behind it.
    public var onAskedAnew: @MainActor () -> Void = {}
    /// The user wants the fingerprint settings; by default it starts the desktop's.
    public var onSettings: @MainActor () -> Void = { DeviceSettings.open() }

    private let part: Part
    private let slots: GateSlots
    private let field: SecretField
    private var sight: WindowSight?
    private var state: GateViewState
    private var shown: GateViewScreen?
    private var lastOutcome: GateFlow.Outcome?
    private var isPresented = false
    private var isOutOfSight = false
    /// Hidden by itself, after success.
    private var isPassed = false
    private var following: Task<Void, Never>?
    private var leaving: Task<Void, Never>?

    /// A view of a gate that is not open yet. Nil if the embedded description does not make a widget.
    public init?(_ flow: GateFlow) {
        guard let slots = GateSlots(), let field = SecretField(slots.field), let made = unsafe biogate_gate_view_new()
        else { return nil }
        self.flow = flow
        self.slots = slots
        self.field = field
        // A miss ends the call: the user decides about the next touch.
        flow.attempts = 1
        part = unsafe Part(made)
        state = GateViewState(
            options: flow.options, details: flow.reason.rawValue, in: Language(matching: flow.locale))
        part.hold(slots.gate)
        part["details"] = flow.reason.rawValue
        connect()
        see(flow.state)
        following = Task { [weak self, states = flow.states] in
            for await state in states { self?.see(state) }
        }
    }

    isolated deinit {
        following?.cancel()
        leaving?.cancel()
    }

    // MARK: Settings by the app

    /// The GtkWidget, valid while the view exists; a `BiogateGateView` (`CGateWidgets.h`).
    public var widget: UnsafeMutableRawPointer { unsafe part.object.pointer }

    /// The heading; nil for the language's own.
    public var title: String? {
        get { part["title"] }
        set { part["title"] = newValue }
    }

    /// The gate's purpose; by default the reason.
    public var details: String? {
        get { part["details"] }
        set { part["details"] = newValue }
    }

    /// The text when the finger fails, instead of the gate's own.
    public var errorText: String? {
        get { part["error-text"] }
        set { part["error-text"] = newValue }
    }

    /// A theme icon above the gate; screen readers ignore it.
    public var logoIconName: String? {
        get { part["logo-icon-name"] }
        set { part["logo-icon-name"] = newValue }
    }

    /// Moves the button that closes the gate into the window's header bar, an AdwHeaderBar, where it is while the gate can
    /// be seen. Without it, the button is above the gate.
    public func putClose(in headerBar: UnsafeMutableRawPointer) {
        slots.moveClose(
            to: unsafe Object(headerBar), caption: Caption.cancel.text(in: Language(matching: flow.locale)))
    }

    /// The app's server refused the opened secret: the gate fails with that text, and is shown again.
    public func serverRejected(_ text: String) {
        leaving?.cancel()
        flow.serverRejected(text)
    }

    // MARK: Actions of the user

    private func connect() {
        part.onAppear = { [weak self] in self?.appeared() }
        part.onDisappear = { [weak self] in
            self?.slots.isInSight = false
            self?.look()
        }
        for property in ["title", "details", "error-text", "logo-icon-name"] {
            part.object.onChange(of: property) { [weak self] in self?.show() }
        }
        slots.primary.onSignal("clicked") { [weak self] in self?.press(self?.shown?.primary) }
        slots.secondary.onSignal("clicked") { [weak self] in self?.press(self?.shown?.secondary) }
        slots.close.onSignal("clicked") { [weak self] in self?.close() }
        slots.settings.onSignal("clicked") { [weak self] in self?.onSettings() }
        field.onEnter = { [weak self] in self?.answer() }
        field.onChange = { [weak self] in self?.showPrimary() }
    }

    private func appeared() {
        slots.isInSight = true
        if let window = part.window, sight?.isOf(window) != true {
            let sight = WindowSight(of: window)
            sight.onChange = { [weak self] in self?.look() }
            self.sight = sight
        }
        look()
        guard !isPresented else { return }
        isPresented = true
        takeFocus()
        flow.start()
    }

    /// Tells the gate when it goes into the background, or returns.
    private func look() {
        let isOut = sight?.isOut != false || !part.isMapped && !isPassed
        guard isOut != isOutOfSight else { return }
        isOutOfSight = isOut
        if isOut { flow.enteredBackground() } else { flow.enteredForeground() }
    }

    private func press(_ button: GateViewScreen.Button?) {
        switch button?.purpose {
        case .ask:
            state.leaveField()
            // If no try is left or no finger could be asked for, the gate checks again first.
            if !flow.state.offersFinger || flow.state.isUnavailable { flow.start() }
            flow.trigger()
        case .back:
            state.leaveField()
            flow.start()
        case .fallback: fallBack()
        case .signIn: end(.fallback(.none))
        case .turnOn: flow.turnOn()
        case .notNow: flow.notNow()
        case .confirm: answer()
        case nil: break
        }
    }

    private func fallBack() {
        let outcome = GateFlow.Outcome.fallback(flow.options.fallback)
        // A gate that has ended this way does not report it again.
        guard flow.state.outcome == outcome else { return flow.useFallback() }
        state.enterField()
        show()
        end(outcome)
    }

    private func answer() {
        guard let asked = shown?.field, shown?.primary?.isEnabled == true, !field.isEmpty else { return }
        switch asked {
        case .pin: flow.answer(.pin(field.take()))
        case .password: flow.answer(.password(field.take()))
        }
    }

    private func close() {
        // A gate that has ended, and shows its field, has nothing to cancel.
        guard let outcome = flow.state.outcome else { return flow.cancel() }
        guard outcome != .succeeded else { return }
        end(.cancelled(by: .user))
    }

    // MARK: Display

    private func see(_ now: GateFlow.State) {
        // Another alternative taken at the same moment comes after success, and replaces it.
        if now.outcome != .succeeded { leaving?.cancel() }
        if now.outcome == nil, let ended = lastOutcome {
            isPassed = false
            part.object.isVisible = true
            // Otherwise its server refused the secret, or the user goes on after another end.
            if ended == .succeeded, now.phase == .idle { askedAnew() }
            look()
        }
        let isNew = now.outcome != lastOutcome
        lastOutcome = now.outcome
        state.see(.init(now, fallback: flow.fallbackLabel))
        part["state"] = now.phase.name
        show()
        if isNew, let outcome = now.outcome { end(outcome) }
    }

    private func askedAnew() {
        onAskedAnew()
        part.emit("asked-anew")
    }

    private func end(_ outcome: GateFlow.Outcome) {
        switch outcome {
        case .succeeded:
            leaving = Task { [weak self] in
                // Long enough to be seen, and no longer.
                try? await Task.sleep(for: .milliseconds(600))
                guard !Task.isCancelled, let self, flow.state.outcome == .succeeded else { return }
                isPassed = true
                part.object.isVisible = false
                look()
                onSuccess()
                part.emit("succeeded")
            }
        case .fallback(let fallback):
            // The PIN and the password are typed here.
            guard shown?.field == nil || fallback != flow.options.fallback else { return }
            onFallback(fallback)
            part.emit("fallback", fallback.name)
        case .cancelled(let canceller):
            onCancel(canceller)
            part.emit("cancelled", canceller.name)
        }
    }

    private func show() {
        state.title = title
        state.details = details
        state.errorText = errorText
        let screen = state.screen
        let previous = shown
        guard screen != previous || logoIconName != slots.logoName else { return }
        shown = screen
        let heldFocus = part.object.holdsFocus
        slots.show(screen, logo: logoIconName, after: previous)
        field.show(screen.field, label: screen.fieldLabel)
        showPrimary()
        if isPresented, previous?.field != screen.field || previous?.buttons != screen.buttons {
            if heldFocus || screen.field != nil { takeFocus() }
        }
        if isPresented, let text = screen.announcement(after: previous) { part.announce(text) }
    }

    private func showPrimary() {
        guard let primary = shown?.primary else { return }
        slots.primary.isSensitive = primary.isEnabled && (primary.purpose != .confirm || !field.isEmpty)
    }

    private func takeFocus() {
        if shown?.field != nil {
            field.takeFocus()
        } else if shown?.primary?.isEnabled == true {
            slots.primary.takeFocus()
        } else if shown?.secondary != nil {
            slots.secondary.takeFocus()
        }
    }
}

extension GateFlow.State {
    fileprivate var isUnavailable: Bool { if case .unavailable = phase { true } else { false } }
}

extension GateFlow.Phase {
    /// As in the property `state`.
    fileprivate var name: String {
        switch self {
        case .idle: "idle"
        case .explaining: "explaining"
        case .authenticating: "authenticating"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .lockedOut: "locked-out"
        case .unavailable: "unavailable"
        }
    }
}

extension GateFlow.Fallback {
    /// As in the signal.
    fileprivate var name: String {
        switch self {
        case .pin: "pin"
        case .password: "password"
        case .app: "app"
        case .none: "none"
        }
    }
}

extension GateFlow.Canceller {
    /// As in the signal.
    fileprivate var name: String {
        switch self {
        case .user: "user"
        case .app: "app"
        case .system: "system"
        }
    }
}
