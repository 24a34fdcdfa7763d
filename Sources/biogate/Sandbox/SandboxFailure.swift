import ArgumentParser

/// Why a sandbox does not run, or its reader cannot be touched.
enum SandboxFailure: Error {
    case noProgram(String, searched: [String])
    /// What the daemon said before it ended.
    case daemonEnded(String)
    case system(SystemCallFailure)
    case commandNotFound(String)
    case commandNotStarted(SystemCallFailure)
    /// A signal came before the command was started.
    case interrupted(Int32)
    case notInSandbox
    /// The sandbox that the environment names is no more.
    case ended
    /// No call wanted a touch in time.
    case nobodyWaiting(Duration)
    /// The call ended before all touches were made.
    case callEnded(touches: Int)
    /// The daemon could not be watched.
    case unwatched(String)

    /// As a shell has it for what concerns the command.
    var code: ExitCode {
        switch self {
        case .noProgram, .ended, .unwatched: ExitStatus.noDaemon.code
        case .daemonEnded, .system, .callEnded: ExitStatus.unexpected.code
        case .notInSandbox: ExitStatus.usage.code
        case .nobodyWaiting: ExitStatus.timedOut.code
        case .commandNotFound: ExitCode(127)
        case .commandNotStarted: ExitCode(126)
        case .interrupted(let signal): ExitCode(128 + signal)
        }
    }
}

extension SandboxFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .noProgram(let name, let searched):
            "there is no \(name) in \(searched.joined(separator: ", "))"
        case .daemonEnded(let words): "the daemon did not start: \(words)"
        case .commandNotFound(let name): "\(name): not found"
        case .interrupted(let signal): "ended by signal \(signal)"
        case .system(let failure), .commandNotStarted(let failure): failure.description
        case .notInSandbox: "BIOGATE_SANDBOX is not set; run this inside `biogate sandbox -- …`"
        case .ended: "the sandbox has ended; run this while `biogate sandbox -- …` runs its command"
        case .nobodyWaiting(let limit): "no call wanted a touch for \(limit.components.seconds) seconds"
        case .callEnded(let touches): "the call ended after \(touches) of the touches"
        case .unwatched(let reason): "the daemon cannot be watched: \(reason)"
        }
    }
}
