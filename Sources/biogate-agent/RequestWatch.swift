import BiometricGate
import Synchronization

/// Follows the waiting calls, as one that shows the desktop's prompt or as one that does not.
final class RequestWatch: Sendable {
    let client: GateClient
    private let state: Mutex<State>

    private struct State {
        var isPrompting: Bool
        /// What follows them now.
        var following: Task<Void, any Error>?
    }

    init(_ client: GateClient, prompting: Bool) {
        self.client = client
        state = Mutex(State(isPrompting: prompting))
    }

    /// Reports every change until the daemon is gone, which throws, or until `stopPrompting`: then it is to be run anew.
    func run(_ report: @escaping @Sendable (RequestUpdate) -> Void) async throws {
        let following = state.withLock { state in
            let updates = client.watchRequests(prompting: state.isPrompting)
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

    /// From now on nobody waits for a prompt of this agent's.
    func stopPrompting() {
        state.withLock { state in
            state.isPrompting = false
            state.following?.cancel()
        }
    }
}
