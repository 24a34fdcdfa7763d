import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateSystem

struct Get: CredentialCommand {
    static let configuration = CommandConfiguration(
        abstract: "Open an item with a finger, the PIN or the password.",
        discussion: """
            The secret goes to standard output, byte for byte; on a terminal a text ends with a new line, and what is no \
            text, or would move the cursor, is not shown. Examples: biogate get github | gh auth login --with-token; \
            biogate get cert --out cert.pem.
            """)

    @OptionGroup var credential: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "A new file for the secret, which only you can read; - is standard output.", valueName: "file"),
        transform: ValueRule.path.text)
    var out: String?

    @Option(help: "What for, as the user is told: 1 to 200 characters without line ends.")
    var reason: Reason?

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @Argument(help: "The item, as `biogate list` names it.", completion: .itemNames)
    var name: ItemName

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let target: SecretFile? =
            if let out, out != "-" { try await session.prepare(out) } else { nil }
        // Looked up before the call, so that the prompt can name the alternative.
        let item = try await session.lookAt(name, for: .retrieve)
        let name = try await session.resolved(name)
        let reason = session.reason(reason, orElse: session.words.openReason)
        let secret = try await session.ask(
            on: reader, racing: item?.typedFactor, showing: target == nil ? .secrets : .answers
        ) {
            client, credential, options, progress throws(GateClientError) in
            try await client.retrieve(
                name, reason: reason, credential: credential, options: options, progress: progress)
        }
        if let target {
            try session.save(secret, in: target)
        } else if !session.isJSON {
            guard !Terminal.showsOutput || secret.isPlainText() else {
                throw .refused(session.words.notForTerminal(name), .usage)
            }
            try session.write { (output) throws(SystemCallFailure) in
                try output.write(secret)
                if Terminal.showsOutput, !secret.endsWithLine { try output.write("\n") }
            }
        }
        await session.suggestRenewal(of: item)
    }
}

extension Session {
    /// Asks whether to replace an existing file, before a finger is requested.
    fileprivate func prepare(_ path: String) async throws(CommandFailure) -> SecretFile {
        let file = SecretFile(path: path)
        if let failure = file.obstacle { throw .system(failure) }
        guard file.exists else { return file }
        if !mayLoseItems {
            guard terminal != nil else { throw .refused(words.fileExists(path), .exists) }
            guard await agrees(words.replaceFile(path), standard: false) else {
                throw .refused(words.nothingChanged, .cancelled)
            }
        }
        return SecretFile(path: path, replaces: true)
    }

    fileprivate func save(_ secret: borrowing SecretBytes, in file: SecretFile) throws(CommandFailure) {
        do throws(SystemCallFailure) {
            try file.write(secret)
        } catch {
            throw .system(error)
        }
        screen.say(words.saved(file.path))
    }
}
