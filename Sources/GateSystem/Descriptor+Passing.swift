import Glibc

// Descriptors that a process gives to the peer of its socket (unix(7), `SCM_RIGHTS`).
extension Descriptor {
    /// A cmsghdr of 64-bit Linux: its length in 8 bytes, level and type in 4 each; then the descriptor.
    private static let header: [UInt64] = [20, UInt64(SOL_SOCKET) | UInt64(SCM_RIGHTS) << 32]

    /// Sends bytes, and a descriptor with the first of them. Returns the number of bytes sent, or -1 with `errno`.
    @discardableResult
    package static func send(_ bytes: [UInt8], with descriptor: Int32?, to socket: Int32) -> Int {
        var control = header + [UInt64(descriptor ?? 0)]
        // All pointers live during the call, and the kernel gets their sizes.
        return unsafe control.withUnsafeMutableBytes { control in
            unsafe bytes.withUnsafeBytes { bytes in
                var part = unsafe iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    if descriptor != nil {
                        unsafe message.msg_control = control.baseAddress
                        unsafe message.msg_controllen = control.count
                    }
                    return unsafe sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Waits for one byte and the descriptor sent with it; nil if the peer leaves, or sends no descriptor.
    package static func received(on socket: Int32, path: String) -> Descriptor? {
        var control: [UInt64] = [0, 0, 0]
        var byte: UInt8 = 0
        // As above.
        let count = unsafe control.withUnsafeMutableBytes { control in
            unsafe withUnsafeMutableBytes(of: &byte) { byte in
                var part = unsafe iovec(iov_base: byte.baseAddress, iov_len: 1)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe recvmsg(socket, &message, Int32(MSG_CMSG_CLOEXEC))
                }
            }
        }
        guard count == 1, control.starts(with: header) else { return nil }
        return Descriptor(owning: Int32(truncatingIfNeeded: control[2]), path: path)
    }
}
