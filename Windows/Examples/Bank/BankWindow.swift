import BiometricGate
import CAdwaita
import GateWindows

/// The bank's window: its pages, with the gate's parts on them.
final class BankWindow {
    private let login: AppLogin
    private let server: BankServer
    private let words: BankWords
    private let longestAbsence: Duration
    private let offersLate: Bool
    private let widgets: BankWidgets
    /// Kept while shown: a view that is released takes its gate with it.
    private var gate: GateView?
    private var stepUp: GateView?
    private var offer: OnboardingView?
    private var group: SignInGroup?
    private let banner: UnavailableBanner
    /// Set while signed in.
    private var session: [UInt8]?

    init?(_ login: AppLogin, server: BankServer, words: BankWords, longestAbsence: Duration, offersLate: Bool) {
        guard let widgets = BankWidgets(),
            let banner = UnavailableBanner(
                fallback: .app(label: words.usePassword), locale: login.client.locale)
        else { return nil }
        self.login = login
        self.server = server
        self.words = words
        self.longestAbsence = longestAbsence
        self.offersLate = offersLate
        self.widgets = widgets
        self.banner = banner
    }

    func open() {
        widgets.name("sign-in", words.signIn)
        widgets.name("transfer", words.transfer)
        widgets.name("card", words.card)
        widgets.name("settings", words.settings)
        widgets.name("sign-out", words.signOut)
        widgets.name("back", words.back)
        widgets.say("password-label", words.passwordLabel)
        widgets.labelPassword(words.passwordLabel)
        widgets.on("sign-in") { [weak self] in self?.signInWithPassword() }
        widgets.on("password", "activate") { [weak self] in self?.signInWithPassword() }
        widgets.on("transfer") { [weak self] in self?.transfer() }
        widgets.on("card") { [weak self] in self?.showCard() }
        widgets.on("settings") { [weak self] in self?.showSettings() }
        widgets.on("sign-out") { [weak self] in self?.signOut() }
        widgets.name("to-gate", words.back)
        widgets.on("to-gate") { [weak self] in self?.show("gate") }
        widgets.on("back") { [weak self] in
            self?.group = nil
            self?.showHome()
        }
        // "destroy" only comes once nothing keeps the window.
        widgets.on("window", "unrealize") { MainLoop.stop() }
        widgets.put(banner.widget, in: "banner")
        widgets.connect(banner.widget, "fallback") { [weak self] in self?.widgets.focus("password") }
        // A separate client, so that calls that ask the user do not delay it.
        banner.follow(GateClient(locale: login.client.locale))
        widgets.present()
        signOut()
    }

    /// Shows the gate if the fingerprint sign-in is on, otherwise the bank's own sign-in.
    private func signOut() {
        endSession()
        Task {
            let status = try? await login.status()
            if status == .enabled { showGate() } else { showPassword(status.map(login.text(of:))) }
        }
    }

    private func endSession() {
        session = nil
        server.signOut()
    }

    // MARK: Signing in

    private func showGate() {
        guard let reason = Reason(words.signInReason),
            let view = GateView(
                GateFlow(
                    .secret(login.item), reason: reason, client: login.client,
                    options: GateFlow.Options(
                        fallback: .app(label: words.usePassword), longestAbsence: longestAbsence)))
        else { return }
        view.logoIconName = "security-high-symbolic"
        view.onSuccess = { [weak self] in self?.enter() }
        view.onFallback = { [weak self] _ in self?.showPassword(nil) }
        // Everything behind the gate is removed until it is passed again.
        view.onAskedAnew = { [weak self] in
            self?.endSession()
            self?.stepUp = nil
            self?.group = nil
            self?.show("gate")
        }
        gate = view
        widgets.put(view.widget, in: "gate")
        show("gate")
    }

    private func enter() {
        guard let token = gate?.flow.takeSecret()?.withBytes({ Array($0) }) else { return }
        guard let opened = try? server.signIn(sealed: token) else {
            gate?.serverRejected(words.unknownToken)
            return
        }
        session = opened
        showHome()
    }

    private func showPassword(_ notice: String?) {
        widgets.say("notice", notice)
        widgets.say("password-alert", nil)
        if case .fallback = gate?.flow.state.outcome {
            widgets.reveal("to-gate", true)
        } else {
            widgets.reveal("to-gate", false)
        }
        show("page-password")
        if !widgets.isShown("banner") { widgets.focus("password") }
    }

