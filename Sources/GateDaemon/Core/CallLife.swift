import GateModel
import Synchronization

/// A call from its arrival to its last answer: what is sent right behind it counts even before it waits for anybody.
final class CallLife: Sendable {
    private struct State {
        var canceller: Canceller?
        var hasMiss = false
        /// The call waits for its user, or has been answered.
        var isPlaced = false
        var answers: [CheckedContinuation<Void, Never>] = []
        var whenPlaced: (@Sendable () -> Void)?
    }

    /// Credentials that are held until the call waits; more are as good as late.
    private static let heldAnswers = 4

    private let state = Mutex(State())

    /// Who ended the call; nil while it goes on.
    var endedBy: Canceller? { state.withLock { $0.canceller } }

    /// Whether a finger, a PIN or a password was looked at for the call, and was not right: that is never told of only in
    /// a count.
    var hasMiss: Bool { state.withLock { $0.hasMiss } }

    func noteMiss() {
        state.withLock { $0.hasMiss = true }
    }

    /// Ends the call, unless somebody did before. Of any thread: the connection is closed on the I/O thread, and the
    /// call must not begin to wait after that.
    func end(by canceller: Canceller) {
        state.withLock { $0.canceller = $0.canceller ?? canceller }
    }

    /// Returns when the call waits for its user, or has been answered; at once where too many wait for that already.
    func placed() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard !state.isPlaced, state.answers.count < Self.heldAnswers else { return false }
                state.answers.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
    }

    /// Calls `body` once, when the call waits for its user, or has been answered; said before either can be.
    func whenPlaced(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenPlaced = body }
    }

    /// The call waits now, or has been answered. May be said more than once.
    func place() {
        let (answers, whenPlaced) = state.withLock { state in
            state.isPlaced = true
            defer {
                state.answers = []
                state.whenPlaced = nil
            }
            return (state.answers, state.whenPlaced)
        }
        for answer in answers { answer.resume() }
        whenPlaced?()
    }
}
