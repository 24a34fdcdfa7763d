import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateSecret

struct LoginCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Let the touch that logs you in open your keyring.",
        subcommands: [LoginState.self, LoginOn.self, LoginOff.self, LoginKeyring.self, LoginEither.self],
        defaultSubcommand: LoginState.self)

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
            keyring keeps its own password, with which it opens as before. If no finger is added yet, your right index \
            finger is added first. --pin-from names the password.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let stored = try await session.loginItem()
        let name = stored?.name ?? LoginCommands.item
        let lacksFinger = try await session.lacksFinger()
        try await session.checkLoginStorable(as: name, replacing: stored != nil, isFingerAdded: lacksFinger)
        if lacksFinger { try await addFinger(session) }
        try await session.ask(presenting: .password) { client, credential, options, progress throws(GateClientError) in
            guard let credential else {
                throw GateClientError(wireName: GateClientError.Code.credentialRequired.rawValue, parameters: [:])
            }
            return try await client.store(
                credential.secret(), as: name, ItemOptions(access: .login, replaces: stored != nil), options: options,
                progress: progress)
        }
        session.screen.say(session.words.loginOn)
        _ = session.tellThatNoLoginAsks()
        let password = try await session.credential(.password, mayRepeat: true).secret()
        if KeyringSocket(session.environment)?.opens(with: password) == false {
            session.screen.say(session.words.loginKeyringDiffers)
            session.screen.say(session.next("biogate login keyring"))
        }
    }

    /// Adds the first finger, for which the account's password is enough.
    private func addFinger(_ session: Session) async throws(CommandFailure) {
        let finger = Finger.rightIndex
        let name = finger.name(in: session.language)
        session.screen.say(session.words.loginAddsFinger(name))
        try await session.ask(presenting: .password) { client, credential, options, progress throws(GateClientError) in
            try await client.enroll(finger, credential: credential, options: options, progress: progress)
        }
        session.screen.say(session.words.added(name))
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

struct LoginKeyring: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyring", abstract: "Give GNOME's keyring the password of your account, in place of its own.",
        discussion: """
            For a keyring that kept its password when an administrator changed yours. Asks for your account's password, \
            which is checked, then for the keyring's. --pin-from names the account's.
            """)

    @Option(help: ArgumentHelp("The keyring's password so far, in this file.", valueName: "file"))
    var oldPasswordFrom: SecretSource?

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        if oldPasswordFrom == .standardInput, options.pinFrom == .standardInput {
            throw ValidationError("Standard input holds one password only.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let words = session.words
        guard let keyring = KeyringSocket(session.environment) else { throw .refused(words.noKeyring, .noDaemon) }
        // Checked first: a keyring that does not exist yet would be made under whatever it is given.
        let reason = session.reason(nil, orElse: words.openReason)
        try await session.ask(presenting: .password) { client, credential, options, _ throws(GateClientError) in
            _ = try await client.authenticate(
                reason: reason, factors: [.password], credential: credential, options: options)
        }
        let new = try await session.credential(.password, mayRepeat: true).secret()
        let old =
            if let oldPasswordFrom { try session.read(oldPasswordFrom) } else {
                try await session.typed(words.keyringPasswordPrompt, missing: session.noCredential)
            }
        switch keyring.changePassword(from: old, to: new) {
        case true: session.screen.say(words.keyringChanged)
        case false: throw .refused(words.keyringRefuses, .credentialWrong)
        case nil: throw .refused(words.keyringSilent, .unexpected)
        }
    }
}

extension Credential {
    fileprivate consuming func secret() -> SecretBytes {
        switch consume self {
        case .pin(let secret): secret
        case .password(let secret): secret
        }
    }
}

extension Session {
    /// Whether the user has no finger at all, and a reader on which one can be added.
    fileprivate func lacksFinger() async throws(CommandFailure) -> Bool {
        guard case .notEnrolled = try await availability().availability else { return false }
        return try await prints().isEmpty
    }

    /// Throws what would refuse the item, before a password is typed or a finger added.
    ///
    /// - Parameter isFingerAdded: whether the user's first finger is added before it.
    fileprivate func checkLoginStorable(
        as name: ItemName, replacing: Bool, isFingerAdded: Bool
    ) async throws(CommandFailure) {
        switch try await availability().availability {
        case .noHardware: throw try refusal(.noHardware(fallbacks: []))
        case .hardwareUnavailable(let reason, let retryAfter) where !reason.passes:
            throw try refusal(.hardwareUnavailable(reason, retryAfter: retryAfter, fallbacks: []))
        case .available, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent: break
        }
        if !isFingerAdded { try await checkFingerWorks(.store, on: name) }
        do throws(GateClientError) {
            // With a text that no password can be, the service answers whether one is wanted.
            _ = try await client.store(
                unsafe SecretBytes(count: 1) { unsafe $0.copyBytes(from: [0]) }, as: name,
                ItemOptions(access: .login, replaces: replacing))
        } catch {
            switch error.gateError {
            case .credentialRequired: return
            case .notEnrolled where isFingerAdded: return
            default: throw .gate(error)
            }
        }
    }

    /// Whether nothing that can be foreseen refuses the user's item for logins.
    func isLoginStorable() async throws(CommandFailure) -> Bool {
        do throws(CommandFailure) {
            try await checkLoginStorable(as: LoginCommands.item, replacing: false, isFingerAdded: false)
            return true
        } catch .gate(let error) where error.gateError != nil {
            return false
        } catch .told {
            return false
        } catch {
            throw error
        }
    }

    /// Says so where no login asks for a finger; false where one does.
    func tellThatNoLoginAsks() -> Bool {
        let stacks = LoginStacks()
        guard !isSocketNamed, !stacks.isAnyAsking, let finding = stacks.withoutFinger,
            let command = finding.command(isPackaged: Machine.current().isPackaged)
        else { return false }
        screen.say(words.noLoginAsks)
        screen.say(next(command))
        return true
    }

    /// Why the keyring stayed locked at the last login, if it did and there is something to do.
    fileprivate func tellLastLogin() async throws(CommandFailure) {
        let report = try await call(showing: .errors) { client throws(GateClientError) in try await client.lastLogin() }
        guard let guidance = report?.guidance else { return }
        screen.say(guidance.line)
        if let command = guidance.command { screen.say(next(command)) }
    }

    /// The user's item for logins, even if it is invalidated.
    func loginItem() async throws(CommandFailure) -> Item? {
        try await items().first { $0.access.openers == [.system] }
    }
}

extension HardwareReason {
    /// Whether a moment later it may be otherwise.
    fileprivate var passes: Bool {
        switch self {
        case .busy, .inUse, .suspended, .overheated, .faulted: true
        case .disconnected, .notInteractive, .administrator: false
        }
    }
}
