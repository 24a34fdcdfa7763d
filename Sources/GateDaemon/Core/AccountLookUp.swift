import GateModel

/// Whose number a number is.
protocol AccountLookUp: Sendable {
    /// The user with a number. A number without an account has a name that no account can have, so that rows written
    /// under an account that is gone do not become its successor's.
    func user(_ id: UserID) async throws(LookUpFailed) -> (user: User, hasAccount: Bool)

    /// The number of the account with a name; nil where there is none. A number may have several names.
    func number(of name: UserName) async throws(LookUpFailed) -> UserID?
}

/// The system could not say whether there is an account.
struct LookUpFailed: Error {
    let errno: Int32
}
