import ArgumentParser
import GateModel
import Glibc

struct Log: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What was asked of the service in your name, and what became of it.",
        discussion: """
            The system's journal has one line for each grant, denial, enrolment and change: never a secret, never which \
            finger. Reading it takes an administrator (sudo), or a member of the group systemd-journal. With --json each \
            entry of the journal is a line.
            """)

    @OptionGroup var options: GateOptions

    @Flag(name: .shortAndLong, help: "Wait for more, until Ctrl-C.")
    var follow = false

    @Option(help: ArgumentHelp("Since when, as journalctl has it: today, -1h, 2026-01-31.", valueName: "time"))
    var since: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("How many lines at most, the newest.", valueName: "count"))
    var lines: Int?

    @Option(help: ArgumentHelp("Somebody else's, as root.", valueName: "name"))
    var user: Account?

    @Option(help: ArgumentHelp("Journal files in this directory, instead of this machine's.", valueName: "path"))
    var directory: String?

    mutating func validate() throws {
        if let lines, lines < 1 { throw ValidationError("--lines is at least 1.") }
    }

    /// Who calls through sudo means themselves.
    private func userID(_ environment: ProcessEnvironment) -> UInt32 {
        user?.id.rawValue ?? (getuid() == 0 ? environment["SUDO_UID"].flatMap(UInt32.init) : nil) ?? getuid()
    }

    /// journalctl takes this process's place.
    func run(_ session: Session) async throws(CommandFailure) {
        var environment = session.environment
        guard let path = environment.path(ofProgram: "journalctl") else {
            throw .refused(session.words.noJournal, .notFound)
        }
        var arguments = ["journalctl", "--output=\(session.isJSON ? "json" : "short-iso")", "--no-hostname"]
        if session.isJSON || session.screen.mode == .plain {
            // Neither a pager, which moves the cursor, nor colours.
            arguments.append("--no-pager")
            environment.set("SYSTEMD_COLORS", "0")
        }
        if follow { arguments.append("--follow") }
        if let since { arguments.append("--since=\(since)") }
        if let lines { arguments.append("--lines=\(lines)") }
        if let directory { arguments.append("--directory=\(directory)") }
        arguments.append("BIOGATE_UID=\(userID(environment))")
        throw .system(Program(path: path, arguments: arguments, environment: environment).execute())
    }
}
