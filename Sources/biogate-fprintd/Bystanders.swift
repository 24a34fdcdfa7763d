import GateModel
import GateSystem
import Glibc

/// The system's accounts, which may ask a directory service: looked up on a thread of their own, so that no other caller
/// waits for that but those who want a name as well.
actor AccountNames {
    private nonisolated let executor = BlockingExecutor(label: "biogate-fprintd.accounts")

    // The actor keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The number of the account with a name; nil where there is none.
    func number(of name: String) -> UserID? {
        // A name with a NUL would be cut there.
        name.isEmpty || name.utf8.contains(0) ? nil : UserID(account: name)
    }

    /// The name of the account with a number; nil where there is none, or nobody says.
    func name(of user: UserID) -> String? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var room = [CChar](repeating: 0, count: 65_536)
        // Every pointer lives during the call; pw_name points into the room and is copied before that goes.
        return unsafe room.withUnsafeMutableBufferPointer { room -> String? in
            guard let start = room.baseAddress,
                unsafe getpwuid_r(user.rawValue, &entry, start, room.count, &found) == 0, unsafe found != nil,
                let name = unsafe entry.pw_name
            else { return nil }
            return unsafe String(cString: name)
        }
    }
}
