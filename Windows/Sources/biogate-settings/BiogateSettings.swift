// The settings' arguments, display and main loop.

import ArgumentParser
import BiometricGate
import GateGuidance
import GateScreen
import GateWindows
import Glibc

/// Shows the user's fingers, PIN and items, and changes them.
///
/// `main` is synchronous, because an asynchronous one would give up the main thread, and GTK may be used only on that.
@main
struct BiogateSettings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-settings",
        abstract: "Shows your fingers, your PIN and what is stored for you, and changes them.",
        discussion: "Exit status: 0 done, 1 there is no window, 3 there is no display.")

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The language of the window: en, ko or nb.", valueName: "tag"))
    var locale: String?

    func run() throws {
        let language = locale.map { Language(matching: $0) } ?? Language { Self.variable($0) }
        // All read the environment, which GTK may change.
        let runtime = Self.variable("XDG_RUNTIME_DIR")
        let isAlone = self.socket == nil && self.locale == nil
        let socket = socket ?? GateClient.defaultSocket
        // `main` is synchronous: this is the main thread.
        try MainActor.assumeIsolated { try Self.serve(socket, runtime, language, isAlone: isAlone) }
    }

    @MainActor private static func serve(
        _ socket: String, _ runtime: String?, _ language: Language, isAlone: Bool
    ) throws {
        let program = "org.biometricgate.Settings"
        do {
            try MainLoop.open(program: program)
        } catch {
            throw ExitCode(3)
        }
        let alone = isAlone ? OnlyProgram(program) : nil
        // The existing window comes to the front.
        if isAlone, alone == nil { return }
        for signal in [SIGINT, SIGTERM, SIGHUP] { MainLoop.stop(at: signal) }
        guard let window = SettingsWindow(menu: SettingsMenuText(in: language)) else { throw ExitCode.failure }
        alone?.onAnotherStart = { window.present() }
        let keeper = Keeper(window, socket: socket, runtime: runtime, language)
        keeper.begin()
        MainLoop.run()
        keeper.end()
    }

    /// Nil if the variable is not set, or empty.
    private static func variable(_ name: String) -> String? {
        // Read before any other part of the process may change its environment.
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}
