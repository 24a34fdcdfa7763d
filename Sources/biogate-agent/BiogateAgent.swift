import ArgumentParser
import BiometricGate
import GateGuidance
import Glibc

/// The agent's porch: shows the waiting calls of its user, on the desktop or on the terminal it was started from.
@main
struct BiogateAgent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-agent",
        abstract: "Shows every call of yours that waits for you, with who asks and what for.",
        discussion: """
            On a desktop a notification with a Cancel button, elsewhere a line on standard output. Runs until it is \
            ended, and waits for a service that is not there.
            """)

    @Flag(help: "Write lines, also where there is a desktop.")
    var lines = false

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    func run() async throws {
        let language = locale.map { Language(matching: $0) } ?? Language { Self.variable($0) }
        let client = GateClient(socket: socket ?? GateClient.defaultSocket, locale: language.tag)
        let (events, continuation) = AsyncStream<AgentEvent>.makeStream()
        let loop = LoopThread()
        for number in [SIGINT, SIGTERM, SIGHUP] { loop.onSignal(number) { continuation.yield(.stop) } }
        let bus = lines ? nil : await SessionBus.connect(on: loop)
        let desktop = bus.map { bus in Desktop(bus) { continuation.yield(.desktop($0)) } }
        let watching = Task { try await Self.watch(client, language, continuation) }
        var agent = Agent(client, language, desktop, write: Self.write)
        await agent.run(events)
        watching.cancel()
        if case .failure(let error as GateClientError) = await watching.result {
            Self.write(error.explanation)
            throw ExitCode.failure
        }
    }

    /// Follows the waiting calls, and the daemon over its restarts. Throws what waiting does not mend, and stops the agent then.
    private static func watch(
        _ client: GateClient, _ language: Language, _ events: AsyncStream<AgentEvent>.Continuation
    ) async throws {
        var pause: Duration = .milliseconds(250)
        var isMissed = false
        while !Task.isCancelled {
            do {
                for try await update in client.watchRequests() {
                    events.yield(.request(update))
                    pause = .milliseconds(250)
                    isMissed = false
                }
            } catch let error as GateClientError where error.code == .notRunning || error.code == .disconnected {
                if !isMissed { write(language.waitsForService) }
                isMissed = true
            } catch {
                events.yield(.stop)
                throw error
            }
            events.yield(.disconnected)
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(30))
        }
    }

    private static func write(_ line: String) {
        let bytes = Array((line.escapingControls + "\n").utf8)
        // Written at once; what nobody reads is nobody's loss.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    /// Nil where the variable is not set, or set to nothing.
    private static func variable(_ name: String) -> String? {
        // Read before anything else of the process may change its environment.
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}

extension Language {
    fileprivate var waitsForService: String {
        switch self {
        case .en: "The fingerprint service is not running. Waiting for it."
        case .ko: "지문 서비스가 실행되고 있지 않아요. 시작될 때까지 기다릴게요."
        case .nb: "Fingeravtrykktjenesten kjører ikke. Venter på den."
        }
    }
}
