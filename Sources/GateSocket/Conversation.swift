import GateSecret
import GateWire
import NIOCore

/// One connection's calls and answers, without socket or clock: methods take the events, and `next` gives the actions.
struct Conversation: ~Copyable {
    /// One action, to be done before `next` is called again.
    enum Action: ~Copyable {
        /// Take the next frame if the user may have another call in this round, else `rest`.
        case take
        /// Hand over the urgent call if there is room for it, else `urgentWaits`.
        case serveUrgent
        case serve(IncomingCall, CallNumber)
        /// Write the call's fault.
        case refuse(CallFault)
        case flush
        /// Report the memory to the budget, and `cut` if it refuses.
        case hold(bytes: Int, insteadOf: Int)
        case read(Bool)
        /// Replaces a running one; when it expires, `leave`.
        case startMessageDeadline
        case stopMessageDeadline
        /// Replaces a running one; when it expires, `cut`.
        case startWriteDeadline
        case stopWriteDeadline
        /// Drop the pending answers and the urgent call.
        case leave
        case close
    }

    /// The kind of a frame that was taken.
    enum Taken {
        case call
        case broken(BrokenMessage)
    }

    private enum Phase {
        case serving(Input)
        /// Nothing is served any more; the handler is not told yet.
        case leaving
        /// Unsent answers are still sent.
        case closing
        /// Unsent answers are dropped.
        case cut
        case closed
        case gone
    }

    private enum Input {
        case open
        /// The client sends nothing more and may still read: its calls are answered.
        case ended
        /// The last frame was not a call: it ends the connection in its turn, and nothing after it is taken.
        case broken
        /// Only the pending call is answered.
        case finished
    }

    /// The bytes read that are not taken yet.
    private enum Supply {
        /// May hold a whole frame.
        case unseen
        /// Holds no whole frame.
        case partial
        /// Unknown; the user has used up this round.
        case resting
    }

    private enum UrgentTurn {
        case none
        case due
        /// Waits for room.
        case waiting
    }

    private enum MessageDeadline {
        case stopped
        /// For the message after this many frames.
        case running(UInt64)
    }

    private let limits: GateListenerConfiguration
    private let interface: VarlinkInterface
    private let urgentMethods: Set<String>
    private var phase = Phase.serving(.open)
    private var decoder: FrameDecoder
    private var supply = Supply.partial
    /// Bytes of an incomplete frame.
    private var partialBytes = 0
    private var framesTaken: UInt64 = 0
    private var queue = CallQueue()
    /// An urgent call that waits for room; nothing overtakes it.
    private var urgent: IncomingCall?
    private var urgentTurn = UrgentTurn.none
    private var urgentBytes = 0
    private var lastCall = CallNumber.unanswered
    /// The call that is not fully answered.
    private var current: CallNumber?
    private var outlet: Outlet
    /// The memory that was last reported to the budget.
    private var toldBytes = 0
    private var isReading = true
    private var messageDeadline = MessageDeadline.stopped

    /// - Parameters:
    ///   - interface: the interface that calls are checked against.
    ///   - urgentMethods: full names of the methods whose oneway calls overtake others.
    init(limits: GateListenerConfiguration, interface: VarlinkInterface = .gate, urgentMethods: Set<String>) {
        self.limits = limits
        self.interface = interface
        self.urgentMethods = urgentMethods
        decoder = FrameDecoder(limit: limits.messageBytes)
        outlet = Outlet(maximum: limits.outboundBytes)
    }

    /// Memory that the client makes this connection hold, in bytes.
    var heldBytes: Int {
        decoder.capacity + queue.heldBytes + (current == nil ? 0 : queue.bytesOfLast) + outlet.heldBytes
            + (urgent == nil ? 0 : urgentBytes)
    }

    // MARK: Incoming

    /// Copies the bytes; wiping their memory stays with the caller.
    mutating func received(_ bytes: UnsafeRawBufferPointer) {
        guard case .serving(.open) = phase else { return }
        unsafe decoder.append(bytes)
        partialBytes += bytes.count
        if case .partial = supply { supply = .unseen }
    }

    mutating func inputEnded() {
        if case .serving(.open) = phase { phase = .serving(.ended) }
    }

    /// Takes the next frame; nil if no whole one is left. `bytes` is its length.
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

    /// Queues the answer to a faulty call behind the calls before it.
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

    /// Removes and returns the urgent call.
    mutating func takeUrgent() -> IncomingCall? {
        urgentTurn = .none
        return urgent.take()
    }

    /// Holds the urgent call until `urgentMayGoOn`.
    mutating func urgentWaits() { urgentTurn = .waiting }

    mutating func urgentMayGoOn() {
        if case .waiting = urgentTurn { urgentTurn = .due }
    }

    // MARK: Outgoing

    /// Returns the bytes of the answer that are to be written now.
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

    /// Counts bytes that are to be written; false if too many wait already, which ends the connection.
    mutating func mayWrite(_ bytes: Int) -> Bool {
        if outlet.mayWrite(bytes) { return true }
        cut()
        return false
    }

    mutating func flushed() { outlet.flushed() }

    mutating func wrote(_ bytes: Int) { outlet.wrote(bytes) }

    /// The client reads too slowly.
    mutating func stalled() { outlet.stalled() }

    /// The client reads again: returns the progress that was held meanwhile.
    mutating func freed() -> ByteBuffer? { outlet.freed() }

    // MARK: Ends

    /// Answers the pending call and drops the calls after it.
    mutating func finish() {
        guard case .serving = phase else { return }
        phase = .serving(.finished)
        dropCalls()
    }

    /// Serves nothing any more, and ends after the unsent answers.
    mutating func leave() {
        guard case .serving = phase else { return }
        phase = .leaving
        drop()
    }

    /// Ends at once, dropping unsent answers.
    mutating func cut() {
        switch phase {
        case .serving, .leaving, .closing:
            phase = .cut
            drop()
        case .cut, .closed, .gone: break
        }
    }

    /// The connection is gone: returns the memory last reported to the budget, and nil from the second call on.
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

    // MARK: Actions

    /// The next action; nil until another event.
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

    /// Serves the received calls as far as order and room allow.
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

    /// Whether taking frames resumes by itself, or after an urgent call ends.
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
        // While reading is paused, no message can be late.
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
