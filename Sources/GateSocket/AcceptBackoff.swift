import NIOCore

/// Pauses accepting after a failure for lack of descriptors or memory, where an immediate retry would only spin.
final class AcceptBackoff: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let rest: TimeAmount = .milliseconds(200)
    private var isResting = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        guard !isResting else { return }
        isResting = true
        setReading(false, context)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.rest) {
            self.isResting = false
            self.setReading(true, context.value)
        }
    }

    private func setReading(_ reads: Bool, _ context: ChannelHandlerContext) {
        // Fails only on a closed channel, which accepts nothing.
        try? context.channel.syncOptions?.setOption(.autoRead, value: reads)
    }
}
