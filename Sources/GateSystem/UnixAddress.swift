package import Glibc

/// The address of a Unix socket (`unix(7)`).
package struct UnixAddress {
    /// The longest path that fits in `sun_path` with its NUL, in bytes.
    package static let maximumLength = 107

    private var address = sockaddr_un()
    private var length = socklen_t(MemoryLayout<sockaddr_un>.size)

    /// An address in the file system; nil if the path is empty, too long, or contains a NUL.
    package init?(path: String) {
        let bytes = Array(path.utf8)
        guard (1...Self.maximumLength).contains(bytes.count), !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Abstract if the name begins with `@`, as in systemd's notation; otherwise in the file system.
    package init?(name: String) {
        self.init(path: name)
        guard name.utf8.first == UInt8(ascii: "@") else { return }
        address.sun_path.0 = 0
        length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
    }

    /// Calls `bind(2)`, `connect(2)`, or a similar function that returns 0 on success; returns 0 or the errno.
    package func apply(
        _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, to socket: Int32
    ) -> Int32 {
        let result = unsafe withUnsafePointer(to: address) { pointer in
            // sockaddr_un is one of the layouts that sockaddr stands for.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe call(socket, generic, length)
            }
        }
        return result == 0 ? 0 : errno
    }
}
