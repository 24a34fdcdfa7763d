import Synchronization

/// Admits a fixed number at a time, in order of arrival.
package final class Places: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func take() -> Bool {
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    private let state: Mutex<State>

    package init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Whether `enter` would wait.
    package var areTaken: Bool { state.withLock { $0.free == 0 } }

    /// Waits for a place, which `leave` gives back. Of any thread.
    package func enter() async {
        if state.withLock({ $0.take() }) { return }
        await withCheckedContinuation { continuation in
            // Places may have been taken and left since.
            let isIn = state.withLock { state in
                guard !state.take() else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isIn { continuation.resume() }
        }
    }

    package func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
