import Glibc

/// Listening sockets bound by another process and passed to this one.
enum InheritedSocket {
    /// Takes over a descriptor in the state it is passed in: open across exec and blocking.
    static func adopt(_ descriptor: Int32) throws(GateListenerError) {
        guard option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
            option(SO_ACCEPTCONN, of: descriptor) == 1
        else { throw .notListening(descriptor: descriptor) }
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw .system(call: "fcntl", errno: errno) }
    }

    /// Ends the connections that wait to be accepted, at most `maximum`, so that a stream of new ones does not hold it.
    static func turnAway(_ descriptor: Int32, atMost maximum: Int = 4096) {
        guard option(SO_ACCEPTCONN, of: descriptor) == 1 else { return }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        for _ in 0..<maximum {
            let client = accept(descriptor, nil, nil)
            if client >= 0 { close(client) } else if errno != EINTR && errno != ECONNABORTED { return }
        }
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
