import ArgumentParser
import BiometricGate
import GateModel
import GateSecret

struct LoginCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Let the touch that logs you in open your keyring.",
        subcommands: [LoginState.self, LoginOn.self, LoginOff.self], defaultSubcommand: LoginState.self)

    /// The item's name, if the user has not stored it under another one.
    // A name that keeps the rule.
    // swift-format-ignore: NeverForceUnwrap
    static let item = ItemName("login")!
}

struct LoginState: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Whether the touch that logs you in opens your keyring.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let item = try await session.loginItem()
        try session.emit(.reply(["items": .array(item.map { [.object($0.wire)] } ?? [])]))
        switch item?.state {
        case .valid:
            try session.print(session.words.loginIsOn)
            try await session.tellLastLogin()
        case .invalidated:
            try session.print(session.words.loginIsDestroyed)
            session.screen.say(session.next("biogate login on"))
        case nil: try session.print(session.words.loginIsOff)
        }
    }
}

struct LoginOn: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Store your account's password for that. Asks for it, then for a finger.",
        discussion: """
            The password is sealed, opens only with your present fingers, and is released to the login alone. Your \
            keyring keeps its own password, with which it opens as before. --pin-from names the password.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let stored = try await session.loginItem()
        let name = stored?.name ?? LoginCommands.item
        try await session.checkFingerWorks(.store, on: name)
        let password =
            if let source = options.pinFrom {
                try session.read(source)
            } else {
                try await session.typed(session.words.credentialPrompt(.password), missing: session.noCredential)
            }
        guard password.count > 0 else { throw .refused(session.noCredential, .credentialNeeded) }
        try await session.ask { client, _, options, progress throws(GateClientError) in
            try await client.store(
                password.duplicate(), as: name, ItemOptions(access: .login, replaces: stored != nil), options: options,
                progress: progress)
        }
        session.screen.say(session.words.loginOn)
        if KeyringSocket(session.environment)?.opens(with: password) == false {
            session.screen.say(session.words.loginKeyringDiffers)
        }
    }
}

struct LoginOff: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "Destroy the stored password. The keyring opens with the typed one, as before.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        guard let item = try await session.loginItem() else {
            return session.screen.say(session.words.loginIsOff)
        }
        try await session.call { client throws(GateClientError) in try await client.deleteItem(item.name) }
        session.screen.say(session.words.loginOff)
    }
}

extension Session {
    /// Why the keyring stayed locked at the last login, if it did and there is something to do.
    fileprivate func tellLastLogin() async throws(CommandFailure) {
        let report = try await call(showing: .errors) { client throws(GateClientError) in try await client.lastLogin() }
        guard let guidance = report?.guidance else { return }
        screen.say(guidance.line)
        if let command = guidance.command { screen.say(next(command)) }
    }

    /// The user's item for logins, even if it is invalidated.
    fileprivate func loginItem() async throws(CommandFailure) -> Item? {
        try await items().first { $0.access.openers == [.system] }
    }
}
