import ArgumentParser
import GateDaemon
import GateModel
import GateSystem
import Glibc
import Logging

/// The daemon's porch: options in, one line out where it cannot start.
@main
struct Biogated: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogated", abstract: "Opens sealed secrets with a fingerprint, for local apps over a socket.",
        version: Version.current)

    @Option(help: "The configuration; without it /etc/biogate/biogated.conf where that exists.")
    var config: String?

    @Option(help: "The socket, instead of the configuration's.")
    var socket: String?

    @Option(help: "The state directory, instead of the configuration's.")
    var stateDirectory: String?

    @Option(
        help: "Moves the root key into the TPM (tpm) or into a file (file), and ends. Stop the daemon before.",
        transform: { text in
            guard let target = SealingMove.Target(rawValue: text) else { throw ValidationError("Say tpm or file.") }
            return target
        })
    var moveSealing: SealingMove.Target?

    @Flag(help: "With --move-sealing file: gives up the signing keys that are in the TPM, which cannot leave it.")
    var dropKeys = false

    @Flag(help: "Only checks the configuration: ends with 0, or says what is wrong, and ends with 78.")
    var check = false

    /// `EX_CONFIG` of `sysexits.h`. The unit has it as `RestartPreventExitStatus=`.
    private static let misconfigured = ExitCode(78)

    static func main() {
        Daemon.shareHeap()
        main(nil)
    }

    func run() throws {
        // The TPM's stack writes lines of its own to standard error, unless told otherwise; ours say what was the matter.
        setenv("TSS2_LOG", "all+none", 0)
        let journal = JournalSocket.behindStandardError(named: getenv("JOURNAL_STREAM").map { String(cString: $0) })
        let writer = LogWriter(journal: journal)
        defer { writer.flush() }
        LoggingSystem.bootstrap { JournalLogHandler(label: $0, writer: writer) }
        let logger = Logger(label: "biogated")
        let manager = ServiceManager(environment: Self.environment())
        do throws(StartError) {
            let configuration = try settings()
            if check { return }
            // No job may reach Swift's pool, not even the first.
            try BlockingExecutor(label: "biogate.daemon").run { () async throws(StartError) in
                if let moveSealing { return try await move(to: moveSealing, configuration) }
                try await Daemon(configuration: configuration, manager: manager, reader: reader, logger: logger).run()
            }
        } catch {
            if check { print(error) } else { logger.critical("\(error)") }
            guard error.isMisconfiguration else { throw ExitCode.failure }
            manager.turnAwayCallers()
            throw Self.misconfigured
        }
    }

    private func move(to target: SealingMove.Target, _ configuration: Configuration) async throws(StartError) {
        let dropped = try await SealingMove(configuration: configuration).run(to: target, droppingKeys: dropKeys)
        for key in dropped { print("given up: \(key)") }
        print(
            "The root key is in the \(target == .tpm ? "TPM" : "file") now. Let sealing.provider be auto or \(target.rawValue)."
        )
    }

    private func settings() throws(StartError) -> Configuration {
        var configuration: Configuration
        do throws(ConfigurationError) {
            configuration = if let config { try .load(path: config) } else { try .installed() }
        } catch {
            throw .configuration(error)
        }
        if let socket { configuration.socket = socket }
        if let stateDirectory { configuration.stateDirectory = stateDirectory }
        return configuration
    }

    /// It lies beside this program.
    private var reader: ReaderProgram {
        ReaderProgram(path: (OwnProcess.directory ?? "") + "/biogate-reader", environment: OwnProcess.environment)
    }

    /// The environment is read in this file and nowhere else.
    private static func environment() -> [String: String] {
        let names = [
            "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID", "CREDENTIALS_DIRECTORY",
        ]
        return Dictionary(
            names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } },
            uniquingKeysWith: { first, _ in first })
    }
}
