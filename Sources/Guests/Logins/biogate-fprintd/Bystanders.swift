import GateModel
import GateSystem

/// Looks up system accounts, perhaps at a directory service, on its own thread: only callers that need a name wait.
actor AccountNames {
    private nonisolated let executor = BlockingExecutor(label: "biogate-fprintd.accounts")

    // The actor keeps the executor as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The number of the account with this name; nil if there is none.
    func number(of name: String) -> UserID? {
        // A NUL would cut the name short.
        name.isEmpty || name.utf8.contains(0) ? nil : UserID(account: name)
    }

    /// The name of the account with this number; nil if there is none or the look-up fails.
    func name(of user: UserID) -> String? { (try? AccountEntry.name(of: user)) ?? nil }
}
