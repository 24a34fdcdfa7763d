import GateModel
import GateSecret
import GateSystem
import GateWire
import Glibc

/// The connection of one call to the daemon, on a `PollLoop`.
///
/// It closes with the call's last answer, with a failure, and with a daemon that does not end a cancelled call in time.
// Used only on its loop, but for what `begin` and `answer` set before the loop knows it.
final class FaceLine: PollSource, @unchecked Sendable {
    /// The longest reply in bytes: a list of many readers.
    private static let replyBytes = 8_388_608
    private static let readBytes = 16_384

    private let path: String
    private let trust: ServerTrust
    private let loop: PollLoop
    private let grace: Duration
    private var socket: Descriptor?
    /// The frame that is being sent, and how many of its bytes are.
    private var unsent: OutgoingFrame?
    private var sent = 0
    private var cancellation: OutgoingFrame?
    private var decoder = FrameDecoder(limit: FaceLine.replyBytes)
    private var received: ((consuming IncomingReply) -> Void)?
    private var ended: ((FaceClient.Loss?) -> Void)?
    private var givenUp: (() -> Void)?
    private var isGivenUp = false
    private var isCancelled = false
    private(set) var deadline: UInt64?

    /// - Parameter grace: how long the daemon may take to end a cancelled call.
    init(to path: String, trusting trust: ServerTrust, on loop: PollLoop, grace: Duration) {
        self.path = path
        self.trust = trust
        self.loop = loop
        self.grace = grace
    }

    /// Sends the call, and reports its answers and then its end, which is nil after the last answer or a call that was
    /// given up. Call it once, on any thread.
    func begin(
        _ call: consuming OutgoingFrame, received: @escaping @Sendable (consuming IncomingReply) -> Void,
        ended: @escaping @Sendable (FaceClient.Loss?) -> Void, givenUp: @escaping @Sendable () -> Void = {}
    ) {
        // A task may not take over a value that cannot be copied.
        unsent = consume call
        loop.begin { [self] in
            (self.received, self.ended, self.givenUp) = (received, ended, givenUp)
            await connect()
        }
    }

    /// Sends a call with one answer; one that takes longer than `limit` is lost.
    func answer(
        to call: consuming OutgoingFrame, within limit: Duration? = nil
    ) async throws(FaceClient.Loss) -> IncomingReply {
        deadline = limit.map(PollLoop.deadline(in:))
        let box = AnswerBox()
        let (ends, end) = AsyncStream<FaceClient.Loss?>.makeStream()
        begin(call) { (reply: consuming IncomingReply) in
            box.reply = consume reply
        } ended: { loss in
            end.yield(loss)
            end.finish()
        }
        for await loss in ends { if let loss { throw loss } }
        guard let reply = box.reply.take() else { throw .disconnected }
        return reply
    }

    /// Asks the daemon to end the call; its last answer still comes. On the loop.
    func cancel() {
        guard !isCancelled, ended != nil else { return }
        isCancelled = true
        guard socket != nil else { return }
        deadline = PollLoop.deadline(in: grace)
        cancellation = OutgoingCall.call(FaceClient.fullName("Cancel"), oneway: true)
        flush()
    }

    /// Ends the cancelled call without waiting for the daemon, which reads the cancellation and the end of the connection
    /// once it runs, and then closes its half. On the loop.
    func giveUp() {
        guard !isGivenUp, ended != nil else { return }
        isGivenUp = true
        guard socket != nil, unsent == nil else { return end(nil) }
        _ = shutdown(descriptor, Int32(SHUT_WR))
        givenUp?()
    }

    private func connect() async {
        let opened: Descriptor
        do throws(SystemCallFailure) {
            opened = try Descriptor.connected(to: path, waits: false)
        } catch {
            // Nothing is told before the call has returned.
            await Task.yield()
            return end(.unreachable)
        }
        let server = Peer(socket: opened.number)?.user
        if server.map(trust.includes) != true {
            // Name services may be slow.
            guard await onThread({ server != nil && UserID(account: "biogate") == server }) else {
                return end(.untrusted)
            }
        }
        guard !isCancelled, ended != nil else { return end(.disconnected) }
        socket = consume opened
        loop.watch(self)
        flush()
    }

    private func end(_ loss: FaceClient.Loss?) {
        if socket != nil { loop.forget(self) }
        socket = nil
        unsent = nil
        cancellation = nil
        let told = ended
        (received, ended, givenUp) = (nil, nil, nil)
        told?(isGivenUp ? nil : loss)
    }

    // MARK: The loop

    var descriptor: Int32 { socket?.number ?? -1 }

    var events: Int16 { Int16(unsent == nil ? POLLIN : POLLIN | POLLOUT) }

    func ready(_ events: Int16) {
        if let deadline, deadline <= PollLoop.now { return end(.disconnected) }
        if unsent != nil { flush() }
        guard socket != nil, Int32(events) & (POLLIN | POLLHUP | POLLERR) != 0 else { return }
        do {
            guard try read() else { return }
            while let frame = try decoder.nextFrame() {
                let reply = try IncomingReply.decode(frame)
                let isLast = !reply.continues
                if !isGivenUp { received?(reply) }
                if isLast { return end(nil) }
            }
        } catch {
            end(.disconnected)
        }
    }

    /// Sends as much as the socket takes.
    private func flush() {
        while socket != nil {
            if unsent == nil { unsent = cancellation.take() }
            guard let count = unsent?.count else { return }
            // The bytes are lent to the call (send(2)).
            let written =
                unsafe unsent?.withBytes { bytes in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                    return unsafe send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                } ?? 0
            if written < 0 {
                if errno == EINTR { continue }
                // The end is told by the next look at the socket, so nothing is told before a call has returned.
                guard errno != EAGAIN else { return }
                unsent = nil
                sent = 0
                return
            }
            sent += written
            guard sent == count else { continue }
            unsent = nil
            sent = 0
        }
    }

    /// Reads what has come; false if there is nothing, or after the end.
    private func read() throws(FrameFault) -> Bool {
        // The room belongs to this call, and is wiped: an answer may hold a print.
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.readBytes, alignment: 1) { room in
            let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
            guard count > 0 else {
                if count == 0 || (errno != EAGAIN && errno != EINTR) { end(.disconnected) }
                return false
            }
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<count])
            unsafe decoder.append(UnsafeRawBufferPointer(bytes))
            unsafe wipe(bytes)
            return true
        }
    }
}

/// Takes the one answer on the loop, for the task that waits for the call's end.
private final class AnswerBox: @unchecked Sendable {
    // Written before the end is told, and read after it.
    var reply: IncomingReply?
}
