internal import Synchronization

/// A future value that any number of tasks can await. Unlike a task's value, it resumes them on their own executor.
package final class Pledge<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Sets the value; later values are ignored. Of any thread.
    package func fulfil(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    /// Nil until it is fulfilled.
    package var known: Value? { state.withLock { $0.value } }

    package func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
        if let known { return known }
        return await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.value == nil { state.waiters.append(continuation) }
                return state.value
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
