import GateDaemon
import GateReaders
import GateModel
import GateSystem
import Glibc
import Logging

/// The daemon's program: reads the options, and prints one line if it cannot start.
@main
struct Biogated {
    private let options: Options

    static func main() {
        Descriptor.holdStandardPlaces()
        Daemon.shareHeap()
        let options: Options
        do throws(OptionsFault) {
            options = try Options(CommandLine.arguments.dropFirst())
        } catch {
            let lines = Array("\(error)\n".utf8)
            write(STDERR_FILENO, lines, lines.count)
            exit(EX_USAGE)
        }
        switch options.notice {
        case .help: print(Options.help)
        case .version: print(Version.current)
        case nil: exit(Biogated(options: options).run())
        }
    }

    /// The exit status. The unit's `RestartPreventExitStatus=` lists `EX_CONFIG`.
    private func run() -> Int32 {
        // The TPM's stack would write its own lines to standard error; the daemon's lines already state the fault.
        setenv("TSS2_LOG", "all+none", 0)
        let journal = JournalSocket.behindStandardError(named: getenv("JOURNAL_STREAM").map { String(cString: $0) })
        let writer = LogWriter(journal: journal)
        defer { writer.flush() }
        LoggingSystem.bootstrap { JournalLogHandler(label: $0, writer: writer) }
        let logger = Logger(label: "biogated")
        let manager = ServiceManager(environment: Self.environment())
        do throws(StartError) {
            let configuration = try settings()
            if options.check { return EXIT_SUCCESS }
            // Even a single job in Swift's pool would start its watch, which wakes the process every second.
            try BlockingExecutor(label: "biogate.daemon").run { () async throws(StartError) in
                if let target = options.moveSealing { return try await move(to: target, configuration) }
                try await Daemon(configuration: configuration, manager: manager, reader: reader, logger: logger).run()
            }
            return EXIT_SUCCESS
        } catch {
            if options.check { print(error) } else { logger.critical("\(error)") }
            // Every user may read it (systemctl status), unlike the journal, so `biogate doctor` does.
            if !options.check { manager.notify("STATUS=\(error)") }
            guard error.needsAdministrator else { return EXIT_FAILURE }
            manager.turnAwayCallers()
            return EX_CONFIG
        }
    }

    private func move(to target: SealingMove.Target, _ configuration: Configuration) async throws(StartError) {
        let move = SealingMove(configuration: configuration)
        for key in try await move.run(to: target, droppingKeys: options.dropKeys) { print("given up: \(key)") }
        print(
            "The root key is in the \(target == .tpm ? "TPM" : "file") now. Let sealing.provider be auto or \(target.rawValue)."
        )
    }

    private func settings() throws(StartError) -> Configuration {
        var configuration: Configuration
        do throws(ConfigurationError) {
            configuration = if let path = options.config { try .load(path: path) } else { try .installed() }
        } catch {
            throw .configuration(error)
        }
        if let socket = options.socket { configuration.socket = socket }
        if let faceSocket = options.faceSocket { configuration.faceSocket = faceSocket }
        if let stateDirectory = options.stateDirectory { configuration.stateDirectory = stateDirectory }
        return configuration
    }

    /// Lies beside this program.
    private var reader: ReaderProgram {
        ReaderProgram(path: (OwnProcess.directory ?? "") + "/biogate-reader", environment: OwnProcess.environment)
    }

    /// This is the only file that reads the environment.
    private static func environment() -> [String: String] {
        let names = [
            "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
            "CREDENTIALS_DIRECTORY",
        ]
        return Dictionary(
            names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } },
            uniquingKeysWith: { first, _ in first })
    }
}
