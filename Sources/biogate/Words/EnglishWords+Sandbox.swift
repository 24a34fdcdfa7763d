import GateGuidance

extension EnglishWords {
    var sandboxForgets: String { "Everything in a sandbox is gone when it ends." }

    func text(_ failure: SandboxFailure) -> String {
        switch failure {
        case .noProgram(let name, let searched): "there is no \(name) in \(searched.joined(separator: ", "))"
        case .daemonEnded(let said): "the daemon did not start: \(said)"
        case .commandNotFound(let name): "\(name): not found"
        case .interrupted(let signal): "ended by signal \(signal)"
        case .system(let failure), .commandNotStarted(let failure): "\(failure)"
        case .notInSandbox: "BIOGATE_SANDBOX is not set; run this inside `biogate sandbox -- …`"
        case .ended: "the sandbox has ended; run this while `biogate sandbox -- …` runs its command"
        case .nobodyWaiting(let limit): "no call wanted a touch for \(limit.wait(in: language))"
        case .callEnded(let touches): "the call ended after \(touches) of the touches"
        case .unwatched(let reason): "the daemon cannot be watched: \(reason)"
        }
    }
}
