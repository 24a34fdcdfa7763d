import ArgumentParser
import GateSandbox
import GateSystem
import GateWire
import Glibc

/// A sandbox for this repository's tests. Prints its paths, and runs until its command or its input ends.
///
/// `biogate sandbox touch` and similar commands act on its reader, as in `biogate sandbox`.
@main
struct BiogateSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-sandbox", abstract: "A daemon of a test's own, on a reader that is played.")

    @Option(help: "The daemon, instead of the one beside this program.")
    var daemon: String?

    @Option(help: "Where the daemon listens, instead of in the sandbox's directory.")
    var socket: String?

    @Option(help: "Where the daemon serves its face interface.")
    var faceSocket: String?

    @Flag(help: "A reader that compares a touch with one finger only, and stores none.")
    var verifyOnly = false

    @Flag(help: "Short waits after misses and wrong PINs, and a lockout after ten.")
    var shortLockouts = false

    @Option(help: "The user's password.")
    var password: String?

    @Option(name: .customLong("set"), help: "Settings of the daemon, NAME=VALUE each.", transform: Self.assignment)
    var settings: [SandboxPlan.Assignment] = []

    @Option(
        name: .customLong("variable"), help: "Variables of the daemon's environment, NAME=VALUE each.",
        transform: Self.assignment)
    var variables: [SandboxPlan.Assignment] = []

    @Option(help: "How many seconds the daemon may take to end before it is killed.")
    var patience = 5

    @Option(help: "A file that the daemon's log is added to at the end.")
    var log: String?

    @Argument(parsing: .postTerminator, help: "Behind --, a command; without one it lasts until its input ends.")
    var command: [String] = []

    private static func assignment(_ text: String) throws -> SandboxPlan.Assignment {
        guard let assignment = SandboxPlan.Assignment(text) else { throw ValidationError("\(text) is not NAME=VALUE.") }
        return assignment
    }

    func run() async throws {
        let relay = SignalRelay()
        let environment = ProcessEnvironment.ofThisProcess()
        let plan = SandboxPlan(
            program: daemon, kind: verifyOnly ? .verifying : .storing, socket: socket, faceSocket: faceSocket,
            timeout: nil, hasShortLockouts: shortLockouts, password: password, settings: settings,
            variables: variables)
        let sandbox = try await SandboxDaemon.start(plan, in: environment, relay)
        let status: Int32
        do {
            try await sandbox.open { "\($0)" }
            if command.isEmpty {
                try unsafe await sandbox.announcement.withBytes { line throws(SystemCallFailure) in
                    try unsafe Descriptor.output.write(Array(line.dropLast()) + [UInt8(ascii: "\n")])
                }
                _ = await onThread { try? Descriptor.input.readAll() }
                status = 0
            } else {
                status = try await sandbox.run(command, in: environment, .standard, relay)
            }
        } catch {
            await sandbox.end()
            throw error
        }
        let (ended, said) = await sandbox.end(within: .seconds(patience))
        if let log { try Descriptor.open(log, O_WRONLY | O_CREAT | O_APPEND).write(said) }
        if ended != 0 { try Descriptor.errorOutput.write(said) }
        if status != 0 || ended != 0 { throw ExitCode(status != 0 ? status : ended) }
    }
}
