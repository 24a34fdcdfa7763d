import GateCore
import GateModel
import GateSystem
import Glibc

/// The system's accounts (`getpwuid_r`). A look-up may query a directory service, so it runs on its own thread and
/// blocks nothing else.
package actor AccountDatabase: AccountLookUp {
    private nonisolated let executor = BlockingExecutor(label: "biogate.accounts")

    package init() {}

    // The actor keeps the executor for as long as it lives.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func user(_ id: UserID) throws(LookUpFailed) -> (user: User, hasAccount: Bool) {
        let name = try name(id)
        return (User(id: id, name: UserName(rawValue: name ?? ":\(id.rawValue)")), name != nil)
    }

    func number(of name: UserName) throws(LookUpFailed) -> UserID? {
        // `entry` lends the call these pointers.
        try unsafe entry(
            { entry, start, count, found in
                unsafe getpwnam_r(name.rawValue, entry, start, count, found)
            }, reading: { entry in unsafe UserID(rawValue: entry.pw_uid) })
    }

    private func name(_ id: UserID) throws(LookUpFailed) -> String? {
        // `entry` lends the call these pointers.
        try unsafe entry(
            { entry, start, count, found in
                unsafe getpwuid_r(id.rawValue, entry, start, count, found)
            }, reading: { entry in unsafe entry.pw_name.map { unsafe String(cString: $0) } })
    }

    private typealias Search = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    /// Returns the value that `read` takes from the entry that `search` finds; nil if there is none.
    private func entry<Value>(
        _ search: Search, reading read: (passwd) -> Value?
    ) throws(LookUpFailed) -> Value? {
        var capacity = 1024
        while capacity <= 1 << 20 {
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            var buffer = [CChar](repeating: 0, count: capacity)
            // All pointers are valid during the call; `read` copies the entry's texts before the buffer goes.
            let (status, value) = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> (Int32, Value?) in
                guard let start = buffer.baseAddress else { return (ERANGE, nil) }
                let status = unsafe search(&entry, start, buffer.count, &found)
                guard status == 0, unsafe found != nil else { return (status, nil) }
                return (status, unsafe read(entry))
            }
            switch status {
            // Services differ in which of these they return for an unknown user (getpwnam(3)).
            case 0, ENOENT, ESRCH: return value
            case EINTR: continue
            case ERANGE: capacity *= 4
            default: throw LookUpFailed(errno: status)
            }
        }
        throw LookUpFailed(errno: ERANGE)
    }
}
