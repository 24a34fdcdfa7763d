import GateGuidance
import GateSandbox
import GateSystem

extension CommandWords {
    /// Follows the program's name, without a capital letter or full stop in languages that have them.
    func text(_ failure: SandboxFailure) -> String {
        switch failure {
        case .noProgram(let missing): text(missing)
        case .daemonEnded(let said): sandboxDaemonEnded(said)
        case .commandNotFound(let name): sandboxCommandNotFound(name)
        case .interrupted(let signal): sandboxInterrupted(Int(signal))
        case .system(let failure), .commandNotStarted(let failure): "\(failure)"
        case .notInSandbox: sandboxNotInside
        case .ended: sandboxEnded
        case .nobodyWaiting(let limit): sandboxNobodyWaiting(limit.wait(in: language))
        case .callEnded(let touches): sandboxCallEnded(touches)
        case .unwatched(let reason): sandboxUnwatched(reason)
        }
    }

    func text(_ missing: CompanionProgram.Missing) -> String {
        sandboxNoProgram(name: missing.name, directories: missing.searched.joined(separator: ", "))
    }
}
