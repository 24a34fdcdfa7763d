import GateModel
import GateSecret
import GateWire
import NIOCore

/// One connection on its event loop: cuts the stream into calls, hands them over in order, and writes the answers.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let client: ClientConnection
    let limits: GateListenerConfiguration
    private let handler: any CallHandler
    private let rota: CallRota
    private let urgentCalls: UrgentCalls
    private let budget: ByteBudget
    private let whenGone: () -> Void

    /// Nil from the moment the connection is gone.
    private(set) var context: ChannelHandlerContext?
    private var decoder: FrameDecoder
    /// Bytes taken in that belong to no frame yet.
    private var partialBytes = 0
    private var framesTaken: UInt64 = 0
    private var queue = CallQueue()
    /// An urgent call, until there is room for it; nothing overtakes it.
    private var urgent: IncomingCall?
    private var urgentBytes = 0
    private var lastCall = CallNumber.unanswered
    /// The call that is not fully answered.
    private var current: CallNumber?
    /// The newest progress, where the client reads too slowly for all of it.
    private var heldProgress: ByteBuffer?

    private var isPumping = false
    private var isReading = true
    /// The user has had enough in this round.
    private var isResting = false
    private var inputClosed = false
    /// Nothing more is taken: the last that was taken is no call.
    private var isBroken = false
    private var isFinishing = false
    /// Nothing is served any more; what was written is still sent.
    private var isClosing = false

    private var unwrittenBytes = 0
    /// What the budget was told last.
    private var toldBytes = 0
    private var messageDeadline: (frame: UInt64, task: Scheduled<Void>)?
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
        decoder = FrameDecoder(limit: limits.messageBytes)
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        rota.looked()
        let buffer = Self.unwrapInboundIn(data)
        unsafe buffer.withBytesThenWiped { bytes in
            guard !isClosing, !isFinishing else { return }
            unsafe decoder.append(bytes)
            partialBytes += bytes.count
        }
        pump()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable, let bytes = heldProgress else { return }
        heldProgress = nil
        write(bytes)
        flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ConnectionSignal.answersPosted: writeAnswers()
        case ConnectionSignal.urgentCallEnded: rota.stepped()
        case ConnectionSignal.finish: isFinishing = true
        case ConnectionSignal.close: return closeWhenWritten()
        // The client sends nothing more and may still read: what it has asked for is answered.
        case ChannelEvent.inputClosed: inputClosed = true
        default: return context.fireUserInboundEventTriggered(event)
        }
        pump()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func end() {
        guard context != nil else { return }
        context = nil
        _ = budget.allows(0, insteadOf: toldBytes)
        isClosing = true
        current = nil
        heldProgress = nil
        dropCalls()
        messageDeadline?.task.cancel()
        writeDeadline?.cancel()
        client.markClosed()
        handler.closed(client)
        whenGone()
    }

    // MARK: Calls

    /// Serves what has come as far as order and room allow. A handler that answers at once comes back here: the loop
    /// goes on with it.
    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        if isFinishing { dropCalls() }
        while !isClosing, serveUrgent() {
            if current == nil, let work = queue.popFirst() {
                serve(work)
            } else if isFinishing || isBroken || !hasRoom || !mayTakeFrame() || !takeFrame() {
                break
            }
        }
        flush()
        guard !isClosing, keepsToBudget() else { return }
        let isPaused = (isResting || urgent != nil) && !isFinishing
        if current == nil, !isPaused, inputClosed || isFinishing { return closeWhenWritten() }
        setReading(hasRoom && !isPaused && !isFinishing && !inputClosed && !isBroken)
        watchMessage()
    }

    /// Where not, goes on by itself in a later round.
    private func mayTakeFrame() -> Bool {
        guard !isResting else { return false }
        guard !rota.mayTake(of: client.claimant) else { return true }
        isResting = true
        rota.wait(of: client.claimant) {
            self.isResting = false
            self.pump()
        }
        return false
    }

    private var hasRoom: Bool {
        if current == nil, queue.count == 0 { return true }
        return queue.count < limits.queuedCalls && queue.bytes + partialBytes <= limits.messageBytes
    }

    /// Bytes of memory that the client makes this connection hold.
    var heldBytes: Int {
        decoder.capacity + queue.heldBytes + (current == nil ? 0 : queue.bytesOfLast) + unwrittenBytes
            + (urgent == nil ? 0 : urgentBytes) + (heldProgress?.readableBytes ?? 0)
    }

    /// False where the connection is closed because it holds too much.
    private func keepsToBudget() -> Bool {
        guard let context else { return false }
        let before = toldBytes
        toldBytes = heldBytes
        guard toldBytes != before, !budget.allows(toldBytes, insteadOf: before) else { return true }
        context.close(promise: nil)
        return false
    }

    /// False where no whole frame is left.
    private func takeFrame() -> Bool {
        let frame: SecretBytes
        do throws(FrameFault) {
            guard let next = try decoder.nextFrame() else { return false }
            frame = next
        } catch {
            handler.received(.tooLong, on: client)
            closeWhenWritten()
            return false
        }
        partialBytes -= frame.count + 1
        framesTaken += 1
        rota.took(of: client.claimant)
        do throws(CallFault) {
            let call = try IncomingCall.decode(frame)
            if call.oneway, handler.isUrgent(call.method) {
                urgent = consume call
                urgentBytes = frame.count
            } else {
                queue.append(.call(call), bytes: frame.count)
            }
        } catch {
            if error.endsConnection {
                isBroken = true
                handler.received(error == .notACall ? .notJSON : .notACall(answered: !error.isOneway), on: client)
            }
            // What has an answer has it in its turn.
            if error.endsConnection, error == .notACall || error.isOneway {
                closeWhenWritten()
            } else if !error.isOneway {
                queue.append(.fault(error), bytes: frame.count)
            }
        }
        return true
    }

    /// Hands the urgent call over, if any; false where there is no room for it yet.
    private func serveUrgent() -> Bool {
        guard urgent != nil else { return true }
        guard let turn = urgentCalls.begin(client), let call = urgent.take() else { return false }
        rota.stepped()
        let responder = CallResponder(
            client: client, call: .unanswered, more: call.more, oneway: true, turn: turn)
        _ = handler.handle(call, on: client, responder: responder)
        return true
    }

    private func serve(_ work: consuming CallQueue.Work) {
        switch consume work {
        case .fault(let fault):
            if let frame = fault.reply { write(WipingAllocator.buffer(holding: frame)) }
            if fault.endsConnection { closeWhenWritten() }
        case .call(let call):
            rota.stepped()
            let number = lastCall.next
            lastCall = number
            current = number
            let oneway = call.oneway
            let responder = CallResponder(client: client, call: number, more: call.more, oneway: oneway)
            switch handler.handle(call, on: client, responder: responder) {
            case .pending: break
            case .reply(let frame):
                answer(
                    Answer(call: number, kind: .result, bytes: oneway ? nil : WipingAllocator.buffer(holding: frame)))
            }
        }
    }

    // MARK: Answers

    private func writeAnswers() {
        for posted in client.takeAnswers() { answer(posted) }
        flush()
    }

    private func answer(_ answer: Answer) {
        guard !isClosing, answer.call == current else { return }
        switch answer.kind {
        case .progress:
            guard context?.channel.isWritable == true else {
                heldProgress = answer.bytes
                return
            }
        case .change: break
        case .result:
            rota.stepped()
            heldProgress = nil
            current = nil
        }
        if let bytes = answer.bytes { write(bytes) }
    }

    private func write(_ bytes: ByteBuffer) {
        guard let context else { return }
        guard unwrittenBytes <= limits.outboundBytes else {
            context.close(promise: nil)
            return
        }
        let count = bytes.readableBytes
        unwrittenBytes += count
        guard keepsToBudget() else { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in self.wrote(count) }
        context.write(Self.wrapOutboundOut(bytes), promise: written)
    }

    private func wrote(_ count: Int) {
        unwrittenBytes -= count
        _ = keepsToBudget()
        writeDeadline?.cancel()
        writeDeadline = nil
        if unwrittenBytes > 0 {
            watchWrites()
        } else if isClosing {
            context?.close(promise: nil)
        }
    }

    private func flush() {
        context?.flush()
        if unwrittenBytes > 0, writeDeadline == nil { watchWrites() }
    }

    // MARK: Closing and deadlines

    private func closeWhenWritten() {
        guard !isClosing else { return }
        isClosing = true
        current = nil
        heldProgress = nil
        dropCalls()
        decoder = FrameDecoder(limit: limits.messageBytes)
        client.markClosed()
        messageDeadline?.task.cancel()
        messageDeadline = nil
        setReading(false)
        flush()
        if unwrittenBytes == 0 { context?.close(promise: nil) }
    }

    /// Those that nobody has been handed yet.
    private func dropCalls() {
        queue.removeAll()
        urgent = nil
        urgentCalls.leave(client)
    }

    private func setReading(_ reads: Bool) {
        guard reads != isReading else { return }
        isReading = reads
        // Fails on a channel that is closed by now, which reads nothing anyway.
        try? context?.channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    /// Gives the message that was begun, if any, its time. While nothing is read, none is awaited.
    private func watchMessage() {
        if let deadline = messageDeadline {
            if partialBytes > 0, isReading, deadline.frame == framesTaken { return }
            deadline.task.cancel()
            messageDeadline = nil
        }
        guard partialBytes > 0, isReading, let context else { return }
        let task = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.messageTimeout)) {
            self.closeWhenWritten()
        }
        messageDeadline = (framesTaken, task)
    }

    private func watchWrites() {
        guard let context else { return }
        writeDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.writeTimeout)) {
            self.context?.close(promise: nil)
        }
    }
}
