import ArgumentParser
import BiometricGate
import GateModel
import GateSandbox
import GateSystem

struct SetUpSSH: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Let ssh find the agent, by lines in ~/.ssh/config.",
        discussion: """
            The lines take effect only while the agent's socket is there. --undo removes them. Programs that do not read \
            ssh_config, such as ssh-add, find the agent by SSH_AUTH_SOCK.
            """)

    @Flag(help: "Remove the lines.")
    var undo = false

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let folder = SSHFolder(session.environment)
        let path = "\(folder.path)/config"
        let before = try folder.read(path)
        let without = SSHConfigurationBlock.removed(from: before)
        let after = undo ? without : SSHConfigurationBlock.text + without
        if after != before { try folder.write(after, to: path) }
        if undo {
            session.screen.say(session.words.sshUnset(path))
        } else {
            session.screen.say(
                session.words.sshSet(path: path, command: session.repeatable("biogate ssh setup --undo")))
            for line in SSHConfigurationBlock.text.split(separator: "\n") { try session.print(String(line)) }
        }
    }
}

/// The lines in ssh_config by which ssh finds the agent. Where its socket is not there, they change nothing.
enum SSHConfigurationBlock {
    private static let first = "# biogate: begin"
    private static let last = "# biogate: end"

    /// In front of all others: ssh takes the first value. The last `Match` ends the block's own.
    static let text = """
        \(first)
        Match exec "test -S \(SSHFolder.agentSocket)"
            IdentityAgent \(SSHFolder.agentSocket)
        Match all
        \(last)

        """

    /// The file without the block; a block without an end is left alone.
    static func removed(from text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: first[...]),
            let end = lines[start...].firstIndex(of: last[...])
        else { return text }
        return (lines[..<start] + lines[(end + 1)...]).joined(separator: "\n")
    }
}
