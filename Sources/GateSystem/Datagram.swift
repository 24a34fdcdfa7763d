internal import Glibc

enum Datagram {
    /// The longest wait for a slow receiver: its queue is short (`net.unix.max_dgram_qlen`).
    private static let patienceMicroseconds = 200_000

    /// Sends `bytes` to the socket at `path`, where a leading `@` means an abstract name (unix(7)); false if nothing
    /// receives them.
    @discardableResult
    static func send(_ bytes: [UInt8], to path: String) -> Bool {
        guard let address = UnixAddress(name: path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 0, tv_usec: Self.patienceMicroseconds)
        // The pointer is to a local of the size passed; without the option, the send may wait longer.
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        // The bytes are lent to the call with their count.
        let failure = unsafe address.apply(
            { unsafe sendto($0, bytes, bytes.count, Int32(MSG_NOSIGNAL), $1, $2) == bytes.count ? 0 : -1 },
            to: descriptor)
        return failure == 0
    }
}
