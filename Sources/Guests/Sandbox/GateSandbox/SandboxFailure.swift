package import GateSystem

/// Why a sandbox does not run, or its reader cannot be touched.
package enum SandboxFailure: Error {
    case noProgram(CompanionProgram.Missing)
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
}
