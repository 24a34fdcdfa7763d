import BiometricGate
import GateModel
import GateSystem

/// Why a command failed.
enum CommandFailure: Error {
    /// The daemon's refusal, or a failure to get its answer.
    case gate(GateClientError)
    /// A refusal that the command foresaw, in the user's language.
    case told(Guidance, ExitStatus)
    /// A failure reported when it happened, before the command went on.
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
