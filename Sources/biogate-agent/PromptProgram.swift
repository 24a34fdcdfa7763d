import GateSystem
import Glibc

/// The desktop's prompt: `biogate-prompt`, a program of its own that is there while calls wait that want it.
///
/// A PIN is typed there, and never comes to the agent.
struct PromptProgram: Sendable {
    private let path: String
    private let arguments: [String]

    /// Nil where it is not installed beside the agent, or the session has no display for windows.
    init?(socket: String, locale: String, environment: (String) -> String?) {
        guard environment("WAYLAND_DISPLAY") ?? environment("DISPLAY") != nil, let directory = OwnProcess.directory
        else {
            return nil
        }
        path = environment("BIOGATE_PROMPT") ?? directory + "/biogate-prompt"
        // The path is a C string for the length of the call (access(2)).
        guard unsafe access(path, X_OK) == 0 else { return nil }
        arguments = ["--socket", socket, "--locale", locale]
    }

    /// Runs it until it ends, which it does when nothing waits any more; its exit status, nil where it cannot be started.
    func run() async -> Int32? {
        do throws(SystemCallFailure) {
            let process = try unsafe ChildProcess.start(
                path, [path] + arguments, environment: OwnProcess.environment
            ) { _ in }
            return await process.status()
        } catch {
            return nil
        }
    }
}
