import GateSecret
import GateWire
import NIOCore

/// One connection's calls and answers, without its socket: what happens goes in by the methods, and what is to be done
/// comes out of `next`. It knows no clock and asks nobody.
struct Conversation: ~Copyable {
    /// What is to be done before the next is asked for.
    enum Action: ~Copyable {
        /// Take the next frame if the user may have another call in this round, else `rest`.
        case take
        /// Hand over the urgent call if there is room for it, else `urgentWaits`.
        case serveUrgent
        case serve(IncomingCall, CallNumber)
        /// Write what is wrong with a call.
        case refuse(CallFault)
        case flush
        /// Tell the budget, and `cut` where that is too much.
        case hold(bytes: Int, insteadOf: Int)
        case read(Bool)
        /// In the place of the one that runs, if any; where it passes, `leave`.
        case startMessageDeadline
        case stopMessageDeadline
        /// In the place of the one that runs, if any; where it passes, `cut`.
        case startWriteDeadline
        case stopWriteDeadline
        /// No answer is wanted any more, and no urgent call waits.
        case leave
        case close
    }

    /// What became of a frame.
    enum Taken {
        case call
        case broken(BrokenMessage)
    }

    private enum Phase {
        case serving(Input)
        /// Nothing is served any more, of which nobody was told yet.
        case leaving
        /// What was written is still sent.
        case closing
        /// What was written is not waited for.
        case cut
        case closed
        case gone
    }

    private enum Input {
        case open
        /// The client sends nothing more and may still read: what it has asked for is answered.
        case ended
        /// The last that was taken is no call, and ends the connection in its turn; nothing behind it is taken.
        case broken
        /// Only the call that is pending is answered.
        case finished
    }

    /// What was read and is not taken yet.
    private enum Supply {
        /// Perhaps a whole frame.
        case unseen
        /// No whole frame.
        case partial
        /// Whatever it is, the user has had enough in this round.
        case resting
    }

    private enum UrgentTurn {
        case none
        case due
        /// There was no room for it.
        case waiting
    }

    private enum MessageDeadline {
        case stopped
        /// For the message behind so many frames.
        case running(UInt64)
    }

    private let limits: GateListenerConfiguration
    private let interface: VarlinkInterface
    private let urgentMethods: Set<String>
    private var phase = Phase.serving(.open)
    private var decoder: FrameDecoder
    private var supply = Supply.partial
    /// Bytes read that belong to no frame yet.
    private var partialBytes = 0
    private var framesTaken: UInt64 = 0
    private var queue = CallQueue()
    /// An urgent call, until there is room for it; nothing overtakes it.
    private var urgent: IncomingCall?
    private var urgentTurn = UrgentTurn.none
    private var urgentBytes = 0
    private var lastCall = CallNumber.unanswered
    /// The call that is not fully answered.
    private var current: CallNumber?
    private var outlet: Outlet
    /// What the budget was told last.
    private var toldBytes = 0
    private var isReading = true
    private var messageDeadline = MessageDeadline.stopped

    /// - Parameters:
    ///   - interface: what calls are checked against.
    ///   - urgentMethods: those whose oneway calls overtake, named in full.
    init(limits: GateListenerConfiguration, interface: VarlinkInterface = .gate, urgentMethods: Set<String>) {
        self.limits = limits
        self.interface = interface
        self.urgentMethods = urgentMethods
        decoder = FrameDecoder(limit: limits.messageBytes)
        outlet = Outlet(maximum: limits.outboundBytes)
    }

    /// Bytes of memory that the client makes this connection hold.
    var heldBytes: Int {
        decoder.capacity + queue.heldBytes + (current == nil ? 0 : queue.bytesOfLast) + outlet.heldBytes
            + (urgent == nil ? 0 : urgentBytes)
    }

    // MARK: What the client sends

    /// Takes in a copy of the bytes, whose memory stays the caller's to wipe.
    mutating func received(_ bytes: UnsafeRawBufferPointer) {
        guard case .serving(.open) = phase else { return }
        unsafe decoder.append(bytes)
        partialBytes += bytes.count
        if case .partial = supply { supply = .unseen }
    }

    mutating func inputEnded() {
        if case .serving(.open) = phase { phase = .serving(.ended) }
    }

    /// Nil where no whole frame is left.
    ///
    /// `bytes` is how much there was to read.
    mutating func takeFrame() -> (taken: Taken, bytes: Int)? {
        let frame: SecretBytes
        do throws(FrameFault) {
            guard let next = try decoder.nextFrame() else {
                supply = .partial
                return nil
            }
            frame = next
        } catch {
            leave()
            return (.broken(.tooLong), limits.messageBytes)
        }
        partialBytes -= frame.count + 1
        framesTaken += 1
        do throws(CallFault) {
            let call = try IncomingCall.decode(frame, of: interface)
            if call.oneway, urgentMethods.contains(call.method) {
                urgent = consume call
                urgentTurn = .due
                urgentBytes = frame.count
            } else {
                queue.append(.call(call), bytes: frame.count)
            }
            return (.call, frame.count)
        } catch {
            return (took(error, bytes: frame.count), frame.count)
        }
    }

    /// What has an answer has it in its turn.
    private mutating func took(_ fault: CallFault, bytes: Int) -> Taken {
        let isAnswered = fault != .notACall && !fault.isOneway
        if isAnswered { queue.append(.fault(fault), bytes: bytes) }
        guard fault.endsConnection else { return .call }
        if isAnswered { phase = .serving(.broken) } else { leave() }
        return .broken(fault == .notACall ? .notJSON : .notACall(answered: isAnswered))
    }

