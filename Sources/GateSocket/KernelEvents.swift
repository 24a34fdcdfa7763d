import Glibc
import NIOCore
import NIOPosix

/// The kernel's messages about devices that come and go, on the serving loop (netlink(7), `NETLINK_KOBJECT_UEVENT`).
///
/// Only the kernel and root can send one. A message only says that it is worth looking. They also reach a process in
/// its own network namespace.
public final class KernelEvents: Sendable {
    /// The longest message is the kernel's buffer of 2,048 bytes (`UEVENT_BUFFER_SIZE`) and a header.
    private static let messageBytes = 8192
    /// The kernel's multicast group, not udev's.
    private static let kernelGroup: UInt32 = 1
    private static let protocolNumber: Int32 = 15

    private let channel: any Channel

    private init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Listens from before it returns until released; nil if the kernel offers no such socket.
    ///
    /// - Parameters:
    ///   - subsystems: the kernel's names of the wanted subsystems, such as `usb`.
    ///   - body: called on the loop when one of their devices came or went, or messages were lost.
    public static func listen(
        to subsystems: Set<String>, on loop: ServingLoop, _ body: @escaping @Sendable () -> Void
    ) async -> KernelEvents? {
        guard let socket = openSocket() else { return nil }
        let handler = KernelEventHandler(subsystems: subsystems, body: body)
        return await withCheckedContinuation { continuation in
            NIOPipeBootstrap(group: loop.eventLoop)
                // The kernel truncates a message that does not fit.
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
        // `sockaddr_nl`: family and padding, the port (0: the kernel chooses), the groups.
        let address = [UInt32(UInt16(AF_NETLINK).littleEndian), 0, kernelGroup]
        let failed = unsafe address.withUnsafeBytes { bytes in
            // The address, with its size, outlives the call.
            unsafe bind(
                number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) != 0
        }
        if failed { close(number) }
        return failed ? nil : number
    }
}

/// Parses a kernel message: `add@/devices/…`, then `NAME=value` each, every part ended by a NUL.
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
        // A `bind@` is left out: it reports each use of a device by any program.
        guard let head = words.first, head.starts(with: "add@".utf8) || head.starts(with: "remove@".utf8) else {
            return
        }
        if words.contains(where: { wanted.contains(Array($0)) }) { body() }
    }

    /// Also called when the socket's buffer overflowed: any device may have come.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { body() }
}
