import Glibc

/// One message to a Unix datagram socket.
enum Datagram {
    /// How long a receiver that is behind is waited for: its queue is short (`net.unix.max_dgram_qlen`).
    private static let patienceMicroseconds = 200_000

    /// Sends `bytes` to the socket at `path`, which begins with `@` where it is abstract (unix(7)); false where nobody
    /// takes them.
    @discardableResult
    static func send(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 0, tv_usec: Self.patienceMicroseconds)
        // The pointer is to a local of the size that is passed with it; without the option the send waits for longer.
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(path.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !path.isEmpty, path.count < capacity else { return false }
        // Each pointer is to a local of the size that is passed with it, for the length of the call.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.count } ?? 0)
        let sent = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        return sent == bytes.count
    }
}
