internal import Synchronization

/// A value to come, which any number wait for. Unlike a task's it reaches them on the executor that they run on.
package final class Pledge<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The first value counts; of any thread.
    package func fulfil(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    package func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
        if let value = state.withLock({ $0.value }) { return value }
        return await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.value == nil { state.waiters.append(continuation) }
                return state.value
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
