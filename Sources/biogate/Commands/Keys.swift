import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateWire
import Glibc

struct KeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make signing keys, and sign with a finger.",
        discussion: "The private half stays in the service. list, show, renew and rm take keys, too.",
        subcommands: [NewKey.self, ShowPublicKey.self, SignChallenge.self])
}

struct NewKey: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a signing key: P-256, unless told otherwise.",
        discussion: "It signs with a finger, or with the PIN (where there is none, the password).")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions
    @OptionGroup var sealing: SealingOptions

    @Flag(help: "An Ed25519 key.")
    var ed25519 = false

    @Argument(help: "The key's name: 1 to 255 bytes.")
    var name: ItemName

    var factor: Factor? { credential.factor }

    func run(_ session: Session) async throws(CommandFailure) {
        let typed = try await session.userFactor() ?? .pin
        var parameters = sealing.parameters(of: name, orElse: typed)
        parameters.append("algorithm", (ed25519 ? Item.Algorithm.ed25519 : .p256).rawValue)
        let reply = try await session.ask("CreateKey", parameters, racing: sealing.onlyFinger ? nil : typed)
        try session.emit(.reply(reply.parameters))
        session.screen.say(session.words.keyMade(name))
    }
}

struct ShowPublicKey: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "public", abstract: "A key's public half: DER to a pipe or a file, PEM on a terminal.",
        discussion: "It is a SubjectPublicKeyInfo, which openssl reads as it is.")

    @OptionGroup var options: GateOptions

    @Flag(help: "PEM to a pipe, too.")
    var pem = false

    @Argument(help: "The key.")
    var name: ItemName

    func run(_ session: Session) async throws(CommandFailure) {
        let item = try await session.item(name)
        guard let publicKey = item.publicKey else { throw .refused(session.words.noKey(name), .notFound) }
        guard !session.isJSON else { return try session.emit(.reply(["items": .array([.object(item.wire)])])) }
        let isPEM = pem || Terminal.showsOutput
        try session.write { (output) throws(SystemCallFailure) in
            try output.write(isPEM ? Array(PEM.publicKey(publicKey).utf8) : publicKey)
        }
    }
}

struct SignChallenge: GateCommand {
    /// The longest challenge, in bytes.
    private static let limit = 65_536

    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign 1 to 65536 bytes from a file or standard input.",
        discussion: """
            The signature goes to standard output, byte for byte; on a terminal in base64. P-256: ECDSA over SHA-256 \
            in DER. Ed25519: 64 bytes.
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    @Option(help: ArgumentHelp("What is to be signed, in this file; - is standard input.", valueName: "file"))
    var from: SecretSource = .standardInput

    @Option(help: "What for, as the user is told.")
    var reason: Reason?

    @Option(help: "On which reader.")
    var reader: ReaderID?

    @Argument(help: "The key.")
    var name: ItemName

    var factor: Factor? { credential.factor }

    mutating func validate() throws {
        if options.pinFrom == .standardInput && from == .standardInput {
            throw ValidationError("Standard input holds the challenge or the PIN: use --from for the challenge.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let challenge = try challenge(session)
        // Known before the call: the prompt says what may be typed instead. What is wrong with the key, the call tells.
        let racing = session.terminal == nil ? nil : (try? await session.item(name))?.typedFactor
        var parameters: WireObject = [
            "name": .string(name.rawValue), "reason": .string(reason?.rawValue ?? session.words.signReason),
        ]
        parameters.append("readerId", reader?.rawValue)
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("challenge", as: .base64, challenge)
        let reply = try await session.ask("Sign", parameters, payload: payload, racing: racing)
        guard !session.isJSON else { return try session.emit(.reply(reply.parameters)) }
        guard let text = reply.parameters["signature"]?.stringValue, let signature = Base64.decode(text) else {
            throw .refused(session.words.tooOld, .unexpected)
        }
        try session.write { (output) throws(SystemCallFailure) in
            try output.write(Terminal.showsOutput ? Array("\(text)\n".utf8) : signature)
        }
    }

    private func challenge(_ session: Session) throws(CommandFailure) -> SecretBytes {
        let words = session.words
        // Nobody types bytes to sign.
        guard from != .standardInput || isatty(STDIN_FILENO) == 0 else { throw .refused(words.noChallenge, .usage) }
        let challenge: SecretBytes?
        do throws(SystemCallFailure) {
            challenge = try from.open().readSecret(limit: Self.limit)
        } catch {
            throw .system(error)
        }
        guard let challenge else { throw .refused(words.tooLong(Self.limit), .usage) }
        guard challenge.count > 0 else { throw .refused(words.noChallenge, .usage) }
        return challenge
    }
}

/// RFC 7468, section 13.
enum PEM {
    static func publicKey(_ subjectPublicKeyInfo: [UInt8]) -> String {
        var text = "-----BEGIN PUBLIC KEY-----\n"
        var rest = Base64.encode(subjectPublicKeyInfo)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END PUBLIC KEY-----\n"
    }
}
