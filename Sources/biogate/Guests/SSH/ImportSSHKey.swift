import ArgumentParser
import BiometricGate
import GateCipher
import GateModel
import GateSSH
import GateSecret

struct ImportSSHKey: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take over a key for ssh from a file of ssh-keygen's: P-256 or Ed25519.",
        discussion: """
            The file is not changed: it stays where it is, and still holds the key. Files with RSA keys, other curves and \
            security keys (sk-) cannot be taken over; make a new key with: biogate ssh new NAME
            """)

    @OptionGroup var credential: CredentialOptions
    @OptionGroup var sealing: SealingOptions

    @Option(help: ArgumentHelp("The file's passphrase, in this file; - is standard input.", valueName: "file"))
    var passphraseFrom: SecretSource?

    @Argument(help: "The file, such as ~/.ssh/id_ed25519.", completion: .file())
    var file: String

    @Argument(help: ArgumentHelp("The key's name: 1 to 255 bytes; without it, the file's.", valueName: "name"))
    var named: ItemName?

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        guard SecretSource(argument: file) != nil else { throw ValidationError("The file has no name.") }
        if options.pinFrom == .standardInput && passphraseFrom == .standardInput {
            throw ValidationError("Standard input holds the passphrase or the PIN: name a file for one of them.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let words = session.words
        let typed = try await session.userFactor() ?? .pin
        let content = try await opened(session)
        guard let name = named ?? ItemName(String(file.split(separator: "/").last ?? "")) else {
            throw .refused(words.sshImportNeedsName, .usage)
        }
        try await session.makeWay(for: name, replacing: sealing.replace, .createKey)
        if sealing.onlyFinger, session.terminal != nil { try await session.checkFingerWorks(.createKey, on: name) }
        let item = try await session.ask(on: sealing.reader, racing: sealing.onlyFinger ? nil : typed) {
            client, credential, options, progress throws(GateClientError) in
            try await client.importKey(
                content.duplicate(), as: name, sealing.item(orElse: typed), credential: credential, options: options,
                progress: progress)
        }
        guard let key = SSHKey(item) else { return }
        let path = try SSHFolder(session.environment).write(key)
        session.screen.say(words.sshKeyImported(key: name.rawValue, path: path))
        session.screen.say(words.sshFileStays(file))
        try session.print(key.line)
    }

    /// The file's key, without its passphrase.
    private func opened(_ session: Session) async throws(CommandFailure) -> SecretBytes {
        let content = try session.read(SecretSource.file(file), limit: PrivateKeyFile.limit)
        let parsed = try refusing(session) { () throws(PrivateKeyFault) in try PrivateKeyFile(content) }
        guard parsed.protection != nil else {
            // A damaged file is refused before the user is asked.
            _ = try refusing(session) { () throws(PrivateKeyFault) in try parsed.key() }
            return content
        }
        let passphrase = try await passphrase(session)
        return try refusing(session) { () throws(PrivateKeyFault) in
            try parsed.opened(by: passphrase, SwiftCryptography())
        }
    }

    private func passphrase(_ session: Session) async throws(CommandFailure) -> SecretBytes {
        if let passphraseFrom { return try session.read(passphraseFrom) }
        return try await session.typed(
            session.words.sshPassphrasePrompt(file), missing: session.words.sshPassphraseMissing(file))
    }

    private func refusing<Value: ~Copyable>(
        _ session: Session, _ body: () throws(PrivateKeyFault) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(PrivateKeyFault) {
            return try body()
        } catch {
            throw .refused(session.words.text(error, file), error == .wrongPassphrase ? .credentialWrong : .usage)
        }
    }
}

extension CommandWords {
    fileprivate func text(_ fault: PrivateKeyFault, _ path: String) -> String {
        switch fault {
        case .notOpenSSH: sshNotOpenSSH(path)
        case .otherAlgorithm(let algorithm): sshOtherAlgorithm(path: path, algorithm: algorithm)
        case .otherProtection(let names): sshOtherProtection(path: path, names: names)
        case .needsPassphrase: sshPassphraseMissing(path)
        case .wrongPassphrase: sshPassphraseWrong(path)
        }
    }
}
