public import GateSecret
package import GateSystem
public import GateWire
import Glibc
import NIOCore
import NIOPosix

/// Who is told what comes over a `FrameLine`, on the loop, where nothing may wait.
public protocol FrameReceiver: AnyObject, Sendable {
    /// A whole frame without its NUL; false where nothing more is to be read: the line is closed then.
    func received(_ frame: borrowing SecretBytes) -> Bool

    /// The connection is gone; told once.
    func ended()
}

/// A connection to a process of our own, on the serving loop: whole frames in, whole frames out.
public final class FrameLine: Sendable {
    private let channel: any Channel

    private init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Serves a copy of a connected stream socket's descriptor; nil where the loop cannot watch it.
    ///
    /// - Parameter limit: the longest frame in bytes that is taken in.
    package static func open(
        _ socket: borrowing Descriptor, on loop: ServingLoop, limit: Int, receiver: any FrameReceiver
    ) async -> FrameLine? {
        let copy = fcntl(socket.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard copy >= 0 else { return nil }
        return await withCheckedContinuation { continuation in
            ClientBootstrap(group: loop.eventLoop)
                .channelOption(.allocator, value: WipingAllocator.allocator)
                // Whoever else is served on the loop has a turn between what is read at once.
                .channelOption(.maxMessagesPerRead, value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(FrameHandler(limit: limit, receiver: receiver))
                    }
                }
                .withConnectedSocket(copy)
                .whenComplete { result in
                    switch result {
                    case .success(let channel): continuation.resume(returning: FrameLine(channel))
                    case .failure: continuation.resume(returning: nil)
                    }
                }
        }
    }

    /// Sends a frame behind those before it.
    public func send(_ frame: consuming OutgoingFrame) {
        channel.writeAndFlush(WipingAllocator.buffer(holding: frame), promise: nil)
    }

    /// Ends the connection, of which the receiver is told.
    public func close() {
        channel.close(promise: nil)
    }
}

private final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let receiver: any FrameReceiver
    private var decoder: FrameDecoder
    private var isClosing = false

    init(limit: Int, receiver: any FrameReceiver) {
        decoder = FrameDecoder(limit: limit)
        self.receiver = receiver
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unsafe Self.unwrapInboundIn(data).withBytesThenWiped { bytes in
            guard !isClosing else { return }
            unsafe decoder.append(bytes)
        }
        do {
            while !isClosing, let frame = try decoder.nextFrame() {
                if !receiver.received(frame) { close(context) }
            }
        } catch {
            close(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosing = true
        receiver.ended()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(context)
    }

    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        context.close(promise: nil)
    }
}
