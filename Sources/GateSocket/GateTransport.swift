public import GateModel
import GateSystem
public import GateWire
import NIOCore
import NIOPosix

/// Why a call got no answer from the daemon.
public enum GateTransportError: Error, Hashable, Sendable {
    /// Nothing listens on the socket; with the errno of the attempt, if there is one.
    case unreachable(path: String, errno: Int32?)
    /// Another user than the daemon's serves the socket; nothing was sent.
    case untrusted(path: String, UserID)
    /// The connection ended before the last answer.
    case disconnected
    /// The peer sent something that answers no call.
    case protocolViolation
    /// The caller cancelled before the call was sent, or the daemon ignored the cancellation.
    case cancelled
}

/// Takes the answers to one call, on the transport's event loop, where it must not block.
public protocol AnswerReceiver: AnyObject, Sendable {
    /// Whether the caller gave up the call.
    var isCancelled: Bool { get }

    /// Takes an answer; the last one does not say `continues`.
    func received(_ reply: consuming IncomingReply)

    /// No last answer will come. Called at most once, and never after the last answer.
    func ended(_ error: GateTransportError)
}

/// A client's connection, opened by the first call and reopened after a loss.
///
/// Calls are sent one at a time, each after the last answer to the one before, so a cancellation ends exactly the call
/// that it is for. Of any thread; releasing the last reference closes the connection.
public final class GateTransport: Sendable {
    /// One thread for all clients of the process; it lives as long as the process.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The socket that `BIOGATE_SOCKET` names; nil in a process with more rights than its caller.
    public static var environmentSocket: String? { OwnProcess.variable("BIOGATE_SOCKET") }

    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<TransportCore>

    /// - Parameters:
    ///   - isSystemPath: whether only root can have put a socket there.
    ///   - cancellationGrace: how long the daemon may take to end a cancelled call before its connection is closed.
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

    /// Sends a call that expects an answer, once the calls before it are answered.
    public func send(_ call: consuming OutgoingFrame, to receiver: any AnswerReceiver) {
        let waiting = TransportCore.Call(bytes: WipingAllocator.buffer(holding: call), receiver: receiver)
        eventLoop.execute { [core] in core.value.submit(waiting) }
    }

    /// Sends a oneway call at once, behind the call that waits for its answer; drops it if none waits.
    public func sendBehindWaitingCall(_ call: consuming OutgoingFrame) {
        let bytes = WipingAllocator.buffer(holding: call)
        eventLoop.execute { [core] in core.value.sendBehindCurrent(bytes) }
    }

    /// Ends a call: drops it if it was not sent, else sends `request`, a oneway call, after it.
    ///
    /// The receiver has to say `isCancelled` before.
    public func cancel(_ receiver: any AnswerReceiver, with request: consuming OutgoingFrame) {
        let bytes = WipingAllocator.buffer(holding: request)
        eventLoop.execute { [core] in core.value.cancel(receiver, with: bytes) }
    }

    /// Closes the connection for good; every call ends with `disconnected`.
    public func close() {
        eventLoop.execute { [core] in core.value.shut() }
    }
}
