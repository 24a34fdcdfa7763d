import Glibc
import NIOCore

/// Ends a connection for whoever holds it: closing alone leaves it open to the client for as long as a process that was
/// forked just then has not executed its program, and what the client writes until then is taken and never read.
final class HangUp: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all {
            // Fails only where there is no connection any more. What was sent stays to be read.
            _ = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: Int32) in
                _ = shutdown(socket, Int32(SHUT_RDWR))
            }
        }
        context.close(mode: mode, promise: promise)
    }
}
