import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateWire

struct Get: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "Open an item with a finger, the PIN or the password.",
        discussion: "The secret goes to standard output, byte for byte; on a terminal a text ends with a new line.")

    @OptionGroup var options: GateOptions
    @OptionGroup var credential: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "A new file for the secret, which only you can read; - is standard output.", valueName: "file"))
    var out: String?

    @Option(help: "What for, as the user is told.")
    var reason: Reason?

    @Option(help: "On which reader.")
    var reader: ReaderID?

    @Argument(help: "The item.")
    var name: ItemName

    var factor: Factor? { credential.factor }

    func run(_ session: Session) async throws(CommandFailure) {
        let target: SecretFile? =
            if let out, out != "-" { try await session.prepare(out) } else { nil }
        // Known before the call: the prompt says what may be typed instead. What is wrong with the item, the call tells.
        let racing = session.terminal == nil ? nil : (try? await session.item(name))?.typedFactor
        var parameters: WireObject = [
            "name": .string(name.rawValue), "reason": .string(reason?.rawValue ?? session.words.openReason),
        ]
        parameters.append("readerId", reader?.rawValue)
        var reply = try await session.ask("RetrieveSecret", parameters, racing: racing)
        guard let secret = reply.takeSecret() else { throw .refused(session.words.tooOld, .unexpected) }
        if let target {
            try session.save(secret, in: target)
            try session.emit(.reply(reply.parameters))
        } else if session.isJSON {
            try session.emit(.reply(reply.parameters, secretMember: "secret", secret))
        } else {
            try session.write { (output) throws(SystemCallFailure) in
                try output.write(secret)
                if Terminal.showsOutput, secret.isPlainText() { try output.write("\n") }
            }
        }
    }
}

extension Session {
    /// Asks whether a file that is there shall be replaced, before a finger is asked for.
    fileprivate func prepare(_ path: String) async throws(CommandFailure) -> SecretFile {
        let file = SecretFile(path: path)
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
