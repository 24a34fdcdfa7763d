import BiometricGate
import GateGuidance
import GateModel
import GateWire
import Synchronization

/// The time that `--timeout` gives a call in all. The daemon bounds the wait for the reader and the wait for a touch, each
/// by this time; a call that has waited for the reader has less left for the touch.
final class CallLimit: Sendable {
    private struct State {
        var end: Task<Void, Never>?
        var isOver = false
        var hasHadReader = false
    }

    private let client: GateClient
    private let end: ContinuousClock.Instant
    private let state = Mutex(State())

    /// The time begins now.
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

    /// The error that the call ended with: where this limit ended it, that its time is over.
    func ended(_ error: GateClientError, offering factor: Factor?, _ language: Language) -> GateClientError {
        let (isOver, hasHadReader) = state.withLock { ($0.isOver, $0.hasHadReader) }
        guard isOver, error.gateError == .cancelled(by: .client) else { return error }
        let timedOut = GateError.timedOut(waitedFor: hasHadReader ? nil : .reader, fallbacks: factor.map { [$0] } ?? [])
        return GateClientError(
            wireName: timedOut.wireName,
            parameters: timedOut.wireParameters(guidance: .for(timedOut, in: language)))
    }
}
