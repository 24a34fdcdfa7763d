package import GateModel

/// Looks up the system's accounts.
package protocol AccountLookUp: Sendable {
    /// The user with this number. A number without an account gets a name that no account can have, so that its rows
    /// never pass to a later account of the same number.
    func user(_ id: UserID) async throws(LookUpFailed) -> (user: User, hasAccount: Bool)

    /// The number of the account with this name; nil if there is none. A number may have several names.
    func number(of name: UserName) async throws(LookUpFailed) -> UserID?
}

/// The system did not say whether there is an account.
package struct LookUpFailed: Error {
    package let errno: Int32

    package init(errno: Int32) { self.errno = errno }
}
