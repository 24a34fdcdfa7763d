import GateSSH
import NIOCore
import NIOPosix

/// A connection to the agent behind this one. Its messages are passed through byte for byte.
final class UpstreamAgent: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<UpstreamHandler>

    private init(_ channel: any Channel, _ handler: NIOLoopBound<UpstreamHandler>) {
        self.channel = channel
        self.handler = handler
    }

    static func connect(to path: String) async throws -> UpstreamAgent {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(UpstreamHandler())
                }
            }
            .connect(unixDomainSocketPath: path).get()
        let handler = try await channel.eventLoop.submit {
            NIOLoopBound(
                try channel.pipeline.syncOperations.handler(type: UpstreamHandler.self), eventLoop: channel.eventLoop)
        }.get()
        return UpstreamAgent(channel, handler)
    }

    /// The answer to a message; nil if the agent has gone, or has not answered within `limit`, which ends the connection.
    func answer(to message: [UInt8], within limit: TimeAmount) async -> [UInt8]? {
        let (channel, handler) = (channel, handler)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                channel.eventLoop.execute {
                    let end = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
                    handler.value.expect(continuation, or: end)
                    channel.writeAndFlush(ByteBuffer(bytes: AgentFrameDecoder.frame(message)), promise: nil)
                }
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    func close() { channel.close(promise: nil) }
}

/// Gives each answer to the request that waits for it.
private final class UpstreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var decoder = AgentFrameDecoder()
    private var waiting: CheckedContinuation<[UInt8]?, Never>?
    /// Ends the wait.
    private var end: Scheduled<Void>?
    private var isClosed = false

    func expect(_ continuation: CheckedContinuation<[UInt8]?, Never>, or end: Scheduled<Void>) {
        guard !isClosed, waiting == nil else {
            end.cancel()
            return continuation.resume(returning: nil)
        }
        (waiting, self.end) = (continuation, end)
    }

    private func answer(_ message: [UInt8]?) {
        end?.cancel()
        waiting?.resume(returning: message)
        (waiting, end) = (nil, nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data).readableBytesView)
        do {
            while let message = try decoder.next() { answer(message) }
        } catch {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        answer(nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
