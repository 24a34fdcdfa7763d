import BiometricGate
import GateGuidance
import GateModel
import Synchronization

/// Limits a whole call to the time of `--timeout`. The daemon applies that time to the wait for the reader and to the
/// wait for a touch, each; this leaves a call that waited for the reader less time for the touch.
final class CallLimit: Sendable {
    private struct State {
        var end: Task<Void, Never>?
        var isOver = false
        var hasHadReader = false
    }

    private let client: GateClient
    private let end: ContinuousClock.Instant
    private let state = Mutex(State())

    /// Starts the time.
    init(_ time: Duration, of client: GateClient) {
        self.client = client
        end = .now + time
    }

    deinit { state.withLock { $0.end }?.cancel() }

    func saw(_ progress: Progress) {
        state.withLock { state in
            if progress.event == .waitingForFinger { state.hasHadReader = true }
            guard progress.event == .queued, state.end == nil else { return }
            state.end = Task { [end, weak self] in
                // The limit is a span of time: there is no event to wait for.
                guard (try? await Task.sleep(until: end)) != nil else { return }
                self?.pass()
            }
        }
    }

    private func pass() {
        state.withLock { $0.isOver = true }
        client.cancelWaitingCall()
    }

    /// The call's error, replaced by a timeout if this limit ended the call.
    func ended(_ error: GateClientError, offering factor: Factor?, _ language: Language) -> GateClientError {
        let (isOver, hasHadReader) = state.withLock { ($0.isOver, $0.hasHadReader) }
        guard isOver, error.gateError == .cancelled(by: .client) else { return error }
        let timedOut = GateError.timedOut(waitedFor: hasHadReader ? nil : .reader, fallbacks: factor.map { [$0] } ?? [])
        return GateClientError(
            wireName: timedOut.wireName,
            parameters: timedOut.wireParameters(guidance: .for(timedOut, in: language)))
    }
}
