import Glibc

/// The address of a Unix socket in the file system (`unix(7)`).
struct UnixAddress {
    /// Bytes of a path that fit in `sun_path` with their NUL.
    static let maximumLength = 107

    private var address = sockaddr_un()

    /// Nil where the path is empty, too long, or holds a NUL.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard (1...Self.maximumLength).contains(bytes.count), !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Calls `bind(2)` or `connect(2)`; 0, or the errno.
    func apply(
        _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, to socket: Int32
    ) -> Int32 {
        let result = unsafe withUnsafePointer(to: address) { pointer in
            // sockaddr_un is one of the layouts that sockaddr stands for.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe call(socket, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }
}
