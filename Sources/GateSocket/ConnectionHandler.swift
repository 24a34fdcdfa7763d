import GateWire
import NIOCore

/// One connection on its event loop: passes events to its `Conversation` and carries out the resulting actions.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let client: ClientConnection
    private let limits: GateListenerConfiguration
    private let handler: any CallHandler
    private let rota: CallRota
    private let urgentCalls: UrgentCalls
    private let budget: ByteBudget
    private let whenGone: () -> Void

    /// Nil once the connection is gone.
    private(set) var context: ChannelHandlerContext?
    private var conversation: Conversation
    /// Whether an event is being handled further up the stack.
    private var isAdvancing = false
    private var messageDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?

    init(
        client: ClientConnection, handler: any CallHandler, limits: GateListenerConfiguration,
        rota: CallRota, urgentCalls: UrgentCalls, budget: ByteBudget, whenGone: @escaping () -> Void
    ) {
        self.client = client
        self.handler = handler
        self.limits = limits
        self.rota = rota
        self.urgentCalls = urgentCalls
        self.budget = budget
        self.whenGone = whenGone
        conversation = Conversation(
            limits: limits, interface: handler.interface, urgentMethods: handler.urgentMethods)
    }

    /// Memory that the client makes this connection hold, in bytes.
    var heldBytes: Int { conversation.heldBytes }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if client.isRefused { start(&messageDeadline, limits.messageTimeout) { $0.leave() } }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        rota.looked()
        advance { unsafe Self.unwrapInboundIn(data).withBytesThenWiped { unsafe conversation.received($0) } }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        advance {
            guard context.channel.isWritable else { return conversation.stalled() }
            guard let progress = conversation.freed() else { return }
            write(progress)
            flush()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let signal as ConnectionSignal: advance { received(signal) }
        case ChannelEvent.inputClosed: advance { conversation.inputEnded() }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func received(_ signal: ConnectionSignal) {
        switch signal {
        case .answersPosted:
            let posted = client.takeAnswers()
            // A result may have taken along what another signal was sent for.
            guard !posted.isEmpty else { return }
            for answer in posted { self.answer(answer) }
            // Flushed before the caller that answered goes on.
            flush()
        case .urgentCallEnded:
            rota.stepped()
            conversation.urgentMayGoOn()
        case .finish:
            conversation.finish()
            urgentCalls.leave(client)
        case .close: conversation.leave()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func end() {
        guard let told = conversation.end() else { return }
        context = nil
        _ = budget.allows(0, insteadOf: told)
        messageDeadline?.cancel()
        writeDeadline?.cancel()
        leave()
        // Closing costs as much as a call: a client that connects and leaves without end must not delay others' calls.
        if rota.mayTake(of: client.claimant) { gone() } else { rota.wait(of: client.claimant) { self.gone() } }
    }

    private func gone() {
        rota.took(of: client.claimant)
        handler.closed(client)
        whenGone()
    }

    // MARK: Actions

    /// Handles an event and then its actions. An event caused by an action leaves its actions to the outer loop.
    private func advance(after event: () -> Void) {
        guard !isAdvancing else { return event() }
        isAdvancing = true
        defer { isAdvancing = false }
        event()
        while let action = conversation.next() { perform(action) }
    }

    private func perform(_ action: consuming Conversation.Action) {
        switch consume action {
        case .take: take()
        case .serveUrgent: serveUrgent()
        case .serve(let call, let number): serve(call, number)
        case .refuse(let fault): if let frame = fault.reply { write(WipingAllocator.buffer(holding: frame)) }
        case .flush: flush()
        case .hold(let bytes, let before): if !budget.allows(bytes, insteadOf: before) { conversation.cut() }
        case .read(let reads):
            // Fails only on a closed channel, which reads nothing.
            try? context?.channel.syncOptions?.setOption(.autoRead, value: reads)
        case .startMessageDeadline:
            start(&messageDeadline, limits.messageTimeout) { $0.leave() }
        case .stopMessageDeadline: messageDeadline?.cancel()
        case .startWriteDeadline:
            start(&writeDeadline, limits.writeTimeout) { $0.cut() }
        case .stopWriteDeadline: writeDeadline?.cancel()
        case .leave: leave()
        case .close: context?.close(promise: nil)
        }
    }

    private func take() {
        guard rota.mayTake(of: client.claimant) else {
            conversation.rest()
            return rota.wait(of: client.claimant) { self.advance { self.conversation.goOn() } }
        }
        guard let (taken, bytes) = conversation.takeFrame() else { return }
        rota.took(bytes, of: client.claimant)
        switch taken {
        case .call: break
        case .broken(let message): handler.received(message, on: client)
        }
    }

    private func serveUrgent() {
        guard let turn = urgentCalls.begin(client), let call = conversation.takeUrgent() else {
            return conversation.urgentWaits()
        }
        rota.stepped()
        let responder = CallResponder(client: client, call: .unanswered, more: call.more, oneway: true, turn: turn)
        _ = handler.handle(call, on: client, responder: responder)
    }

    private func serve(_ call: consuming IncomingCall, _ number: CallNumber) {
        rota.stepped()
        let oneway = call.oneway
        let responder = CallResponder(client: client, call: number, more: call.more, oneway: oneway)
        switch handler.handle(call, on: client, responder: responder) {
        case .pending: break
        case .reply(let frame):
            answer(Answer(call: number, kind: .result, bytes: oneway ? nil : WipingAllocator.buffer(holding: frame)))
        }
        if client.isRefused { conversation.leave() }
    }

    private func answer(_ answer: Answer) {
        let count = answer.bytes?.readableBytes ?? 0
        switch answer.kind {
        case .result: rota.answered(count, client.claimant)
        case .progress, .change: rota.told(count, client.claimant)
        }
        if let bytes = conversation.answered(answer) { write(bytes) }
    }

    private func write(_ bytes: ByteBuffer) {
        let count = bytes.readableBytes
        guard let context, conversation.mayWrite(count) else { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in self.advance { self.conversation.wrote(count) } }
        context.write(Self.wrapOutboundOut(bytes), promise: written)
    }

    private func flush() {
        conversation.flushed()
        context?.flush()
    }

    private func leave() {
        client.markClosed()
        urgentCalls.leave(client)
    }

    private func start(
        _ deadline: inout Scheduled<Void>?, _ timeout: Duration, _ pass: @escaping (inout Conversation) -> Void
    ) {
        deadline?.cancel()
        deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(timeout)) {
            self.advance { pass(&self.conversation) }
        }
    }
}
