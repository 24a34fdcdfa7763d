import GateSystem
import Glibc

/// The desktop's prompt: `biogate-prompt`, a program of its own that is there while calls wait that want it.
///
/// A PIN is typed there, and never comes to the agent.
struct PromptProgram: Sendable {
    /// How it came to its end.
    enum End: Hashable, Sendable {
        /// Nothing waited any more.
        case left
        case noDisplay
        case failed
    }

    private let path: String
    private let arguments: [String]
    /// Of `biogate-prompt`, where there is no display for its windows.
    private static let noDisplay: Int32 = 3

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

    /// Runs it until it ends, which it does when nothing waits any more.
    func run() async -> End {
        do throws(SystemCallFailure) {
            let process = try unsafe ChildProcess.start(
                path, [path] + arguments, environment: OwnProcess.environment, inheriting: .nothing
            ) { _ in }
            switch await process.status() {
            case 0: return .left
            case Self.noDisplay: return .noDisplay
            default: return .failed
            }
        } catch {
            return .failed
        }
    }
}

/// Starts the prompt, whose end is an event, and gives it up.
struct PromptStarter: Sendable {
    /// After a pause.
    let start: @Sendable (Duration) -> Void
    /// The daemon is told that nobody shows prompts any more.
    let stop: @Sendable () -> Void
}
