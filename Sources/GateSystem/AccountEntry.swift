package import GateModel
internal import Glibc

/// The system's accounts (getpwnam_r(3)). A look-up may ask a directory service, and so take seconds.
package enum AccountEntry {
    /// The number of the account with this name; nil if there is none.
    package static func number(of name: String) throws(SystemCallFailure) -> UserID? {
        // `find` lends the call these pointers.
        try unsafe find(
            "getpwnam_r", { unsafe getpwnam_r(name, $0, $1, $2, $3) }, reading: { unsafe UserID(rawValue: $0.pw_uid) })
    }

    /// The name of the account with this number; nil if there is none.
    package static func name(of user: UserID) throws(SystemCallFailure) -> String? {
        // `find` lends the call these pointers.
        try unsafe find(
            "getpwuid_r", { unsafe getpwuid_r(user.rawValue, $0, $1, $2, $3) },
            reading: { entry in unsafe entry.pw_name.map { unsafe String(cString: $0) } })
    }

    private typealias Search = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    /// Returns the value that `read` takes from the entry that `search` finds; nil if there is none.
    private static func find<Value>(
        _ function: String, _ search: Search, reading read: (passwd) -> Value?
    ) throws(SystemCallFailure) -> Value? {
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
            default: throw SystemCallFailure(function: function, path: "", errno: status)
            }
        }
        throw SystemCallFailure(function: function, path: "", errno: ERANGE)
    }
}