    /// Takes no frame until `goOn`.
    mutating func rest() { supply = .resting }

    mutating func goOn() {
        if case .resting = supply { supply = .unseen }
    }

    /// Hands the urgent call out.
    mutating func takeUrgent() -> IncomingCall? {
        urgentTurn = .none
        return urgent.take()
    }

    /// There is no room for the urgent call until `urgentMayGoOn`.
    mutating func urgentWaits() { urgentTurn = .waiting }

    mutating func urgentMayGoOn() {
        if case .waiting = urgentTurn { urgentTurn = .due }
    }

    // MARK: What it is sent

    /// What is to be written of an answer now.
    mutating func answered(_ answer: Answer) -> ByteBuffer? {
        guard answer.call == current else { return nil }
        switch answer.kind {
        case .progress: return outlet.passed(answer.bytes)
        case .change: return answer.bytes
        case .result:
            outlet.dropProgress()
            current = nil
            return answer.bytes
        }
    }

    /// Counts bytes that are to be written; false where that is the end, since too many wait already.
    mutating func mayWrite(_ bytes: Int) -> Bool {
        if outlet.mayWrite(bytes) { return true }
        cut()
        return false
    }

    mutating func flushed() { outlet.flushed() }

    mutating func wrote(_ bytes: Int) { outlet.wrote(bytes) }

    /// The client does not read as fast as it is written to.
    mutating func stalled() { outlet.stalled() }

    /// It does again: what is to be written of what came meanwhile.
    mutating func freed() -> ByteBuffer? { outlet.freed() }

    // MARK: Ends

    /// Answers the call that is pending, and drops those behind it.
    mutating func finish() {
        guard case .serving = phase else { return }
        phase = .serving(.finished)
        dropCalls()
    }

    /// Serves nothing any more, and ends once what was written is sent.
    mutating func leave() {
        guard case .serving = phase else { return }
        phase = .leaving
        drop()
    }

    /// Ends whatever waits to be sent.
    mutating func cut() {
        switch phase {
        case .serving, .leaving, .closing:
            phase = .cut
            drop()
        case .cut, .closed, .gone: break
        }
    }

    /// The connection is no more: the bytes that the budget was told of last; nil where that was said before.
    mutating func end() -> Int? {
        if case .gone = phase { return nil }
        phase = .gone
        drop()
        return toldBytes
    }

    private mutating func drop() {
        dropCalls()
        outlet.dropProgress()
        current = nil
        decoder = FrameDecoder(limit: limits.messageBytes)
        partialBytes = 0
    }

    private mutating func dropCalls() {
        queue.removeAll()
        urgent = nil
        urgentTurn = .none
    }

    // MARK: What is to be done

    /// Nil until something else happens.
    mutating func next() -> Action? {
        switch phase {
        case .serving(let input): if let action = nextCall(input) { return action }
        case .leaving:
            phase = .closing
            return .leave
        case .closing: break
        case .cut:
            phase = .closed
            return .close
        case .closed, .gone: return nil
        }
        if outlet.unflushedBytes > 0 { return .flush }
        let (before, held) = (toldBytes, heldBytes)
        toldBytes = held
        guard held == before else { return .hold(bytes: held, insteadOf: before) }
        switch phase {
        case .serving(.ended) where current == nil && !isPaused, .serving(.finished) where current == nil:
            leave()
            return next()
        case .closing where outlet.unwrittenBytes == 0:
            phase = .closed
            return .close
        case .serving, .leaving, .closing, .cut, .closed, .gone: return nextOfSocket()
        }
    }

    /// Serves what has come as far as order and room allow.
    private mutating func nextCall(_ input: Input) -> Action? {
        switch urgentTurn {
        case .none: break
        case .due: return .serveUrgent
        case .waiting: return nil
        }
        if current == nil, let work = queue.popFirst() {
            switch consume work {
            case .call(let call):
                lastCall = lastCall.next
                current = lastCall
                return .serve(call, lastCall)
            case .fault(let fault):
                if fault.endsConnection { leave() }
                return .refuse(fault)
            }
        }
        switch input {
        case .open, .ended: break
        case .broken, .finished: return nil
        }
        switch supply {
        case .unseen: return hasRoom ? .take : nil
        case .partial, .resting: return nil
        }
    }

    private var hasRoom: Bool {
        if current == nil, queue.count == 0 { return true }
        return queue.count < limits.queuedCalls && queue.bytes + partialBytes <= limits.messageBytes
    }

    /// Whether it goes on by itself, or once an urgent call is over.
    private var isPaused: Bool {
        switch (supply, urgentTurn) {
        case (.resting, _), (_, .due), (_, .waiting): true
        case (.unseen, .none), (.partial, .none): false
        }
    }

    private mutating func nextOfSocket() -> Action? {
        var reads = false
        if case .serving(.open) = phase { reads = hasRoom && !isPaused }
        guard reads == isReading else {
            isReading = reads
            return .read(reads)
        }
        // While nothing is read, no message is awaited.
        let awaits = isReading && partialBytes > 0
        switch messageDeadline {
        case .running(let frames) where awaits && frames == framesTaken: break
        case .stopped where !awaits: break
        case .stopped, .running:
            messageDeadline = awaits ? .running(framesTaken) : .stopped
            return awaits ? .startMessageDeadline : .stopMessageDeadline
        }
        switch outlet.nextOfDeadline() {
        case nil: return nil
        case true?: return .startWriteDeadline
        case false?: return .stopWriteDeadline
        }
    }
}
