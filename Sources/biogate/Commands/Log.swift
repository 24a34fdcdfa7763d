import ArgumentParser
import GateModel
import GateSystem
import Glibc

struct Log: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What was asked of the service in your name, and what became of it.",
        discussion: """
            The system's journal has one line for each grant, denial, enrolment and change: never a secret, never which \
            finger. Reading it takes an administrator (sudo), or a member of the group systemd-journal. With --json each \
            entry of the journal is a line.
            """)

    @Flag(name: .shortAndLong, help: "Wait for more, until Ctrl-C.")
    var follow = false

    @Option(help: ArgumentHelp("Since when, as journalctl has it: today, -1h, 2026-01-31.", valueName: "time"))
    var since: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("How many lines at most, the newest.", valueName: "count"),
        transform: ValueRule.lineCount.count)
    var lines: Int?

    @Option(help: ArgumentHelp("Somebody else's, as root.", valueName: "name"))
    var user: SystemUser?

    @Option(
        help: ArgumentHelp("Journal files in this directory, instead of this machine's.", valueName: "path"),
        transform: ValueRule.path.text)
    var directory: String?

    @OptionGroup var options: GateOptions

    /// Whether the system has a journal that the caller may not read (systemd-journald.service(8)).
    private static var isJournalForbidden: Bool {
        guard let name = machineID() else { return false }
        let files = ["/var/log/journal", "/run/log/journal"].map { "\($0)/\(name)/system.journal" }
        return !files.contains { unsafe access($0, R_OK) == 0 }
            && files.contains { unsafe access($0, R_OK) != 0 && errno == EACCES }
    }

    /// With sudo, the user is its caller.
    private func userID(_ environment: ProcessEnvironment) -> UInt32 {
        user?.id.rawValue ?? (getuid() == 0 ? environment["SUDO_UID"].flatMap(UInt32.init) : nil) ?? getuid()
    }

    /// Replaces this process by journalctl.
    func run(_ session: Session) async throws(CommandFailure) {
        var environment = session.environment
        guard let path = environment.path(ofProgram: "journalctl") else {
            throw .refused(session.words.noJournal, .programNotFound)
        }
        if directory == nil, Self.isJournalForbidden {
            throw .refused(session.words.journalForbidden, .notPermitted)
        }
        var arguments = ["journalctl", "--output=\(session.isJSON ? "json" : "short-iso")", "--no-hostname"]
        if session.isJSON || session.screen.mode == .plain {
            // No pager, which moves the cursor, and no colours.
            arguments.append("--no-pager")
            environment.set("SYSTEMD_COLORS", "0")
        }
        if follow { arguments.append("--follow") }
        if let since { arguments.append("--since=\(since)") }
        if let lines { arguments.append("--lines=\(lines)") }
        if let directory { arguments.append("--directory=\(directory)") }
        // Any program can write lines with the service's fields, but journald itself records the unit.
        arguments += ["BIOGATE_UID=\(userID(environment))", "_SYSTEMD_UNIT=biogated.service"]
        let program = Program(
            path: path, arguments: arguments.map { Array($0.utf8) }, environment: environment, signals: Signals.atStart)
        throw .system(program.execute())
    }
}
