import GateModel
import GateSystem
import GateVault

/// One scan of a user's finger for a program behind the face interface.
struct FaceAsk: Sendable {
    let user: UserID
    let reader: ReaderID
    /// The only finger that may match; nil where any of the user's may.
    let finger: Finger?
    /// Who asked whoever calls, for the journal.
    let asker: FaceAsker
    /// Told of the scan as it goes on, up to its outcome.
    let report: @Sendable (FaceAnswer) -> Void

    /// How long a reader is armed at a time; it is armed anew then, without a sign.
    static let round: Duration = .seconds(600)
    /// How long somebody who is being logged in waits for a reader before other ways are better.
    static let patience: Duration = .seconds(1)

    /// The prints that the ask is about.
    func prints(of account: Account) -> [Print] {
        account.kept.prints.filter {
            $0.reader == reader && account.isEnrolled($0.id) && (finger == nil || $0.finger == finger)
        }
    }
}

/// Who asked the program that asks here, as that says.
struct FaceAsker: Sendable {
    let user: UserID?
    let process: ProcessID?
}
