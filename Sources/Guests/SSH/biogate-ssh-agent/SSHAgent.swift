import ArgumentParser
import BiometricGate
import Dispatch
import GateGuidance
import GateModel
import GateSystem
import Glibc

/// The agent's entry point.
package enum SSHAgentPorch {
    /// Runs the agent with this process's arguments, on the main thread, before other threads run.
    package static func enter() -> Never {
        // It has an agent's passphrase for a moment, and the connections on which a touch counts again.
        OwnProcess.forbidDumps()
        Task {
            await SSHAgent.main()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}

/// An agent for ssh whose keys are the gate's: each signature is shown, and confirmed by a finger or the PIN.
struct SSHAgent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-ssh-agent",
        abstract: "An agent for ssh and git, whose keys sign when you touch the fingerprint reader.",
        discussion: """
            The keys are those of: biogate ssh list. systemd passes the socket; elsewhere --listen makes it. Programs \
            find the agent by SSH_AUTH_SOCK, or by IdentityAgent in ssh_config.
            """)

    @Option(help: ArgumentHelp("Listen on this path, without systemd.", valueName: "path"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Another agent, whose keys are offered, too; else: $BIOGATE_SSH_UPSTREAM.", valueName: "path"))
    var upstream: String?

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    func run() async throws {
        let language = locale.map { Language(matching: $0) } ?? Language { OwnProcess.variable($0) }
        let gate = Gate(socket: socket ?? GateClient.defaultSocket, locale: language.tag)
        let upstream = upstream ?? OwnProcess.variable("BIOGATE_SSH_UPSTREAM")
        let inherited = ServiceManager(environment: Self.listeningVariables).listening
        let source: AgentListener.Source
        if inherited.process == getpid(), inherited.count > 0 {
            // SD_LISTEN_FDS_START of sd-daemon.h.
            source = .inherited((0..<min(inherited.count, 16)).map { 3 + Int32($0) })
        } else if let listen {
            // Each agent would ask the other for ever.
            guard listen != upstream else { throw ValidationError("--upstream names the socket of this agent.") }
            // Its listener would go on without a path to it.
            guard (try? Descriptor.connected(to: listen, waits: false)) == nil else {
                throw ValidationError("An agent listens on \(listen) already.")
            }
            source = .path(listen)
        } else {
            throw ValidationError("Nothing to listen on: use --listen, or start biogate-ssh-agent.socket.")
        }
        let (ends, end) = AsyncStream<Void>.makeStream()
        let signals = [SIGINT, SIGTERM, SIGHUP].map { signalSource(of: $0) { end.yield() } }
        defer { for signal in signals { signal.cancel() } }
        let service = AgentService(gate, upstream: upstream)
        // ssh-agent deletes its keys at this signal; these stay, as with ssh-add -D.
        let forgetting = signalSource(of: SIGUSR1) { Task { await service.signers.forget() } }
        defer { forgetting.cancel() }
        let listener = try await AgentListener.start(source, service)
        for await _ in ends { break }
        await listener.close()
    }

    private static var listeningVariables: [String: String] {
        var all: [String: String] = [:]
        for name in ["LISTEN_FDS", "LISTEN_PID"] { all[name] = OwnProcess.variable(name) }
        return all
    }
}

/// Writes a line for the journal, in which characters that could forge another line are escaped.
func journal(_ line: String) {
    let bytes = Array((line.escapingControls + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
