import ArgumentParser
import GateSystem

/// Why a sandbox does not run, or its reader cannot be touched.
enum SandboxFailure: Error {
    case noProgram(String, searched: [String])
    /// The daemon's last words.
    case daemonEnded(String)
    case system(SystemCallFailure)
    case commandNotFound(String)
    case commandNotStarted(SystemCallFailure)
    /// A signal came before the command was started.
    case interrupted(Int32)
    case notInSandbox
    /// The sandbox named by the environment has ended.
    case ended
    /// No call wanted a touch in time.
    case nobodyWaiting(Duration)
    /// The call ended before all touches were made.
    case callEnded(touches: Int)
    /// The daemon could not be watched.
    case unwatched(String)

    /// As in a shell, for failures of the command.
    var code: ExitCode {
        switch self {
        case .noProgram, .ended, .unwatched: ExitStatus.noDaemon.code
        case .daemonEnded, .system, .callEnded: ExitStatus.unexpected.code
        case .notInSandbox: ExitStatus.usage.code
        case .nobodyWaiting: ExitStatus.timedOut.code
        case .commandNotFound: ExitStatus.programNotFound.code
        case .commandNotStarted: ExitStatus.programNotExecutable.code
        case .interrupted(let signal): ExitCode(128 + signal)
        }
    }
}
