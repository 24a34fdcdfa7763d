import GateGuidance
import ArgumentParser
import BiometricGate
import GateModel
import GateSecret

struct PINCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Set, change and remove the PIN.", subcommands: [SetPIN.self, RemovePIN.self])
}

struct SetPIN: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the PIN: 6 to 64 digits.",
        discussion: "A PIN that is set already needs the old one, or the password. --pin-from names the new one.")

    @Option(help: ArgumentHelp("The current PIN, in this file.", valueName: "file"))
    var oldPinFrom: SecretSource?

    @Option(help: ArgumentHelp("The password, in this file.", valueName: "file"))
    var passwordFrom: SecretSource?

    @Flag(name: .customLong("password"), help: "Show that it is you with the password.")
    var usesPassword = false

    @OptionGroup var options: GateOptions

    var factor: Factor? { usesPassword || passwordFrom != nil ? .password : oldPinFrom == nil ? nil : .pin }

    mutating func validate() throws {
        if oldPinFrom != nil && factor == .password { throw ValidationError("Give the old PIN or the password.") }
        let sources = [options.pinFrom, oldPinFrom, passwordFrom]
        if sources.filter({ $0 == .standardInput }).count > 1 {
            throw ValidationError("Standard input holds one PIN only.")
        }
    }

    func run() async throws {
        // Here --pin-from names the new PIN, not the credential to present.
        var presented = options
        presented.pinFrom = passwordFrom ?? oldPinFrom
        try await run(as: Session(presented, factor: factor))
    }

    func run(_ session: Session) async throws(CommandFailure) {
        // The old PIN keeps every item; with the password, items that only the PIN opened are lost.
        if factor == .password { try await session.confirm(.setPIN) }
        let settings = try await session.settings()
        // Checked before the user thinks of a PIN.
        if settings.pinSet, session.canTypeCredential { try await session.checkAccepted(factor ?? .pin) }
        let typed = session.terminal == nil || options.pinFrom != nil ? nil : factor ?? settings.typedForNewPIN
        while true {
            let pin = try await newPIN(session)
            let change: Session.Asking<Int> = { client, credential, _, _ throws(GateClientError) in
                try await client.setPIN(pin.duplicate(), credential: credential)
            }
            do throws(CommandFailure) {
                let destroyed =
                    if let typed {
                        try await session.ask(
                            presenting: typed, asking: typed == .pin ? session.words.currentPINPrompt : nil, change)
                    } else {
                        try await session.ask(change)
                    }
                session.remember(pin)
                session.screen.say(session.words.pinSet)
                return session.reportDestroyed(destroyed)
            } catch {
                guard case .gate(let refusal) = error else { throw error }
                if case .pinUnacceptable = refusal.gateError, options.pinFrom == nil, session.terminal != nil {
                    session.explain(error)
                } else if case .credentialRequired(let accepted, _) = refusal.gateError, !session.isJSON {
                    throw .refused(
                        accepted.contains(.pin) ? session.words.oldPINNeeded : session.words.passwordNeeded,
                        .credentialNeeded)
                } else {
                    throw error
                }
            }
        }
    }

    private func newPIN(_ session: Session) async throws(CommandFailure) -> SecretBytes {
        if let source = options.pinFrom { return try session.read(source) }
        let words = session.words
        let minimum = try await session.limits().pinMinimumLength
        if session.terminal != nil { session.asking.say(words.pinRule(minimum)) }
        while true {
            let first = try await session.typed(words.newPINPrompt, missing: session.noCredential)
            let broken = unsafe first.withBytes {
                unsafe PINRule.broken(by: $0, minimumLength: minimum)
            }
            if let broken {
                let error = GateError.pinUnacceptable(broken, minimumLength: minimum)
                session.asking.say(Guidance.for(error, in: session.language).line)
                continue
            }
            let second = try await session.typed(words.repeatPINPrompt, missing: session.noCredential)
            if first.isEqual(to: second) { return first }
            session.asking.say(words.pinsDiffer)
        }
    }
}

extension Settings {
    /// The credential that authorizes a new PIN; nil if there is none.
    fileprivate var typedForNewPIN: Factor? { pinSet ? .pin : passwordAvailable ? .password : nil }
}

struct RemovePIN: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the PIN. Needs the PIN or the password.")

    @OptionGroup var credential: CredentialOptions
    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.removePIN)
        let destroyed = try await remove(session)
        session.screen.say(session.words.pinRemoved)
        session.reportDestroyed(destroyed)
    }

    /// With a PIN set, the daemon's refusal names the remaining credential.
    private func remove(_ session: Session) async throws(CommandFailure) -> Int {
        do throws(CommandFailure) {
            return try await session.ask { client, credential, _, _ throws(GateClientError) in
                try await client.removePIN(credential: credential)
            }
        } catch {
            guard !session.isJSON, case .gate(let refusal) = error, case .credentialNotSet = refusal.gateError,
                let settings = try? await session.client.settings(), settings.pinSet
            else { throw error }
            throw .refused(session.words.pinIsNeeded, error.status)
        }
    }
}
