import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateSystem
import GateWire
import Glibc

struct KeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make signing keys, and sign with a finger.",
        discussion: "The private half stays in the service. list, show, renew and rm take keys, too.",
        subcommands: [NewKey.self, ShowPublicKey.self, SignChallenge.self])
}

struct NewKey: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a signing key: P-256, unless told otherwise.",
        discussion: "It signs with a finger, or with the PIN (where there is none, the password).")

    @OptionGroup var credential: CredentialOptions
    @OptionGroup var sealing: SealingOptions

    @Flag(help: "An Ed25519 key.")
    var ed25519 = false

    @Argument(help: "The key's name: 1 to 255 bytes.")
    var name: ItemName

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let typed = try await session.userFactor() ?? .pin
        let name = try await session.resolved(name)
        try await session.makeWay(for: name, replacing: sealing.replace, .createKey)
        if sealing.onlyFinger, session.terminal != nil { try await session.checkFingerWorks(.createKey, on: name) }
        try await session.ask(on: sealing.reader, racing: sealing.onlyFinger ? nil : typed) {
            client, credential, options, progress throws(GateClientError) in
            try await client.createKey(
                ed25519 ? .ed25519 : .p256, as: name, sealing.item(orElse: typed), credential: credential,
                options: options, progress: progress)
        }
        let operand = name.rawValue.hasPrefix("-") ? "-- " + name.rawValue.shellWord : name.rawValue.shellWord
        session.screen.say(session.words.keyMade(name, session.repeatable("biogate key public \(operand)")))
    }
}

struct ShowPublicKey: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "public", abstract: "A key's public half: DER to a pipe or a file, PEM on a terminal.",
        discussion: "It is a SubjectPublicKeyInfo, which openssl reads as it is.")

    @Flag(help: "PEM to a pipe, too.")
    var pem = false

    @Argument(help: "The key, as `biogate list` names it.", completion: .itemNames)
    var name: ItemName

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let item = try await session.item(name)
        guard let publicKey = item.publicKey else {
            throw try session.refusal(
                .itemNotFound(item.name, .secret), in: Situation(operation: .sign, item: item.name))
        }
        guard !session.isJSON else { return try session.emit(.reply(["items": .array([.object(item.wire)])])) }
        let isPEM = pem || Terminal.showsOutput
        try session.write { (output) throws(SystemCallFailure) in
            try output.write(isPEM ? Array(PEM.publicKey(publicKey).utf8) : publicKey)
        }
    }
}

struct SignChallenge: CredentialCommand {
    /// The longest challenge, in bytes.
    private static let limit = 65_536

    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign 1 to 65536 bytes from a file or standard input.",
        discussion: """
            The signature goes to standard output, byte for byte; on a terminal in base64. P-256: ECDSA over SHA-256 \
            in DER. Ed25519: 64 bytes.
            """)

    @OptionGroup var credential: CredentialOptions

    /// A default value would appear in the help in the program's spelling.
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "What is to be signed, in this file; - is standard input, as without this option.", valueName: "file"))
    var source: SecretSource?

    @Option(help: "What for, as the user is told: 1 to 200 characters without line ends.")
    var reason: Reason?

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @Argument(help: "The key, as `biogate list` names it.", completion: .itemNames)
    var name: ItemName

    @OptionGroup var options: GateOptions

    private var from: SecretSource { source ?? .standardInput }

    mutating func validate() throws {
        if options.pinFrom == .standardInput && from == .standardInput {
            throw ValidationError("Standard input holds the challenge or the PIN: use --from for the challenge.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let challenge = try challenge(session)
        // Looked up before the call, so that the prompt can name the alternative.
        let key = try await session.lookAt(name, for: .sign)
        let name = try await session.resolved(name)
        let reason = session.reason(reason, orElse: session.words.signReason)
        let signature = try await session.ask(on: reader, racing: key?.typedFactor) {
            client, credential, options, progress throws(GateClientError) in
            try await client.sign(
                challenge, with: name, reason: reason, credential: credential, options: options, progress: progress)
        }
        guard !session.isJSON else { return }
        try session.write { (output) throws(SystemCallFailure) in
            try output.write(Terminal.showsOutput ? Array("\(Base64.encode(signature))\n".utf8) : signature)
        }
        await session.suggestRenewal(of: key)
    }

    private func challenge(_ session: Session) throws(CommandFailure) -> [UInt8] {
        let words = session.words
        // Bytes to sign are not typed.
        guard from != .standardInput || isatty(STDIN_FILENO) == 0 else { throw .refused(words.noChallenge, .usage) }
        let challenge = try session.read(from, limit: Self.limit)
        guard challenge.count > 0 else { throw .refused(words.noChallenge, .usage) }
        return unsafe challenge.withBytes { unsafe Array($0) }
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
