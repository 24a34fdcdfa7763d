// The row in an app's settings for its fingerprint sign-in, as a widget.

public import BiometricGate
internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// Says whether an app's fingerprint sign-in is on, and turns it on, off, or on again.
///
/// It shows the daemon's state, and follows each change, even one made elsewhere. Turning it on asks for the finger,
/// and only a match seals the token. Turning it off is confirmed, and the switch moves once the token is destroyed on
/// disk.
@MainActor
public final class SignInGroup {
    /// The sign-in's status changed.
    public var onChange: @MainActor (AppLogin.Status) -> Void = { _ in }
    /// It was turned on, or on again: the newest token is sealed, and the earlier one can be revoked.
    public var onEnabled: @MainActor () -> Void = {}
    /// The user wants the fingerprint settings; by default it starts the desktop's.
    public var onSettings: @MainActor () -> Void = { DeviceSettings.open() }

    private let part: Part
    private let row = Object.row()
    private let toggle = Object.toggle()
    private let below = Object.verticalBox(spacing: 8)
    private let progress = Object.label(style: "heading")
    private let alert = Object.label(style: "error")
    private let question = Object.label(style: "heading")
    private let cost = Object.label()
    private let turnOff = Object.button("")
    private let cancel = Object.button("")
    private let again = Object.button("")
    private let settings = Object.button("")
    private let login: AppLogin
    private let reason: Reason
    private let token: @MainActor () async -> SecretBytes?
    private let language: Language
    private var status: AppLogin.Status?
    /// Keeps a finger from being used now.
    private var obstacle: Obstacle?
    private var step = SignInScreen.Step.resting
    private var shown: SignInScreen?
    /// Whether finding out the status failed.
    private var isLost = false
    private var asking: Task<Void, Never>?
    private var following: [Task<Void, Never>] = []

    /// The row of a login; `token` returns the app server's token to keep. Nil if there is no memory for it.
    public init?(_ login: AppLogin, reason: Reason, token: @escaping @MainActor () async -> SecretBytes?) {
        guard let made = unsafe biogate_sign_in_group_new() else { return nil }
        part = unsafe Part(made)
        self.login = login
        self.reason = reason
        self.token = token
        language = Language(matching: login.client.locale)
        arrange()
        // Not within the signal, after which GTK would tell assistive technology that the switch has moved.
        toggle.onMove { [weak self] isOn in Task { self?.move(to: isOn) } }
        turnOff.onSignal("clicked") { [weak self] in self?.destroy() }
        cancel.onSignal("clicked") { [weak self] in self?.leave() }
        again.onSignal("clicked") { [weak self] in self?.enable() }
        settings.onSignal("clicked") { [weak self] in self?.onSettings() }
        // The request for a touch can no longer be seen.
        part.onDisappear = { [weak self] in self?.asking?.cancel() }
        show()
        follow()
    }

    isolated deinit {
        for task in following { task.cancel() }
        asking?.cancel()
    }

    /// The GtkWidget, valid while the group exists; a `BiogateSignInGroup` (`CGateWidgets.h`).
    public var widget: UnsafeMutableRawPointer { unsafe part.object.pointer }

    private func arrange() {
        let box = Object.verticalBox(spacing: 12)
        let list = Object.list()
        row.addSuffix(toggle)
        list.appendRow(row)
        box.append(list)
        unsafe gate_set_accessible_role(alert.pointer, GTK_ACCESSIBLE_ROLE_ALERT)
        turnOff.setClass("destructive-action", true)
        let answers = Object.horizontalBox(spacing: 8)
        unsafe gate_stack(answers.pointer, gate_has_narrow_display())
        for button in [cancel, turnOff, again, settings] { answers.append(button) }
        for child in [progress, alert, question, cost, answers] { below.append(child) }
        box.append(below)
        box.setClass("biogate-gate", true)
        part.hold(box)
    }

    // MARK: Stored data

