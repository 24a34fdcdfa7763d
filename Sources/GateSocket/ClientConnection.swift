public import GateModel
import NIOCore
import Synchronization

/// Numbers the calls of one connection; 0 is a call without answers.
struct CallNumber: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64

    static let unanswered = CallNumber(rawValue: 0)

    var next: CallNumber { CallNumber(rawValue: rawValue &+ 1) }
}

/// An answer on its way to the event loop; without bytes it only ends its call.
struct Answer {
    let call: CallNumber
    let kind: AnswerKind
    let bytes: ByteBuffer?
    /// Whether it may wait for the next answer; see `CallResponder.send`.
    var isHeld = false
}

/// Signals to a connection's handler from outside its event loop.
enum ConnectionSignal: Sendable {
    case answersPosted
    /// An urgent call of the claimant has ended.
    case urgentCallEnded
    /// Stop reading, and close after the last answer to the pending call.
    case finish
    case close
}

/// A client, for as long as its connection lasts. Of any thread.
public final class ClientConnection: Sendable {
    public let id: ConnectionID
    /// Fixed when the connection was accepted.
    public let peer: Peer
    /// Holds the peer's process for as long as this value lives; nil if the process had ended before.
    public let process: ProcessDescriptor?
    /// Fixed when the connection was accepted.
    public let claimant: Claimant
    /// Whether the claimant has all its connections, so that the first call must be refused; then the connection ends.
    public let isRefused: Bool

    /// When posted answers are written, at the latest.
    private enum Writing {
        case none
        case afterHold
        case atTurnsEnd
    }

    private struct State {
        var isClosed = false
        var answers: [Answer] = []
        var writing = Writing.none
    }

    /// No person notices it, and a reader that judges in the same moment as it feels the finger takes less.
    private static let hold = TimeAmount.milliseconds(1)

    private let channel: any Channel
    private let state = Mutex(State())

    init(
        id: ConnectionID, peer: Peer, process: ProcessDescriptor?, claimant: Claimant, isRefused: Bool = false,
        channel: any Channel
    ) {
        self.id = id
        self.isRefused = isRefused
        self.peer = peer
        self.process = process
        self.claimant = claimant
        self.channel = channel
    }

    /// Whether the connection is closed or closing.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closes the connection once the answers written so far are sent, without waiting for the pending call.
    public func close() {
        channel.pipeline.fireUserInboundEventTriggered(ConnectionSignal.close)
    }

    /// Closes the connection after the last answer to the pending call, if there is one.
    func finish() {
        channel.pipeline.fireUserInboundEventTriggered(ConnectionSignal.finish)
    }

    /// Lets the waiting urgent call try again.
    func urgentCallEnded() {
        channel.pipeline.fireUserInboundEventTriggered(ConnectionSignal.urgentCallEnded)
    }

    /// Closes the connection and drops unsent answers.
    func abort() {
        channel.close(promise: nil)
    }

    /// A result is written at once, with all that was posted before it. Progress waits for what the loop has to do
    /// already, because a result often follows in the same turn: the client is then woken once, and nobody waits for
    /// the write before the result. Held progress waits longer.
    func post(_ answer: Answer) {
        let isPosted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.answers.append(answer)
            return true
        }
        guard isPosted else { return }
        switch answer.kind {
        case .result: tellPosted()
        case .progress, .change: if answer.isHeld { writeAfterHold() } else { writeAtTurnsEnd() }
        }
    }

    private func writeAfterHold() {
        guard begin(.afterHold, unless: [.afterHold, .atTurnsEnd]) else { return }
        channel.eventLoop.scheduleTask(in: Self.hold) { self.tellPosted() }
    }

    private func writeAtTurnsEnd() {
        guard begin(.atTurnsEnd, unless: [.atTurnsEnd]) else { return }
        channel.eventLoop.execute { self.tellPosted() }
    }

    private func begin(_ writing: Writing, unless begun: [Writing]) -> Bool {
        state.withLock { state in
            guard !begun.contains(state.writing) else { return false }
            state.writing = writing
            return true
        }
    }

    private func tellPosted() {
        channel.pipeline.fireUserInboundEventTriggered(ConnectionSignal.answersPosted)
    }

    /// Removes and returns the posted answers, in order.
    func takeAnswers() -> [Answer] {
        state.withLock { state in
            defer { (state.answers, state.writing) = ([], .none) }
            return state.answers
        }
    }

    func markClosed() {
        state.withLock { state in
            state.isClosed = true
            state.answers = []
        }
    }
}

extension ClientConnection: CustomStringConvertible {
    public var description: String { "connection \(id) of uid \(peer.user), pid \(peer.process)" }
}
