package import GateModel
import Synchronization

/// The life of a call from its arrival to its last answer. A cancellation or credential that the client sends right
/// after a call also counts before the call waits for its user.
package final class CallLife: Sendable {
    private struct State {
        var canceller: Canceller?
        var hasMiss = false
        /// Whether the call waits for its user, or has been answered.
        var isPlaced = false
        var answers: [CheckedContinuation<Void, Never>] = []
        var whenPlaced: (@Sendable () -> Void)?
    }

    /// The number of credentials held until the call waits; any further one arrives too late.
    private static let heldAnswers = 4

    private let state = Mutex(State())

    package init() {}

    /// Who ended the call; nil while it runs.
    package var endedBy: Canceller? { state.withLock { $0.canceller } }

    /// Whether a finger, PIN or password was judged for the call and was wrong. Such a refusal always has its own
    /// journal line.
    package var hasMiss: Bool { state.withLock { $0.hasMiss } }

    package func noteMiss() {
        state.withLock { $0.hasMiss = true }
    }

    /// Ends the call, unless it has ended. Callable from any thread: the connection closes on the I/O thread, and the
    /// call must not start to wait after that.
    package func end(by canceller: Canceller) {
        state.withLock { $0.canceller = $0.canceller ?? canceller }
    }

    /// Returns when the call waits for its user or has been answered; at once if too many callers wait for that
    /// already.
    package func placed() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard !state.isPlaced, state.answers.count < Self.heldAnswers else { return false }
                state.answers.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
    }

    /// Calls `body` once, when the call waits for its user or has been answered. Must be set before either can happen.
    package func whenPlaced(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenPlaced = body }
    }

    /// Marks that the call waits now, or has been answered. May be called more than once.
    package func place() {
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
