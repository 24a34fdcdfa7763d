public import GateSecret
package import GateSystem
public import GateWire
import Glibc
import NIOCore
import NIOPosix

/// Receives the frames of a `FrameLine`, on the loop, where it must not block.
public protocol FrameReceiver: AnyObject, Sendable {
    /// Takes a whole frame without its NUL; false closes the line.
    func received(_ frame: borrowing SecretBytes) -> Bool

    /// The connection is gone. Called once.
    func ended()
}

/// A connection to one of our own processes, on the serving loop, in whole frames.
public final class FrameLine: Sendable {
    private let channel: any Channel

    private init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Serves a copy of a connected stream socket's descriptor; nil if the loop cannot watch it.
    ///
    /// - Parameter limit: the longest incoming frame in bytes.
    package static func open(
        _ socket: borrowing Descriptor, on loop: ServingLoop, limit: Int, receiver: any FrameReceiver
    ) async -> FrameLine? {
        let copy = fcntl(socket.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard copy >= 0 else { return nil }
        return await withCheckedContinuation { continuation in
            ClientBootstrap(group: loop.eventLoop)
                .channelOption(.allocator, value: WipingAllocator.allocator)
                // Lets other connections have a turn between reads.
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

    /// Sends a frame after the earlier ones.
    public func send(_ frame: consuming OutgoingFrame) {
        channel.writeAndFlush(WipingAllocator.buffer(holding: frame), promise: nil)
    }

    /// Ends the connection and tells the receiver.
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
