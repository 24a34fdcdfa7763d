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

    @Flag(help: "Nothing but a finger opens it.")
    var onlyFinger = false

    @Option(help: ArgumentHelp("How long an app may open it again after one touch: at most 5m.", valueName: "time"))
    var reuse: TimeSpan?

    @Flag(help: "A finger added or removed later does not end its fingerprint access.")
    var keepOnFingerChange = false

    @Flag(help: "Take the place of an item of that name.")
    var replace = false

    @Option(help: "What you call it.")
    var label: Label?

    @Option(help: "On which reader.")
    var reader: ReaderID?

    @Argument(help: "The item's name: 1 to 255 bytes.")
    var name: ItemName

    var factor: Factor? { credential.factor }

    mutating func validate() throws {
        if let reuse, reuse.duration > .seconds(300) { throw ValidationError("--reuse is at most 5m.") }
        if options.pinFrom == .standardInput && (from ?? .standardInput) == .standardInput {
            throw ValidationError("Standard input holds the secret or the PIN: use --from for the secret.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let secret = try await secret(session)
        let typed = try await session.userFactor() ?? .pin
        let access = Access(
            factors: onlyFinger ? [.fingerprint] : [.fingerprint, typed],
            enrollment: keepOnFingerChange ? .any : .current, maximumAge: reuse?.duration ?? .zero)
        var parameters: WireObject = ["name": .string(name.rawValue), "access": .object(access.wire)]
        parameters.append("label", label?.rawValue)
        parameters.append("replace", replace ? true : nil)
        parameters.append("readerId", reader?.rawValue)
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("secret", as: .base64, secret)
        let reply = try await session.ask(
            "StoreSecret", parameters, payload: payload, racing: onlyFinger ? nil : typed)
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
