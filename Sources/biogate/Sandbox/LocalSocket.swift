import Glibc

/// A socket of the file system (unix(7)).
enum LocalSocket {
    /// Receives datagrams under a new name.
    static func receiver(at path: String) throws(SystemCallFailure) -> Descriptor {
        let socket = try make(SOCK_DGRAM, path)
        guard unsafe withAddress(path, { unsafe bind(socket.number, $0, $1) }) == 0 else {
            throw SystemCallFailure(function: "bind", path: path, errno: errno)
        }
        return socket
    }

    /// Listens under a new name.
    static func listener(at path: String) throws(SystemCallFailure) -> Descriptor {
        let socket = try make(SOCK_STREAM, path)
        guard unsafe withAddress(path, { unsafe bind(socket.number, $0, $1) }) == 0, listen(socket.number, 8) == 0
        else { throw SystemCallFailure(function: "bind", path: path, errno: errno) }
        return socket
    }

    /// Connects to who listens there.
    static func connection(to path: String) throws(SystemCallFailure) -> Descriptor {
        let socket = try make(SOCK_STREAM, path)
        guard unsafe withAddress(path, { unsafe connect(socket.number, $0, $1) }) == 0 else {
            throw SystemCallFailure(function: "connect", path: path, errno: errno)
        }
        return socket
    }

    private static func make(_ kind: __socket_type, _ path: String) throws(SystemCallFailure) -> Descriptor {
        // The longest path that an address holds, with its NUL.
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw SystemCallFailure(function: "socket", path: path, errno: ENAMETOOLONG)
        }
        let number = socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SystemCallFailure(function: "socket", path: path, errno: errno) }
        return Descriptor(owning: number, path: path)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // `make` has seen that the path fits; the address is a local, lent for the call with its size.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
