import Glibc
import NIOCore
import NIOPosix

/// The kernel's messages about devices that come and go, on the serving loop (netlink(7), `NETLINK_KOBJECT_UEVENT`).
///
/// Nobody but the kernel and root can send one; it says only that it is worth looking. It reaches a process that has a
/// network of its own as well.
public final class KernelEvents: Sendable {
    /// The longest message is the kernel's buffer of 2,048 bytes (`UEVENT_BUFFER_SIZE`) with a head.
    private static let messageBytes = 8192
    /// That of the kernel, not udev's.
    private static let kernelGroup: UInt32 = 1
    private static let protocolNumber: Int32 = 15

    private let channel: any Channel

    private init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Listens from before it returns until it is let go; nil where the kernel gives no such socket.
    ///
    /// - Parameters:
    ///   - subsystems: the kernel's names of those that count, such as `usb`.
    ///   - body: called on the loop when a device of theirs has come or gone, or messages were lost.
    public static func listen(
        to subsystems: Set<String>, on loop: ServingLoop, _ body: @escaping @Sendable () -> Void
    ) async -> KernelEvents? {
        guard let socket = openSocket() else { return nil }
        let handler = KernelEventHandler(subsystems: subsystems, body: body)
        return await withCheckedContinuation { continuation in
            NIOPipeBootstrap(group: loop.eventLoop)
                // A message that does not fit is cut off by the kernel.
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: messageBytes))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler) }
                }
                .takingOwnershipOfDescriptor(input: socket)
                .whenComplete { result in
                    switch result {
                    case .success(let channel): continuation.resume(returning: KernelEvents(channel))
                    case .failure: continuation.resume(returning: nil)
                    }
                }
        }
    }

    deinit { channel.close(promise: nil) }

    private static func openSocket() -> Int32? {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_NETLINK, type, protocolNumber)
        guard number >= 0 else { return nil }
        // `sockaddr_nl`: family and padding, the port that the kernel is to choose, the groups.
        let address = [UInt32(UInt16(AF_NETLINK).littleEndian), 0, kernelGroup]
        let failed = unsafe address.withUnsafeBytes { bytes in
            // The address lives, with its size, for the length of the call.
            unsafe bind(
                number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) != 0
        }
        if failed { close(number) }
        return failed ? nil : number
    }
}

/// What the kernel says: `add@/devices/…`, then `NAME=value` each, with a NUL behind every one.
private final class KernelEventHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let wanted: Set<[UInt8]>
    private let body: @Sendable () -> Void

    init(subsystems: Set<String>, body: @escaping @Sendable () -> Void) {
        wanted = Set(subsystems.map { Array("SUBSYSTEM=\($0)".utf8) })
        self.body = body
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let words = Self.unwrapInboundIn(data).readableBytesView.split(separator: 0)
        // Not one that a driver was bound to: that is each use of a device by any program.
        guard let head = words.first, head.starts(with: "add@".utf8) || head.starts(with: "remove@".utf8) else {
            return
        }
        if words.contains(where: { wanted.contains(Array($0)) }) { body() }
    }

    /// Among them that the socket's buffer was full: any device may have come.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { body() }
}
