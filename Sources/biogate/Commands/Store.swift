import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateWire
import Glibc

struct Store: GateCommand {
    /// The largest secret, in bytes.
    private static let limit = 65_536

    static let configuration = CommandConfiguration(
        abstract: "Seal a secret: from a file, standard input, or a line that you type.",
        discussion: "It opens with a finger, or with the PIN (where there is none, the password).")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    @Option(help: ArgumentHelp("The secret, in this file; - is standard input.", valueName: "file"))
    var from: SecretSource?

    @OptionGroup var sealing: SealingOptions

    @Argument(help: "The item's name: 1 to 255 bytes.")
    var name: ItemName

    var factor: Factor? { credential.factor }

    mutating func validate() throws {
        if options.pinFrom == .standardInput && (from ?? .standardInput) == .standardInput {
            throw ValidationError("Standard input holds the secret or the PIN: use --from for the secret.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let secret = try await secret(session)
        let typed = try await session.userFactor() ?? .pin
        let parameters = sealing.parameters(of: name, orElse: typed)
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("secret", as: .base64, secret)
        let reply = try await session.ask(
            "StoreSecret", parameters, payload: payload, racing: sealing.onlyFinger ? nil : typed)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.stored(name))
    }

    private func secret(_ session: Session) async throws(CommandFailure) -> SecretBytes {
        let words = session.words
        let secret: SecretBytes?
        if from == nil, isatty(STDIN_FILENO) == 1 {
            guard session.terminal != nil else { throw .refused(words.noSecret, .usage) }
            secret = try await session.typed(words.secretPrompt(name), missing: words.noSecret)
        } else {
            do throws(SystemCallFailure) {
                secret = try (from ?? .standardInput).open().readSecret(limit: Self.limit)
            } catch {
                throw .system(error)
            }
        }
        guard let secret else { throw .refused(words.tooLong(Self.limit), .usage) }
        guard secret.count > 0 else { throw .refused(words.noSecret, .usage) }
        return secret
    }
}