    private func follow() {
        following = [
            Task { [weak self, login] in
                while !Task.isCancelled {
                    do {
                        for try await _ in login.client.settingsUpdates() { await self?.look() }
                    } catch {
                        await self?.look()
                    }
                    // No event reports that the service is back.
                    try? await Task.sleep(for: .seconds(2))
                    if self == nil { return }
                }
            },
            Task { [weak self, login] in
                while !Task.isCancelled {
                    do {
                        for try await report in login.client.availabilityUpdates() {
                            self?.meet(report.obstacle)
                            await self?.look()
                        }
                    } catch {
                        // The other task says that the service is gone.
                    }
                    try? await Task.sleep(for: .seconds(2))
                    if self == nil { return }
                }
            },
        ]
    }

    private func meet(_ obstacle: Obstacle?) {
        self.obstacle = obstacle
        // The message about the reader is out of date.
        if obstacle == nil, case .failed(_, isError: false) = step { step = .resting }
    }

    private func look() async {
        do throws(GateClientError) {
            let found = try await login.status()
            let isNew = status != nil && status != found
            status = found
            if isLost, case .failed = step { step = .resting }
            isLost = false
            show()
            if isNew {
                onChange(found)
                part.emit("changed")
            }
        } catch {
            // Does not interrupt the user's action or its result.
            guard asking == nil, step == .resting else { return }
            step = .failed(SignInChange.text(of: error, in: language), isError: false)
            isLost = true
            show()
        }
    }

    // MARK: Actions of the user

    private func move(to isOn: Bool) {
        guard shown?.canMove == true, isOn != shown?.isOn else { return show() }
        if isOn {
            enable()
        } else {
            step = .confirming
            show()
            cancel.takeFocus()
        }
    }

    private func enable() {
        // The switch returns to the actual state.
        guard asking == nil else { return show() }
        isLost = false
        step = .asking(CallStory(in: language))
        show()
        cancel.takeFocus()
        asking = Task { [weak self, login, reason, token, language] in
            let failure = await SignInChange.enable(login, reason, token, in: language) { self?.report($0) }
            await self?.ended(failure)
        }
    }

    private func report(_ progress: PromptProgress) {
        // A report after the end has no effect.
        guard asking != nil, case .asking(var story) = step else { return }
        story.report(progress.progress, progress.instruction)
        step = .asking(story)
        show()
    }

    private func ended(_ failure: SignInChange.Failure?) async {
        asking = nil
        if case .refused(let text, let isError) = failure {
            step = .failed(text, isError: isError)
        } else {
            step = .resting
        }
        if failure == nil { onEnabled() }
        await look()
        toggle.takeFocus()
    }

    private func leave() {
        if let asking { return asking.cancel() }
        step = .resting
        show()
        toggle.takeFocus()
    }

    private func destroy() {
        isLost = false
        step = .turningOff
        show()
        Task { [weak self, login, language] in
            do throws(GateClientError) {
                try await login.disable()
                self?.step = .resting
            } catch {
                self?.step = .failed(SignInChange.text(of: error, in: language), isError: true)
            }
            await self?.look()
            self?.toggle.takeFocus()
        }
    }

    // MARK: Display

    private func show() {
        let screen = SignInScreen(status, hinderedBy: obstacle, step, in: language)
        let previous = shown
        shown = screen
        row.setRow(title: screen.title, subtitle: screen.status)
        toggle.setName(screen.title)
        toggle.setSwitch(screen.isOn)
        toggle.isSensitive = screen.canMove
        progress.say(screen.progress)
        progress.setClass("biogate-wanted", screen.progress != nil)
        alert.say(screen.alert?.text)
        alert.setClass("error", screen.isError)
        question.say(screen.question)
        cost.say(screen.cost)
        turnOff.offer(screen.turnOff)
        cancel.offer(screen.cancel)
        again.offer(screen.again)
        settings.offer(screen.settings)
        part["state"] = status?.name
        if let text = screen.announcement(after: previous) { part.announce(text) }
    }
}

extension AppLogin.Status {
    /// As in the property `state`.
    fileprivate var name: String {
        switch self {
        case .enabled: "enabled"
        case .off: "off"
        case .invalidated: "invalidated"
        case .unavailable: "unavailable"
        }
    }
}
