import ArgumentParser
import BiometricGate
import GateGuidance
import GateSystem
import Glibc

struct RunAgent: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Show every call of yours that waits for you: as a notification, or as a line here.",
        discussion: """
            Each says who asks, what for, and how often a scan can still fail, and is gone when the call ends. A \
            notification has a Cancel button. With --json no notification is shown, and each change of a call is a line. \
            For every session: systemctl --user enable --now biogate-agent.service
            """)

    @Flag(help: "Write lines, also where there is a desktop.")
    var lines = false

    @OptionGroup var options: GateOptions

    /// Replaces this process by the agent, so that it begins with its own signals and files.
    func run(_ session: Session) async throws(CommandFailure) {
        guard let path = OwnProcess.program else {
            throw .system(SystemCallFailure(function: "readlink", path: "/proc/self/exe", errno: ENOENT))
        }
        let flags = (lines ? ["--lines"] : []) + (session.isJSON ? ["--json"] : [])
        let arguments =
            ["biogate-agent"] + flags + ["--locale", session.language.tag, "--socket", session.client.socket]
        let program = Program(
            path: path, arguments: arguments.map { Array($0.utf8) }, environment: session.environment,
            signals: .standard)
        throw .system(program.execute())
    }
}
