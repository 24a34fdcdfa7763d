// The prompt's arguments, display and main loop.

import ArgumentParser
import BiometricGate
import GateGuidance
import GateWindows
import Glibc

/// Shows the user's waiting requests, one window at a time.
///
/// `main` is synchronous, because an asynchronous one would give up the main thread, and GTK may be used only on that.
@main
struct BiogatePrompt: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-prompt",
        abstract: "Asks, in a window, for the finger, PIN or password that a program waits for.",
        discussion: """
            Shows each request that wants the desktop's prompt, the oldest first, and ends two seconds after the last \
            one. Exit status: 0 done, 1 the service cannot be used, 3 there is no display.
            """)

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Flag(help: "Show every request that waits, also of programs that ask for themselves.")
    var all = false

    @Flag(help: "Go on when nothing waits, until ended.")
    var stay = false

    func run() throws {
        let language = locale.map { Language(matching: $0) } ?? Language { Self.variable($0) }
        // Both read the environment, which GTK may change.
        let client = GateClient(socket: socket ?? GateClient.defaultSocket, locale: language.tag)
        let (all, stay) = (all, stay)
        // `main` is synchronous: this is the main thread.
        try MainActor.assumeIsolated {
            try Self.serve(Prompter(client, language, showingAll: all, staying: stay))
        }
    }

    @MainActor private static func serve(_ prompter: Prompter) throws {
        do {
            try MainLoop.open(program: "org.biometricgate.Prompt")
        } catch {
            throw ExitCode(3)
        }
        for signal in [SIGINT, SIGTERM, SIGHUP] { MainLoop.stop(at: signal) }
        let following = Task { await prompter.follow() }
        MainLoop.run()
        following.cancel()
        prompter.closeAll()
        guard let failure = prompter.failure else { return }
        complain(failure.explanation)
        throw ExitCode.failure
    }

    private static func complain(_ text: String) {
        let line = Array((text.escapingControls + "\n").utf8)
        // The pointer is valid for the call; a failed write has no reader to miss it.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Nil if the variable is not set, or empty.
    private static func variable(_ name: String) -> String? {
        // Read before any other part of the process may change its environment.
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}
