public import GateModel

/// The system's judgement of a password.
public enum PasswordVerdict: Hashable, Sendable {
    case right
    case wrong
    /// The account may not sign in at present: expired, locked, or refused by the system's policy.
    case refused
}

/// Why a password could not be judged.
public enum PasswordUnavailable: Error, Hashable, Sendable {
    /// There is no helper, or it cannot be started or reached.
    case missing
    /// The helper ended without an answer, or could not decide.
    case noAnswer
    /// No answer came in time; the password may have been compared nevertheless.
    case timeOver
}

/// Checks a user's password with the system.
public protocol PasswordChecker: Sendable {
    /// Whether the user has a password that can be checked.
    func hasPassword(_ user: User) async throws(PasswordUnavailable) -> Bool

    /// Checks a password; takes as long as the system's own delays, at most 10 s.
    func check(_ password: borrowing SecretBytes, of user: User) async throws(PasswordUnavailable) -> PasswordVerdict
}
