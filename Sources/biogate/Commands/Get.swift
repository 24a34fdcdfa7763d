import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateSystem

struct Get: CredentialCommand {
    static let configuration = CommandConfiguration(
        abstract: "Open items with a finger, the PIN or the password.",
        discussion: """
            The secret goes to standard output, byte for byte; on a terminal a text ends with a new line, and what is no \
            text, or would move the cursor, is not shown. One touch opens several items, each with a line's end behind \
            it. Examples: biogate get github | gh auth login --with-token; biogate get cert --out cert.pem.
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

    @Argument(
        help: ArgumentHelp("The item, as `biogate list` names it; several for one touch.", valueName: "name"),
        completion: .itemNames)
    var names: [ItemName]

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        guard names.count == 1 || out == nil else { throw ValidationError("--out takes one item.") }
        // `get github --pin hunter2`: a PIN in the place of a second name, which would be sent and shown.
        let given = CommandLine.arguments
        if let last = given.firstIndex(where: { ["--pin", "--password"].contains($0) }).map({ $0 + 1 }),
            last < given.count, names.dropFirst().contains(where: { $0.rawValue == given[last] })
        {
            throw ValidationError("Unexpected argument.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let target: SecretFile? =
            if let out, out != "-" { try await session.prepare(out) } else { nil }
        let reason = session.reason(reason, orElse: session.words.openReason)
        guard names.count == 1, let name = names.first else {
            try await showAll(session, reason)
            return await session.suggestRenewal(of: names)
        }
        let secret = try await session.open(
            name, reason: reason, on: reader, showing: target == nil ? .secrets : .answers)
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
        await session.suggestRenewal(of: names)
    }

    private func showAll(_ session: Session, _ reason: Reason) async throws(CommandFailure) {
        let secrets = try await session.open(names, reason: reason, on: reader, showing: .secrets)
        guard !session.isJSON else { return }
        for name in names {
            guard let held = secrets[try await session.resolved(name)] else {
                throw try session.refusal(.itemNotFound(name))
            }
            guard !Terminal.showsOutput || held.bytes.isPlainText() else {
                throw .refused(session.words.notForTerminal(name), .usage)
            }
            try session.write { (output) throws(SystemCallFailure) in
                try output.write(held.bytes)
                if !held.bytes.endsWithLine { try output.write("\n") }
            }
        }
    }
}

extension Session {
    /// Asks whether to replace an existing file, before a finger is requested.
    func prepare(_ path: String) async throws(CommandFailure) -> SecretFile {
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

    func save(_ secret: borrowing SecretBytes, in file: SecretFile) throws(CommandFailure) {
        do throws(SystemCallFailure) {
            try file.write(secret)
        } catch {
            throw .system(error)
        }
        screen.say(words.saved(file.path))
    }
}