    private func signInWithPassword() {
        guard let opened = try? server.signIn(password: widgets.takePassword()) else {
            return widgets.say("password-alert", words.wrongPassword)
        }
        session = opened
        gate = nil
        Task {
            if !offersLate, (try? await login.onboardingOffer()) != nil { showOffer() } else { showHome() }
        }
    }

    private func showOffer() {
        guard let reason = Reason(words.turnOnReason),
            let view = OnboardingView(login, reason: reason, token: { [weak self] in self?.freshToken() })
        else { return }
        view.onEnd = { [weak self] end in
            if end == .enabled { self?.server.keep() }
            self?.showHome()
        }
        offer = view
        widgets.put(view.widget, in: "offer")
        show("offer")
    }

    /// A new token from the server, to be sealed.
    private func freshToken() -> SecretBytes? {
        guard let session, let fresh = try? server.issueToken(session: session) else { return nil }
        return SecretBytes(copying: fresh)
    }

    // MARK: Signed in

    private func showHome(_ said: String = "") {
        widgets.say("balance", "\(server.balance) kr")
        widgets.say("said", said)
        show("page-home")
        widgets.focus("transfer")
    }

    private func showSettings() {
        guard let reason = Reason(words.turnOnReason),
            let group = SignInGroup(login, reason: reason, token: { [weak self] in self?.freshToken() })
        else { return }
        group.onEnabled = { [weak self] in self?.server.keep() }
        self.group = group
        widgets.put(group.widget, in: "group")
        show("page-settings")
    }

    private func transfer() {
        authorize(words.transferReason, maximumAge: .zero) { [weak self] token in
            guard let self else { return }
            let isPaid = (try? server.pay(200, token: token)) != nil
            showHome(isPaid ? words.paid : words.unknownToken)
        }
    }

    private func showCard() {
        authorize(words.cardReason, maximumAge: .seconds(120)) { [weak self] token in
            guard let self else { return }
            showHome(server.admits(token) ? "4000 0000 0000 0002" : words.unknownToken)
        }
    }

    /// Asks before an important action, with the action as the reason.
    private func authorize(_ text: String, maximumAge: Duration, _ act: @escaping @MainActor ([UInt8]) -> Void) {
        guard let reason = Reason(text) else { return }
        Task {
            // If the state is unknown, the item does not count as open; without a reader the PIN opens it.
            let isSealed = (try? await login.client.items())?.contains { $0.name == login.item } ?? true
            // The bank may have asked again in the meantime.
            guard let session else { return }
            if !isSealed {
                ask(confirmation(reason)) { _ in act(session) }
            } else {
                ask(login.gate(reason: reason, isRequired: false, maximumAge: maximumAge)) { opened in
                    if let opened { act(opened) }
                }
            }
        }
    }

    /// Without a sealed token there is nothing to open, so a confirmation has to do for the session's token. It offers
    /// the fingerprint before its first use.
    private func confirmation(_ reason: Reason) -> GateFlow {
        GateFlow(
            .confirmation, reason: reason, client: login.client,
            options: GateFlow.Options(isRequired: false, firstUse: login.app))
    }

    /// Acts with the token, opened again from the item if there is one, so that the bank sees a token that takes the
    /// user to obtain.
    private func ask(_ flow: GateFlow, _ act: @escaping @MainActor ([UInt8]?) -> Void) {
        guard let view = GateView(flow) else { return }
        widgets.putClose(of: view)
        view.onSuccess = { [weak self, weak view] in
            let opened = view?.flow.takeSecret()?.withBytes { Array($0) }
            self?.stepUp = nil
            act(opened)
        }
        view.onCancel = { [weak self] _ in
            self?.stepUp = nil
            self?.showHome()
        }
        // Neither the finger nor the PIN is left.
        view.onFallback = { [weak self] _ in
            self?.stepUp = nil
            self?.endSession()
            self?.showPassword(nil)
        }
        stepUp = view
        widgets.put(view.widget, in: "step-up")
        show("step-up")
    }

    private func show(_ page: String) {
        widgets.show(page)
        // A gate says itself why it cannot ask.
        widgets.reveal("banner", page == "page-password")
    }
}
