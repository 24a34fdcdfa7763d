import Glibc
import NIOCore

/// Shuts the connection down before closing it. A child process that has forked and not yet executed its program holds
/// a copy of the socket: closing alone would leave the client writing to a connection that nobody reads.
final class HangUp: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all {
            // Fails only if the connection is gone already. Sent bytes stay readable.
            _ = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: Int32) in
                _ = shutdown(socket, Int32(SHUT_RDWR))
            }
        }
        context.close(mode: mode, promise: promise)
    }
}
