import BiometricGate
import GateModel
import GateSystem

/// Why a command ends without having done what it was asked for.
enum CommandFailure: Error {
    /// The daemon's refusal, or none of its answers.
    case gate(GateClientError)
    /// What the daemon would have refused, in the user's language.
    case told(Guidance, ExitStatus)
    /// What was told when it happened, before the command went on with the rest.
    case explained(ExitStatus)
    /// A line for the user, in their language.
    case refused(String, ExitStatus)
    /// A system call that failed.
    case system(SystemCallFailure)

    var status: ExitStatus {
        switch self {
        case .gate(let error): ExitStatus(error)
        case .refused(_, let status), .told(_, let status), .explained(let status): status
        case .system(let failure): failure.isMissing ? .noFile : .unexpected
        }
    }
}
