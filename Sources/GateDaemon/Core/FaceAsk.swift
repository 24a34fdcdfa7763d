import GateModel
import GateSystem
import GateVault

/// One scan of a user's finger for a program behind the face interface.
struct FaceAsk: Sendable {
    let user: UserID
    let reader: ReaderID
    /// The only finger that may match; nil if any finger of the user's may.
    let finger: Finger?
    /// The process that asked biogate-fprintd, for the journal.
    let asker: FaceAsker
    /// Receives the events of the scan, up to its outcome.
    let report: @Sendable (FaceAnswer) -> Void

    /// How long a reader is armed at a time. After that it is armed again, without an event.
    static let round: Duration = .seconds(600)
    /// How long a login waits for a reader before it should fall back to the password.
    static let patience: Duration = .seconds(1)

    /// The prints that may match.
    func prints(of account: Account) -> [Print] {
        account.kept.prints.filter {
            $0.reader == reader && account.isEnrolled($0.id) && (finger == nil || $0.finger == finger)
        }
    }
}

/// The process that asked the calling program, according to that program.
struct FaceAsker: Sendable {
    let user: UserID?
    let process: ProcessID?
}
