import GateModel
import GateSystem
import Glibc

/// Whose number a number is.
protocol AccountLookUp: Sendable {
    /// The user with a number. A number without an account has a name that no account can have, so that rows written
    /// under an account that is gone do not become its successor's.
    func user(_ id: UserID) async throws(LookUpFailed) -> (user: User, hasAccount: Bool)
}

/// The system could not say whether there is an account.
struct LookUpFailed: Error {
    let errno: Int32
}

/// The system's accounts (`getpwuid_r`), which may ask a directory service: looked up on a thread of their own, so that
/// nobody else waits for that.
actor AccountDatabase: AccountLookUp {
    private nonisolated let executor = BlockingExecutor(label: "biogate.accounts")

    // The actor keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func user(_ id: UserID) throws(LookUpFailed) -> (user: User, hasAccount: Bool) {
        let name = try name(id)
        return (User(id: id, name: UserName(rawValue: name ?? ":\(id.rawValue)")), name != nil)
    }

    private func name(_ id: UserID) throws(LookUpFailed) -> String? {
        var capacity = 1024
        while capacity <= 1 << 20 {
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            var buffer = [CChar](repeating: 0, count: capacity)
            // Every pointer lives during the call; pw_name points into buffer and is copied before that goes.
            let (status, name) = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> (Int32, String?) in
                guard let start = buffer.baseAddress else { return (ERANGE, nil) }
                let status = unsafe getpwuid_r(id.rawValue, &entry, start, buffer.count, &found)
                guard status == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return (status, nil) }
                return (status, unsafe String(cString: name))
            }
            switch status {
            // Of a number that is in no file and no directory, services say the one or the other (getpwnam(3)).
            case 0, ENOENT, ESRCH: return name
            case EINTR: continue
            case ERANGE: capacity *= 4
            default: throw LookUpFailed(errno: status)
            }
        }
        throw LookUpFailed(errno: ERANGE)
    }
}
