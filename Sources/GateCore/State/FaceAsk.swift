package import GateModel
import GateSystem
import GateVault

/// One scan of a user's finger for a program behind the face interface.
package struct FaceAsk: Sendable {
    package let user: UserID
    package let reader: ReaderID
    /// The only finger that may match; nil if any finger of the user's may.
    package let finger: Finger?
    /// The process that asked biogate-fprintd, for the journal.
    package let asker: FaceAsker
    /// Receives the events of the scan, up to its outcome.
    package let report: @Sendable (FaceAnswer) -> Void

    package init(
        user: UserID, reader: ReaderID, finger: Finger?, asker: FaceAsker,
        report: @escaping @Sendable (FaceAnswer) -> Void
    ) {
        self.user = user
        self.reader = reader
        self.finger = finger
        self.asker = asker
        self.report = report
    }

    /// How long a reader is armed at a time. After that it is armed again, without an event.
    static let round: Duration = .seconds(600)
    /// How long a reader waits for a finger beside a password without a touch.
    static let besidePassword: Duration = .seconds(60)
    /// How long a match beside a password can be taken. Later, another person may press Enter at the prompt.
    static let matchLifetime: Duration = .seconds(10)
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
package struct FaceAsker: Sendable {
    package let user: UserID?
    package let process: ProcessID?
    /// Whether systemd started the process outside the users' sessions; nil if that cannot be told.
    let isOutsideSessions: @Sendable () -> Bool?

    package init(
        user: UserID?, process: ProcessID?, isOutsideSessions: @escaping @Sendable () -> Bool? = { nil }
    ) {
        self.user = user
        self.process = process
        self.isOutsideSessions = isOutsideSessions
    }

    /// Whether a finger would log the user in: to a greeter or a console, and not to sudo.
    var isLogin: Bool { user == .root && isOutsideSessions() == true }
}
