import GateModel
import GateSystem

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
}

/// Who asked the program that asks here, as that says.
struct FaceAsker: Sendable {
    let user: UserID?
    let process: ProcessID?
}
