import GateSystem
import Glibc

/// The right to show a daemon's waiting calls on the desktop of this user. It is a lock on an open file, and goes with the
/// process, however that ends.
final class OnlyAgent {
    /// What `take` comes to.
    enum Taking {
        case taken(OnlyAgent)
        case anotherHasIt
        /// There is no place for the lock: nobody can be told from anybody.
        case impossible
    }

    private var file: Descriptor

    private init(_ file: consuming Descriptor) { self.file = file }

    /// `socket` is the daemon's, `directory` the user's runtime directory. Does not wait.
    static func take(for socket: String, in directory: String?) -> Taking {
        guard let directory else { return .impossible }
        let name = socket.map { $0 == "/" ? "-" : String($0) }.joined()
        do throws(SystemCallFailure) {
            var file = try Descriptor.open("\(directory)/biogate-agent\(name).lock", O_RDWR | O_CREAT)
            try file.lock()
            return .taken(OnlyAgent(file))
        } catch {
            return error.errno == EWOULDBLOCK ? .anotherHasIt : .impossible
        }
    }
}
