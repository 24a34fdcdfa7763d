import GateCore
import GateModel
import GateSystem

/// The system's accounts (`getpwuid_r`). A look-up may query a directory service, so it runs on its own thread and
/// blocks nothing else.
package actor AccountDatabase: AccountLookUp {
    private nonisolated let executor = BlockingExecutor(label: "biogate.accounts")

    package init() {}

    // The actor keeps the executor for as long as it lives.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func user(_ id: UserID) throws(LookUpFailed) -> (user: User, hasAccount: Bool) {
        let name = try found { () throws(SystemCallFailure) in try AccountEntry.name(of: id) }
        return (User(id: id, name: UserName(rawValue: name ?? ":\(id.rawValue)")), name != nil)
    }

    func number(of name: UserName) throws(LookUpFailed) -> UserID? {
        try found { () throws(SystemCallFailure) in try AccountEntry.number(of: name.rawValue) }
    }

    private func found<Value>(_ search: () throws(SystemCallFailure) -> Value?) throws(LookUpFailed) -> Value? {
        do throws(SystemCallFailure) {
            return try search()
        } catch {
            throw LookUpFailed(errno: error.errno)
        }
    }
}
