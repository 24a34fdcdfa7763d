import GateSystem
import Glibc

/// The desktop's prompt: `biogate-prompt`, a separate program that runs while calls want it.
///
/// PINs are typed there and never reach the agent.
struct PromptProgram: Sendable {
    /// How it ended.
    enum End: Hashable, Sendable {
        /// No call waited any more.
        case left
        case noDisplay
        case failed
    }

    private let path: String
    private let arguments: [String]
    /// The status of `biogate-prompt` without a display for its windows.
    private static let noDisplay: Int32 = 3

    /// Nil if it is not installed beside the agent, or the session has no display for windows.
    init?(socket: String, locale: String, environment: (String) -> String?) {
        guard environment("WAYLAND_DISPLAY") ?? environment("DISPLAY") != nil, let directory = OwnProcess.directory
        else {
            return nil
        }
        path = environment("BIOGATE_PROMPT") ?? directory + "/biogate-prompt"
        // The path is a C string during the call (access(2)).
        guard unsafe access(path, X_OK) == 0 else { return nil }
        arguments = ["--socket", socket, "--locale", locale]
    }

    /// Runs it until it ends, which it does once no call waits.
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

/// Starts the prompt, whose end is an event, and stops offering it.
struct PromptStarter: Sendable {
    /// Starts the prompt after a pause.
    let start: @Sendable (Duration) -> Void
    /// Tells the daemon that this agent shows no prompts any more.
    let stop: @Sendable () -> Void
}
