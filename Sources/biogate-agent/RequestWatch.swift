import BiometricGate
import Synchronization

/// Follows the waiting calls, as a client that shows the desktop's prompt or one that does not.
final class RequestWatch: Sendable {
    let client: GateClient
    private let state: Mutex<State>

    private struct State {
        var isPrompting: Bool
        /// The task that follows them now.
        var following: Task<Void, any Error>?
    }

    init(_ client: GateClient, prompting: Bool) {
        self.client = client
        state = Mutex(State(isPrompting: prompting))
    }

    /// Reports every change until the daemon is gone, which throws, or until `stopPrompting`; then run it again.
    func run(_ report: @escaping @Sendable (RequestUpdate) -> Void) async throws {
        let following = state.withLock { state in
            let updates = client.watchRequests(
                prompting: state.isPrompting, several: true, passwordPrompts: true)
            let task = Task { for try await update in updates { report(update) } }
            state.following = task
            return task
        }
        try await withTaskCancellationHandler {
            try await following.value
        } onCancel: {
            following.cancel()
        }
    }

    /// Tells the daemon that this agent shows no prompts any more.
    func stopPrompting() {
        state.withLock { state in
            state.isPrompting = false
            state.following?.cancel()
        }
    }
}
