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

/// The system's record of a user's password.
public enum PasswordDigest: Hashable, Sendable {
    /// A digest of the account's name and its entry in the shadow database, under the key of the question.
    case set([UInt8])
    /// The account has no password that could be typed: empty, locked or disabled.
    case notSet
}

/// Checks a user's password with the system.
public protocol PasswordChecker: Sendable {
    /// Whether the user has a password that can be checked.
    func hasPassword(_ user: User) async throws(PasswordUnavailable) -> Bool

    /// Checks a password; takes as long as the system's own delays, at most 10 s.
    func check(_ password: borrowing SecretBytes, of user: User) async throws(PasswordUnavailable) -> PasswordVerdict

    /// A digest that changes with the password. Throws `noAnswer` for an account that is in no shadow database.
    ///
    /// - Parameter key: 32 bytes.
    func digest(of user: User, under key: [UInt8]) async throws(PasswordUnavailable) -> PasswordDigest
}
