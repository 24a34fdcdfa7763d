import ArgumentParser
import BiometricGate
import GateModel
import GateSystem

struct SSHCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ssh", abstract: "Keys for ssh and git, which sign with a finger.",
        discussion: """
            ssh and git find the keys through biogate-ssh-agent: \
            systemctl --user enable --now biogate-ssh-agent.socket
            """,
        subcommands: [
            NewSSHKey.self, ImportSSHKey.self, ListSSHKeys.self, PinSSHKey.self, SetUpSSH.self, ShowSSHStatus.self,
        ])
}

struct NewSSHKey: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a key for ssh: P-256, unless told otherwise.",
        discussion: """
            It signs logins, and messages such as git's, and nothing else. Its public half is written to \
            ~/.ssh/biogate/NAME.pub.
            """)

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
        let item = try await session.ask(on: sealing.reader, racing: sealing.onlyFinger ? nil : typed) {
            client, credential, options, progress throws(GateClientError) in
            try await client.createKey(
                ed25519 ? .ed25519 : .p256, as: name, sealing.item(orElse: typed), usage: .ssh,
                credential: credential, options: options, progress: progress)
        }
        guard let key = SSHKey(item) else { return }
        let path = try SSHFolder(session.environment).write(key)
        session.screen.say(session.words.sshKeyMade(key: name.rawValue, path: path))
        try session.print(key.line)
    }
}

struct ListSSHKeys: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Your keys for ssh, as authorized_keys takes them.",
        discussion: "Writes their files in ~/.ssh/biogate, too, if they are missing.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let keys = try await session.call { client throws(GateClientError) in try await client.items() }
            .compactMap(SSHKey.init)
        guard !keys.isEmpty else {
            return session.screen.say(session.words.noSSHKeys(session.repeatable("biogate ssh new work")))
        }
        for key in keys {
            try SSHFolder(session.environment).write(key)
            try session.print(key.line)
        }
    }
}
