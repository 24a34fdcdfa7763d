// The offer of fingerprint sign-in, as a widget.

public import BiometricGate
internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// Offers an app's fingerprint sign-in: says what it does and where data stays, and turns it on or records that it was
/// declined.
///
/// Show it if `AppLogin.onboardingOffer` has an offer. A skipped offer can be turned on in a `SignInGroup`.
@MainActor
public final class OnboardingView {
    /// How the offer ended.
    public enum End: Hashable, Sendable { case enabled, skipped }

    /// The user has answered, and the answer is stored.
    public var onEnd: @MainActor (End) -> Void = { _ in }
    /// The user wants the fingerprint settings; by default it starts the desktop's.
    public var onSettings: @MainActor () -> Void = { DeviceSettings.open() }

    private let part: Part
    private let picture: Object
    private let title = Object.label(style: "title-2", isHeading: true)
    private let texts = Object.verticalBox(spacing: 8)
    private let alert = Object.label(style: "error")
    private let status = Object.label(style: "biogate-touch")
    private let turnOn = Object.button("")
    private let notNow = Object.button("")
    private let settings = Object.button("")
    private let login: AppLogin
    private let reason: Reason
    private let token: @MainActor () async -> SecretBytes?
    private let language: Language
    private var shown: OnboardingScreen?
    private var story: CallStory
    private var asking: Task<Void, Never>?
    private var isEnding = false

    /// The login's offer; `token` returns the app server's token to keep. Nil if there is no memory for it.
    public init?(_ login: AppLogin, reason: Reason, token: @escaping @MainActor () async -> SecretBytes?) {
        guard let made = unsafe biogate_onboarding_view_new(), let picture = Object.gatePicture() else { return nil }
        part = unsafe Part(made)
        self.picture = picture
        self.login = login
        self.reason = reason
        self.token = token
        language = Language(matching: login.client.locale)
        story = CallStory(in: language)
        unsafe gate_set_accessible_role(alert.pointer, GTK_ACCESSIBLE_ROLE_ALERT)
        let box = Object.verticalBox(spacing: 12)
        for label in [alert, title, status] { label.centreText() }
        turnOn.setClass("suggested-action", true)
        for button in [turnOn, notNow, settings] { button.setClass("pill", true) }
        for child in [picture, alert, title, texts, status, turnOn, notNow, settings] { box.append(child) }
        part.hold(box.clamped(to: 340))
        turnOn.onSignal("clicked") { [weak self] in self?.begin() }
        notNow.onSignal("clicked") { [weak self] in self?.leave() }
        settings.onSignal("clicked") { [weak self] in self?.onSettings() }
        part.onAppear = { [weak self] in self?.turnOn.takeFocus() }
        // The request for a touch can no longer be seen.
        part.onDisappear = { [weak self] in self?.asking?.cancel() }
        show(.offering)
    }

    isolated deinit { asking?.cancel() }

    /// The GtkWidget, valid while the view exists; a `BiogateOnboardingView` (`CGateWidgets.h`).
    public var widget: UnsafeMutableRawPointer { unsafe part.object.pointer }

    private func begin() {
        guard asking == nil, !isEnding else { return }
        story = CallStory(in: language)
        show(.asking(story))
        asking = Task { [weak self, login, reason, token, language] in
            let failure = await SignInChange.enable(login, reason, token, in: language) { self?.report($0) }
            self?.ended(failure)
        }
    }

    private func report(_ progress: PromptProgress) {
        // A report after the end has no effect.
        guard asking != nil else { return }
        story.report(progress.progress, progress.instruction)
        show(.asking(story))
    }

    private func ended(_ failure: SignInChange.Failure?) {
        asking = nil
        switch failure {
        case nil:
            show(.done)
            onEnd(.enabled)
            part.emit("enabled")
        case .cancelled: show(.offering)
        case .refused(let text, let isError): show(.failed(text, isError: isError))
        }
    }

    private func leave() {
        if let asking { return asking.cancel() }
        guard !isEnding else { return }
        isEnding = true
        Task { [weak self, login] in
            // If it could not be stored, the offer is made once more.
            try? await login.skip()
            self?.isEnding = false
            self?.onEnd(.skipped)
            self?.part.emit("skipped")
        }
    }

    private func show(_ step: OnboardingScreen.Step) {
        let screen = OnboardingScreen(step, reason: reason.rawValue.escapingControls, in: language)
        let previous = shown
        shown = screen
        if previous == nil {
            title.setText(screen.title)
            for paragraph in screen.paragraphs {
                let label = Object.paragraph(paragraph)
                label.centreText()
                texts.append(label)
            }
        }
        picture.setClass("pulse", screen.isPulsing)
        picture.setClass("biogate-wanted", screen.isPulsing)
        for other in [title, texts, notNow] { other.setClass("standing-back", screen.isPulsing) }
        alert.say(screen.alert?.text)
        alert.setClass("error", screen.isError)
        status.say(screen.status)
        status.setClass("biogate-wanted", screen.isPulsing)
        turnOn.offer(screen.turnOn)
        notNow.offer(screen.notNow)
        settings.offer(screen.settings)
        if previous?.turnOn != screen.turnOn { (screen.turnOn == nil ? notNow : turnOn).takeFocus() }
        if let text = screen.announcement(after: previous) { part.announce(text) }
    }
}
