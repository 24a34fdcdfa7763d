import ArgumentParser

struct RunAgent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Show every call of yours that waits for you: as a notification, or as a line here.",
        discussion: """
            Each says who asks, what for, and how often a scan can still fail, and is gone when the call ends. A \
            notification has a Cancel button. For every session: systemctl --user enable --now biogate-agent.service
            """)

    @Flag(help: "Write lines, also where there is a desktop.")
    var lines = false

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    /// The agent takes this process's place: a program of its own, so that this one links nothing of the desktop.
    func run() throws {
        let environment = ProcessEnvironment.ofThisProcess()
        let path: String
        do throws(SandboxFailure) {
            path = try CompanionProgram.path(of: "biogate-agent", in: environment)
        } catch {
            try? Descriptor.errorOutput.write("biogate agent: \(error)\n")
            throw error.code
        }
        let options = [("--locale", locale), ("--socket", socket)].flatMap { name, value in
            value.map { [name, $0] } ?? []
        }
        let arguments = ["biogate-agent"] + (lines ? ["--lines"] : []) + options
        let failure = Program(path: path, arguments: arguments, environment: environment).execute()
        try? Descriptor.errorOutput.write("biogate agent: \(failure.description)\n")
        throw ExitStatus.unexpected.code
    }
}
