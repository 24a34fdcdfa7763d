import GateGuidance
import GateModel
import GateWire

extension Finding {
    /// The lockout of the caller's fingers at logins; nil without one.
    init?(locking report: AvailabilityReport, _ settings: Settings, in language: Language) {
        guard let lockout = report.loginLockout else { return nil }
        let end = LockoutEnd(report, settings)
        let command =
            switch end {
            case .pin, .password, .pinOrPassword: Guidance.commandToEndLockout(with: report.fallbacks, in: language)
            // A pause ends by itself.
            case .newPIN: lockout.retryAfter == nil ? "biogate pin set" : nil
            case .later: String?.none
            }
        self = .loginsLocked(lockout, end, command: command)
    }

    /// Explains why the service refuses a call about the caller's own data; nil if the refusal explains itself. `words`
    /// are the service's own.
    init?(refusal: GateError, words: String) {
        switch refusal {
        // The service answers and so has the root key: it refuses only the caller's rows.
        case .sealingUnavailable(.policyFailed): self = .oldCopy
        case .sealingUnavailable(let reason): self = .sealed(reason)
        case .storageFailed: self = .dataUnusable
        case .notPermitted(.accountChanged): self = .accountChanged(words)
        case .notPermitted: self = .accountRefused(words)
        case .credentialUnavailable: self = .helperSilent
        case .credentialNotSet(.password): self = .noPassword
        default: return nil
        }
    }
}
