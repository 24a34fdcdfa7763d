import ArgumentParser
import BiometricGate
import GateModel
import GateSystem
import Glibc

struct SetUpSSH: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Let ssh find the agent, by lines in ~/.ssh/config.",
        discussion: """
            The lines take effect only while the agent's socket is there, and not in a session by ssh with a forwarded \
            agent. If SSH_AUTH_SOCK names another agent that answers, its keys are offered, too. --undo removes all that. \
            Programs that do not read ssh_config, such as ssh-add, find the agent by SSH_AUTH_SOCK.
            """)

    @Flag(help: "Remove the lines.")
    var undo = false

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let folder = SSHFolder(session.environment)
        let file = try UserFile("\(folder.path)/config")
        let before = file.bytes ?? []
        let without = SSHConfigurationBlock.removed(from: before)
        // A file that the set-up has made goes with its lines.
        let isMade = file.bytes.map(SSHConfigurationBlock.hasMade) ?? true
        let block = SSHConfigurationBlock.text(isMade: isMade)
        let after = undo ? without : Array(block.utf8) + without
        let upstream = UpstreamSetting(session.environment)
        if undo {
            try upstream.remove()
        } else {
            folder.makeFolders()
            try await offerOther(upstream, session)
        }
        let isEmptied = undo && isMade && after.isEmpty
        let isChanged = after == before ? true : try file.replace(by: isEmptied ? nil : after)
        guard isChanged else {
            session.screen.say(
                undo ? session.words.removeLines(file.path) : session.words.sshEnterLines(file.path))
            for line in block.split(separator: "\n") { try session.print(String(line)) }
            throw .explained(.notPermitted)
        }
        if undo { return session.screen.say(session.words.sshUnset(file.path)) }
        session.screen.say(
            session.words.sshSet(path: file.path, command: session.repeatable("biogate ssh setup --undo")))
        for line in block.split(separator: "\n") { try session.print(String(line)) }
    }

    /// The block goes before SSH_AUTH_SOCK, so that the keys of the agent there would no longer be found: this project's
    /// agent offers them.
    private func offerOther(_ setting: UpstreamSetting, _ session: Session) async throws(CommandFailure) {
        let own = SSHAgentVariable.ownSocket(in: session.environment)
        guard case .other(let path, let listener, _) = SSHAgentVariable(session.environment, own: own),
            listener != .none, !path.contains(where: { "\"\\\n".contains($0) })
        else { return }
        try setting.write(path)
        // An agent that runs has read its setting; one that does not run starts with the first connection.
        if let program = session.environment.path(ofProgram: "systemctl") {
            let words = [program, "--user", "try-restart", "biogate-ssh-agent.service"]
            _ = await ChildProcess.output(words, in: session.environment)
        }
        session.screen.say(session.words.sshUpstreamSet(program: listener.name ?? "ssh-agent", path: path))
    }
}

/// The setting of the agent's unit that names another agent, whose keys are offered, too.
private struct UpstreamSetting {
    private let path: String
    private static let name = "BIOGATE_SSH_UPSTREAM="

    init(_ environment: ProcessEnvironment) {
        let folder = environment["XDG_CONFIG_HOME"] ?? "\(environment["HOME"] ?? "/nonexistent")/.config"
        path = "\(folder)/biogate/ssh-agent.conf"
    }

    func write(_ socket: String) throws(CommandFailure) {
        let folders = path.split(separator: "/").dropLast()
        for count in 1...folders.count { unsafe mkdir("/" + folders.prefix(count).joined(separator: "/"), 0o700) }
        try change { $0 + ["\(Self.name)\"\(socket)\""] }
    }

    func remove() throws(CommandFailure) { try change { $0 } }

    /// Other lines of the file stay.
    private func change(_ edit: ([String]) -> [String]) throws(CommandFailure) {
        let file = try UserFile(path)
        let text = String(decoding: file.bytes ?? [], as: UTF8.self)
        let lines = edit(text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(Self.name) })
        let after = Array(lines.map { $0 + "\n" }.joined().utf8)
        guard after != file.bytes ?? [] else { return }
        guard try file.replace(by: after.isEmpty ? nil : after) else {
            throw .system(SystemCallFailure(function: "open", path: path, errno: EACCES))
        }
    }
}

/// The lines in ssh_config by which ssh finds the agent. Where its socket is not there, they change nothing; nor where the
/// session came by ssh with an agent that was forwarded: its keys are wanted there.
enum SSHConfigurationBlock {
    private static let first = "# biogate: begin"
    private static let last = "# biogate: end"

    /// sh, because ssh runs it by the user's shell, which may be another one. An agent under /run/user is this machine's.
    private static let condition =
        "/bin/sh -c 'test -S \(SSHFolder.agentSocket) && case $SSH_CONNECTION in ?*) case $SSH_AUTH_SOCK in "
        + "/run/user/*) ;; /*) test -S $SSH_AUTH_SOCK && exit 1; true ;; esac ;; esac'"

    private static let made = "# The file was made with these lines."

    /// In front of all others: ssh takes the first value. The last `Match` ends the block's own.
    static func text(isMade: Bool) -> String {
        """
        \(first)\(isMade ? "\n\(made)" : "")
        Match exec "\(condition)"
            IdentityAgent \(SSHFolder.agentSocket)
        Match all
        \(last)

        """
    }

    /// Whether the file has the block, so that ssh finds the agent without `SSH_AUTH_SOCK`.
    static func isIn(_ path: String) -> Bool {
        guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll(atMost: 1 << 20) else { return false }
        return removed(from: bytes) != bytes
    }

    static func hasMade(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(made.utf8) }
    }

    /// The file without the block; a block without an end is left alone.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.elementsEqual(first.utf8) }),
            let end = lines[start...].firstIndex(where: { $0.elementsEqual(last.utf8) })
        else { return bytes }
        return Array((lines[..<start] + lines[(end + 1)...]).joined(separator: [UInt8(ascii: "\n")]))
    }
}
