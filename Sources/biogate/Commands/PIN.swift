import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateWire

struct PINCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Set, change and remove the PIN.", subcommands: [SetPIN.self, RemovePIN.self])
}

struct SetPIN: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the PIN: 6 to 64 digits.",
        discussion: "A PIN that is set already needs the old one, or the password. --pin-from names the new one.")

    @OptionGroup var options: GateOptions

    @Option(help: ArgumentHelp("The PIN until now, in this file.", valueName: "file"))
    var oldPinFrom: SecretSource?

    @Option(help: ArgumentHelp("The password, in this file.", valueName: "file"))
    var passwordFrom: SecretSource?

    @Flag(name: .customLong("password"), help: "Show that it is you with the password.")
    var usesPassword = false

    var factor: Factor? { usesPassword || passwordFrom != nil ? .password : oldPinFrom == nil ? nil : .pin }

    mutating func validate() throws {
        if oldPinFrom != nil && factor == .password { throw ValidationError("Give the old PIN or the password.") }
        let sources = [options.pinFrom, oldPinFrom, passwordFrom]
        if sources.filter({ $0 == .standardInput }).count > 1 {
            throw ValidationError("Standard input holds one PIN only.")
        }
    }

    func run() async throws {
        // In front of everything else, the file of --pin-from is the new PIN, not what is presented.
        var presented = options
        presented.pinFrom = passwordFrom ?? oldPinFrom
        try await run(as: Session(presented, factor: factor))
    }

    func run(_ session: Session) async throws(CommandFailure) {
        // The old PIN keeps every item; the password cannot open what the PIN alone opened.
        if factor == .password { try await session.confirm(.setPIN) }
        let pin = try await newPIN(session)
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("pin", as: .text, pin)
        let reply = try await session.ask("SetPIN", [:], payload: payload, limitsTime: false)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.pinSet)
        try session.reportDestroyed(reply.parameters)
    }

    private func newPIN(_ session: Session) async throws(CommandFailure) -> SecretBytes {
        if let source = options.pinFrom { return try session.read(source) }
        let words = session.words
        while true {
            let first = try await session.typed(words.newPINPrompt, missing: words.noCredential)
            let second = try await session.typed(words.repeatPINPrompt, missing: words.noCredential)
            if first.isEqual(to: second) { return first }
            session.screen.say(words.pinsDiffer)
        }
    }
}

struct RemovePIN: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the PIN. Needs the PIN or the password.")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    var factor: Factor? { credential.factor }

    func run(_ session: Session) async throws(CommandFailure) {
        try await session.confirm(.removePIN)
        let reply = try await remove(session)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.pinRemoved)
        try session.reportDestroyed(reply.parameters)
    }

    /// The daemon means the way in that would be left, where a PIN is set.
    private func remove(_ session: Session) async throws(CommandFailure) -> GateReply {
        do throws(CommandFailure) {
            return try await session.ask("RemovePIN", [:], limitsTime: false)
        } catch {
            guard !session.isJSON, case .gate(let refusal) = error, case .credentialNotSet = refusal.gateError,
                let settings = try? await session.client.settings(), settings.pinSet
            else { throw error }
            throw .refused(session.words.pinIsNeeded, error.status)
        }
    }
}
