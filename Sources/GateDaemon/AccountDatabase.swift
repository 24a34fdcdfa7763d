import GateModel
import Glibc

/// The system's accounts (`getpwuid_r`), which may ask a directory service: never called on the I/O thread.
struct AccountDatabase: Sendable {
    /// The user with a number. A number without an account has a name that no account can have, so that rows written
    /// under an account that is gone do not become its successor's.
    func user(_ id: UserID) -> User {
        User(id: id, name: UserName(rawValue: name(id) ?? ":\(id.rawValue)"))
    }

    private func name(_ id: UserID) -> String? {
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
            if status != ERANGE { return name }
            capacity *= 4
        }
        return nil
    }
}
