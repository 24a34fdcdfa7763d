import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import Glibc

struct Store: CredentialCommand, ChangingCommand {
    /// The largest secret, in bytes.
    private static let limit = 65_536

    static let configuration = CommandConfiguration(
        abstract: "Seal a secret: from a file, standard input, or a line that you type.",
        discussion: """
            It opens with a finger, or with the PIN (where there is none, the password). At most 65536 bytes. Examples: \
            biogate store github --from token.txt; pass bank | biogate store bank --only-finger. A name that begins \
            with a hyphen stands behind --: biogate store -- -name.
            """)

    @OptionGroup var credential: CredentialOptions

    @Option(help: ArgumentHelp("The secret, in this file; - is standard input.", valueName: "file"))
    var from: SecretSource?

    @OptionGroup var sealing: SealingOptions

    @Argument(help: "The item's name: 1 to 255 bytes.")
    var name: ItemName

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        if options.pinFrom == .standardInput && (from ?? .standardInput) == .standardInput {
            throw ValidationError("Standard input holds the secret or the PIN: use --from for the secret.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let typed = try await session.userFactor() ?? .pin
        let name = try await session.resolved(name)
        // Checked before a secret or a PIN is typed.
        try await session.makeWay(for: name, replacing: sealing.replace, .store)
        if sealing.onlyFinger, session.terminal != nil { try await session.checkFingerWorks(.store, on: name) }
        let secret = try await secret(session)
        try await session.ask(on: sealing.reader, racing: sealing.onlyFinger ? nil : typed) {
            client, credential, options, progress throws(GateClientError) in
            try await client.store(
                secret.duplicate(), as: name, sealing.item(orElse: typed), credential: credential, options: options,
                progress: progress)
        }
        session.screen.say(session.words.stored(name))
    }

    private var isTyped: Bool { from == nil && isatty(STDIN_FILENO) == 1 }

    private func secret(_ session: Session) async throws(CommandFailure) -> SecretBytes {
        let words = session.words
        let secret: SecretBytes
        if isTyped {
            guard session.terminal != nil else { throw .refused(words.noSecret, .usage) }
            secret = try await session.typed(words.secretPrompt(name), missing: words.noSecret)
        } else {
            secret = try session.read(from ?? .standardInput, limit: Self.limit)
        }
        guard secret.count > 0 else { throw .refused(words.noSecret, .usage) }
        return secret
    }
}
