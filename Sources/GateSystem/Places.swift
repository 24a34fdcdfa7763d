import Synchronization

/// Lets so many in at a time, in the order in which they come.
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

    /// Whether somebody would have to wait.
    package var areTaken: Bool { state.withLock { $0.free == 0 } }

    /// Waits for a place, which `leave` gives back; of any thread.
    package func enter() async {
        if state.withLock({ $0.take() }) { return }
        await withCheckedContinuation { continuation in
            // Others may have come and gone until this runs.
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
