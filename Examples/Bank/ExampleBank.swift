import BiometricGate

/// A small bank in the terminal: signs in with the fingerprint, and asks for it again before what matters.
///
///     biogate sandbox -- example-bank
@main
struct ExampleBank {
    enum Action { case payNewRecipient, payKnownRecipient, showCard }

    /// A new recipient takes a touch each time; other actions accept a recent one.
    static let stepUp: StepUpPolicy<Action> = [
        .payNewRecipient: .zero, .payKnownRecipient: .seconds(300), .showCard: .seconds(120),
    ]

    private let login: AppLogin
    private var bank = Bank()
    private var console = Console()
    /// The token of the current session, if there is one.
    private var session: [UInt8]?

    static func main() async {
        guard let login = AppLogin(app: "org.example.Bank", longestReuse: StepUpPolicy<Action>.longestAge) else {
            return
        }
        var app = ExampleBank(login: login)
        await app.serve()
    }

    private init(login: AppLogin) {
        self.login = login
    }

    private mutating func serve() async {
        console.say(
            "Example Bank. sign-in, balance, pay NAME AMOUNT, card, settings, turn-on, turn-off, sign-out, quit")
        while let line = await console.line("> ") {
            let words = line.split(separator: " ").map(String.init)
            do {
                switch (words.first, session) {
                case ("quit", _): return
                case ("sign-in", _): try await signIn()
                case ("settings", _): console.say(login.text(of: try await login.status()))
                case ("turn-off", _):
                    try await login.disable()
                    console.say("The token is destroyed.")
                case (_, nil): console.say("Sign in first.")
                case ("turn-on", _): try await turnOn()
                case ("balance", _): console.say("\(bank.balance) kr")
                case ("card", _): try await showCard()
                case ("pay", _): try await pay(words)
                case ("sign-out", _):
                    session = nil
                    console.say("Signed out.")
                default: console.say("No such command.")
                }
            } catch let error as GateClientError {
                console.say(error.guidance.map { "\($0.title). \($0.body)" } ?? "\(error)")
            } catch {
                console.say("The bank refuses: \(error)")
            }
        }
    }

    // MARK: Signing in

    private mutating func signIn() async throws {
        guard try await login.status() == .enabled else { return try await signInWithPassword() }
        let gate = login.gate(reason: "Sign in to Example Bank", isRequired: false)
        guard let token = try await open(gate) else { return }
        guard bank.admits(token) else {
            gate.serverRejected("The bank does not know this sign-in any more")
            console.say(gate.state.accessibleText)
            return try await signInWithPassword()
        }
        session = token
        console.say("Welcome back.")
    }

    private mutating func signInWithPassword() async throws {
        guard let password = await console.hiddenLine("Bank password: ") else { return }
        session = try bank.issueToken(password: password)
        console.say("Welcome.")
        switch try await login.status() {
        case .off:
            if let offer = try await login.onboardingOffer() {
                console.say("\(offer.title) \(offer.body) (turn-on)")
            }
        case .enabled, .invalidated:
            console.say("Use turn-on to sign in with your fingerprint again.")
        case .unavailable: break
        }
    }

    /// Seals the token of this session, replacing an older one.
    private mutating func turnOn() async throws {
        guard let session else { return }
        let reason: Reason = "Turn on fingerprint sign-in to Example Bank"
        let show: ProgressHandler = { Console.show($0.message) }
        switch try await login.status() {
        case .off:
            try await login.enable(token: SecretBytes(copying: session), reason: reason, progress: show)
        case .enabled, .invalidated:
            try await login.reenroll(freshToken: SecretBytes(copying: session), reason: reason, progress: show)
        case .unavailable: break
        }
        console.say(login.text(of: try await login.status()))
    }

    // MARK: What matters

    private mutating func pay(_ words: [String]) async throws {
        guard words.count == 3, let amount = Int(words[2]), amount > 0,
            let reason = Reason("Pay \(amount) kr to \(words[1])")
        else { return console.say("pay NAME AMOUNT") }
        let action: Action = bank.recipients.contains(words[1]) ? .payKnownRecipient : .payNewRecipient
        guard let token = try await authorize(action, reason) else { return console.say("Nothing was paid.") }
        try bank.pay(amount, to: words[1], token: token)
        console.say("Paid. \(bank.balance) kr are left.")
    }

    private mutating func showCard() async throws {
        guard try await authorize(.showCard, "Show the card of Example Bank") != nil else {
            return console.say("Nothing is shown.")
        }
        console.say("4000 0000 0000 0002")
    }

    /// Opens the item again for the token, so the bank gets proof that the user was there.
    private mutating func authorize(_ action: Action, _ reason: Reason) async throws -> [UInt8]? {
        guard try await login.status() == .enabled else {
            guard let password = await console.hiddenLine("Bank password: ") else { return nil }
            session = try bank.issueToken(password: password)
            return session
        }
        return try await open(
            login.gate(reason: reason, isRequired: false, maximumAge: Self.stepUp.maximumAge(for: action)))
    }

    /// Shows a gate until it ends; returns what it opened, or nil.
    private mutating func open(_ gate: GateFlow) async throws -> [UInt8]? {
        gate.start()
        for await state in gate.states {
            switch state.outcome {
            case .succeeded:
                guard let secret = gate.takeSecret() else { return nil }
                return secret.withBytes { Array($0) }
            case .fallback(.pin):
                guard let pin = await console.hiddenLine("PIN: ") else { return nil }
                gate.answer(.pin(SecretBytes(utf8: pin)))
                continue
            case .cancelled, .fallback: return nil
            case nil: break
            }
            switch state.phase {
            case .authenticating(promptVisible: true): console.say(state.accessibleText)
            case .failed, .lockedOut, .unavailable(.credentialNeeded):
                console.say(state.accessibleText)
                switch await console.line(state.offersFinger ? "again, pin, or cancel: " : "pin, or cancel: ") {
                case "again": gate.trigger()
                case "pin": gate.usePIN()
                default: gate.cancel()
                }
            case .unavailable:
                console.say(state.accessibleText)
                gate.cancel()
            case .idle, .explaining, .authenticating, .succeeded: break
            }
        }
        return nil
    }
}
