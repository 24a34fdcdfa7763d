public import GateModel

/// How a password was judged by the system.
public enum PasswordVerdict: Hashable, Sendable {
    case right
    case wrong
    /// The account may not sign in at present: expired, locked, or refused by the system's policy.
    case refused
}

/// The password could not be judged: the helper is down, or did not answer in time.
public struct PasswordUnavailable: Error, Hashable, Sendable {
    /// Whether it may have been compared all the same: the time was over before the answer came.
    public let isTimeOver: Bool

    public init(isTimeOver: Bool = false) {
        self.isTimeOver = isTimeOver
    }
}

/// Checks a user's password with the system.
public protocol PasswordChecker: Sendable {
    /// Whether the user has a password that could be checked.
    func hasPassword(_ user: User) async throws(PasswordUnavailable) -> Bool

    /// Asks the system; takes as long as the system's own delays take, at most 10 s.
    func check(_ password: borrowing SecretBytes, of user: User) async throws(PasswordUnavailable) -> PasswordVerdict
}
