internal import GateSystem
internal import Glibc

/// A socket in the file system (unix(7)).
enum LocalSocket {
    /// Receives datagrams under a new name.
    static func receiver(at path: String) throws(SystemCallFailure) -> Descriptor {
        try bound(SOCK_DGRAM, path)
    }

    /// Listens under a new name.
    static func listener(at path: String) throws(SystemCallFailure) -> Descriptor {
        let socket = try bound(SOCK_STREAM, path)
        try socket.checked("listen") { listen($0, 8) }
        return socket
    }

    /// Passes each connection to `body`, one at a time on a separate thread, until the process ends.
    static func acceptAll(_ listener: consuming Descriptor, _ body: @escaping @Sendable (Int32) -> Void) {
        let thread = startThread { [number = fcntl(listener.number, F_DUPFD_CLOEXEC, 3)] in
            while true {
                let connection = Descriptor.accepted(on: number)
                if connection >= 0 {
                    body(connection)
                } else if errno != EINTR && errno != ECONNABORTED {
                    return
                }
            }
        }
        pthread_detach(thread)
    }

    /// Whether a socket of that name is open (proc_net(5), `/proc/net/unix`).
    static func isBound(_ path: String) -> Bool {
        guard let sockets = try? Descriptor.open("/proc/net/unix", O_RDONLY).readAll() else { return false }
        let name = Array((" " + path).utf8)
        return sockets.split(separator: UInt8(ascii: "\n")).contains { $0.suffix(name.count).elementsEqual(name) }
    }

    private static func bound(
        _ kind: __socket_type, _ path: String
    ) throws(SystemCallFailure) -> Descriptor {
        guard let address = UnixAddress(path: path) else {
            throw SystemCallFailure(function: "bind", path: path, errno: path.isEmpty ? ENOENT : ENAMETOOLONG)
        }
        let number = try checked("socket", path) { socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        let made = Descriptor(owning: number, path: path)
        let code = unsafe address.apply(bind, to: number)
        guard code == 0 else { throw SystemCallFailure(function: "bind", path: path, errno: code) }
        return made
    }
}

extension Descriptor {
    /// Nil at the end.
    borrowing func nextByte() -> UInt8? { readMore(1)?.first }

    /// Waits for bytes, and returns at most that many; nil at the end.
    borrowing func readMore(_ limit: Int) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: limit)
        // The buffer belongs to the call alone; its size is passed with it.
        let count = unsafe buffer.withUnsafeMutableBytes { try? unsafe readSome(into: $0) }
        return count.flatMap { $0 > 0 ? buffer.prefix($0) : nil }
    }
}
