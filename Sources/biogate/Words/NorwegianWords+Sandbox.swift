import GateGuidance

extension NorwegianWords {
    var sandboxForgets: String { "Alt i en sandkasse er borte når den avsluttes." }

    func text(_ failure: SandboxFailure) -> String {
        switch failure {
        case .noProgram(let name, let searched): "det finnes ingen \(name) i \(searched.joined(separator: ", "))"
        case .daemonEnded(let said): "tjenesten startet ikke: \(said)"
        case .commandNotFound(let name): "\(name): finnes ikke"
        case .interrupted(let signal): "avsluttet av signal \(signal)"
        case .system(let failure), .commandNotStarted(let failure): "\(failure)"
        case .notInSandbox: "BIOGATE_SANDBOX er ikke satt; kjør dette inne i `biogate sandbox -- …`"
        case .ended: "sandkassen er avsluttet; kjør dette mens `biogate sandbox -- …` kjører kommandoen sin"
        case .nobodyWaiting(let limit): "ingen forespørsel ventet på en berøring i \(limit.wait(in: language))"
        case .callEnded(let touches): "forespørselen var ferdig etter \(touches) av berøringene"
        case .unwatched(let reason): "tjenesten kan ikke følges: \(reason)"
        }
    }
}
