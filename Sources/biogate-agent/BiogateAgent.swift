import ArgumentParser
import BiometricGate
import Dispatch
import GateGuidance
import GateSystem
import GateWire
import Glibc
import Synchronization

/// The agent's entry point.
package enum AgentPorch {
    /// Runs the agent with this process's arguments, on the main thread, before other threads run.
    package static func enter() -> Never {
        Task {
            await BiogateAgent.main()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}

/// Shows the waiting calls of its user, on the desktop or on the terminal that started it.
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

    @Flag(help: "Write the service's messages as JSON lines; no notification is shown.")
    var json = false

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    func run() async throws {
        let language = locale.map { Language(matching: $0) } ?? Language { OwnProcess.variable($0) }
        let client = GateClient(socket: socket ?? GateClient.defaultSocket, locale: language.tag)
        let (events, continuation) = AsyncStream<AgentEvent>.makeStream()
        let signals = [SIGINT, SIGTERM, SIGHUP].map { signalSource(of: $0) { continuation.yield(.stop) } }
        defer { for signal in signals { signal.cancel() } }
        let bus = SessionBus()
        let lost = Atomic(false)
        // systemd starts it again; without the bus it would show nothing.
        let isOnBus =
            json
            ? false
            : await bus.connect {
                lost.store(true, ordering: .relaxed)
                continuation.yield(.stop)
            }
        let desktop = isOnBus && !lines ? await Desktop(bus) { continuation.yield(.desktop($0)) } : nil
        let program =
            lines || json
            ? nil : PromptProgram(socket: client.socket, locale: language.tag, environment: { OwnProcess.variable($0) })
        let watch = RequestWatch(client, prompting: program != nil)
        let watching = Task { [json] in try await Self.follow(watch, language, isJSON: json, continuation) }
        let write: @Sendable (String) -> Void = { Self.write($0, to: STDOUT_FILENO) }
        let lastLogin = LastLogin(
            client: client, language: language, desktop: desktop, keyring: SessionKeyring(bus), write: write)
        // A keyring may take its time; calls are shown meanwhile.
        let telling = json ? nil : Task { await lastLogin.tell() }
        var agent = Agent(
            client, language, desktop, prompt: program.map { Self.starter(of: $0, watch, continuation) }, write: write)
        await agent.run(events)
        telling?.cancel()
        await bus.close()
        watching.cancel()
        if lost.load(ordering: .relaxed) {
            Self.write("The session's message bus has ended the connection.", to: STDERR_FILENO)
            throw ExitCode.failure
        }
        if case .failure(let error as GateClientError) = await watching.result {
            Self.write(error.explanation, to: STDERR_FILENO)
            throw ExitCode.failure
        }
    }

    private static func starter(
        of program: PromptProgram, _ watch: RequestWatch, _ events: AsyncStream<AgentEvent>.Continuation
    ) -> PromptStarter {
        PromptStarter(
            start: { pause in
                Task {
                    try? await Task.sleep(for: pause)
                    let start = ContinuousClock.now
                    let end = await program.run()
                    events.yield(.promptEnded(end, after: ContinuousClock.now - start))
                }
            }, stop: { watch.stopPrompting() })
    }

    /// Follows the waiting calls and the daemon's restarts. Stops the agent and throws on other errors.
    private static func follow(
        _ watch: RequestWatch, _ language: Language, isJSON: Bool, _ events: AsyncStream<AgentEvent>.Continuation
    ) async throws {
        var pause: Duration = .milliseconds(250)
        var isMissed = false
        while !Task.isCancelled {
            let isServed = Atomic(false)
            do {
                if isJSON {
                    try await printRequests(of: watch.client) { isServed.store(true, ordering: .relaxed) }
                } else {
                    try await watch.run { update in
                        events.yield(.request(update))
                        isServed.store(true, ordering: .relaxed)
                    }
                    // The daemon is there: watch it again, without prompts.
                    pause = .milliseconds(250)
                }
            } catch let error as GateClientError where error.code == .notRunning || error.code == .disconnected {
                if isServed.load(ordering: .relaxed) {
                    pause = .milliseconds(250)
                    isMissed = false
                }
                // With JSON, standard output carries only messages.
                if !isMissed { write(language.waitsForService, to: isJSON ? STDERR_FILENO : STDOUT_FILENO) }
                isMissed = true
            } catch {
                // A cancelled call throws; a cancelled stream just ends.
                if Task.isCancelled { return }
                events.yield(.stop)
                throw error
            }
            events.yield(.disconnected)
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(30))
        }
    }

    /// Writes the daemon's messages as they arrive, over a separate connection.
    private static func printRequests(
        of client: GateClient, onMessage: @escaping @Sendable () -> Void
    ) async throws(GateClientError) {
        let connection = GateClient(socket: client.socket, locale: client.locale)
        defer { connection.close() }
        var parameters = WireObject()
        parameters.append("locale", client.locale)
        _ = try await connection.call("WatchRequests", parameters) { message in
            onMessage()
            unsafe OutgoingFrame.reply(message, continues: true).withBytes { bytes in
                // Each message without its NUL is one line: the writer escapes line ends.
                unsafe write(bytes.dropLast() + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
            }
        }
    }

    private static func write(_ line: String, to file: Int32) {
        write(Array((line.escapingControls + "\n").utf8), to: file)
    }

    /// Written at once; ignores a missing reader.
    private static func write(_ bytes: [UInt8], to file: Int32) {
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
