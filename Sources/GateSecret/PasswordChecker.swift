public import GateModel

/// How a password was judged by the system.
public enum PasswordVerdict: Hashable, Sendable {
    case right
    case wrong
    /// The account may not sign in at present: expired, locked, or refused by the system's policy.
    case refused
}

/// Why a password could not be judged.
public enum PasswordUnavailable: Error, Hashable, Sendable {
    /// Nobody is there to ask: no helper, or none that can be started or reached.
    case missing
    /// The helper ended without an answer, or said that it does not know.
    case noAnswer
    /// The time was over before the answer came; the password may have been compared all the same.
    case timeOver
}

/// Checks a user's password with the system.
public protocol PasswordChecker: Sendable {
    /// Whether the user has a password that could be checked.
    func hasPassword(_ user: User) async throws(PasswordUnavailable) -> Bool

    /// Asks the system; takes as long as the system's own delays take, at most 10 s.
    func check(_ password: borrowing SecretBytes, of user: User) async throws(PasswordUnavailable) -> PasswordVerdict
}
