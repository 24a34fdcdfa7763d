import CGateShims
public import GateModel
public import GateWire
import NIOCore
import NIOPosix

/// Why a call has no answer of the daemon's.
public enum GateTransportError: Error, Hashable, Sendable {
    /// Nobody serves the socket; the errno of the attempt, where there is one.
    case unreachable(path: String, errno: Int32?)
    /// Somebody else than the daemon serves the socket; nothing was sent there.
    case untrusted(path: String, UserID)
    /// The connection ended before the last answer.
    case disconnected
    /// What came is no answer to anything that was asked.
    case protocolViolation
    /// The caller cancelled before the call was sent, or the daemon left the cancellation unanswered.
    case cancelled
}

/// Takes the answers to one call, on the transport's event loop, where it must not wait.
public protocol AnswerReceiver: AnyObject, Sendable {
    /// Whether the call is not wanted any more.
    var isCancelled: Bool { get }

    /// An answer; the last is the one that does not say `continues`.
    func received(_ reply: consuming IncomingReply)

    /// There will be no last answer. Called at most once, and not behind the last answer.
    func ended(_ error: GateTransportError)
}

/// A client's connection, made when the first call needs it and anew after it was lost.
///
/// Calls are sent one at a time: the next goes out behind the last answer to the one before, so that cancelling ends
/// exactly the call that it is meant for. Of any thread; letting go of the last reference closes the connection.
public final class GateTransport: Sendable {
    /// One thread for all clients of the process; it lives as long as the process.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The socket that `BIOGATE_SOCKET` names, if any; nil where this process has more rights than its caller.
    public static var environmentSocket: String? {
        guard let value = unsafe gate_environment("BIOGATE_SOCKET"), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<TransportCore>

    /// - Parameters:
    ///   - isSystemPath: nobody but root can have put a socket there.
    ///   - cancellationGrace: how long the daemon may take to end a call that was cancelled, before its connection is
    ///     closed instead.
    public init(path: String, isSystemPath: Bool = false, cancellationGrace: Duration = .seconds(5)) {
        eventLoop = Self.group.next()
        let trust = ServerTrust.current(atSystemPath: isSystemPath)
        core = NIOLoopBoundBox.makeBoxSendingValue(
            TransportCore(path: path, trust: trust, cancellationGrace: cancellationGrace, eventLoop: eventLoop),
            eventLoop: eventLoop)
    }

    deinit {
        close()
    }

    /// Sends a call, which expects an answer, when those before it are answered.
    public func send(_ call: consuming OutgoingFrame, to receiver: any AnswerReceiver) {
        let waiting = TransportCore.Call(bytes: WipingAllocator.buffer(holding: call), receiver: receiver)
        eventLoop.execute { [core] in core.value.submit(waiting) }
    }

    /// Sends a oneway call at once, behind the call that waits for its answer; nowhere where none does.
    public func sendBehindWaitingCall(_ call: consuming OutgoingFrame) {
        let bytes = WipingAllocator.buffer(holding: call)
        eventLoop.execute { [core] in core.value.sendBehindCurrent(bytes) }
    }

    /// Ends a call: one that was not sent yet is dropped, one that waits is followed by `request`, a oneway call.
    ///
    /// Its receiver says `isCancelled` from before this on.
    public func cancel(_ receiver: any AnswerReceiver, with request: consuming OutgoingFrame) {
        let bytes = WipingAllocator.buffer(holding: request)
        eventLoop.execute { [core] in core.value.cancel(receiver, with: bytes) }
    }

    /// Closes the connection for good: every call ends with `disconnected`.
    public func close() {
        eventLoop.execute { [core] in core.value.shut() }
    }
}
