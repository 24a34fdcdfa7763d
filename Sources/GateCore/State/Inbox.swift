import Synchronization

/// Events that their one consumer has not taken yet.
///
/// Unlike an `AsyncStream`, it resumes the consumer on the consumer's own executor, without another thread in between.
/// That is why its methods take `isolation`: without it, a continuation begins and resumes on Swift's pool.
package final class Inbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isFinished = false
        var whenNext: CheckedContinuation<Element?, Never>?
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the number of elements kept; beyond it, the oldest are dropped.
    package init(capacity: Int = .max) {
        self.capacity = capacity
    }

    /// Callable from any thread. Has no effect once finished.
    package func post(_ element: Element) {
        let waiter: CheckedContinuation<Element?, Never>? = state.withLock { state in
            guard !state.isFinished else { return nil }
            if let waiter = state.whenNext.take() { return waiter }
            if state.elements.count >= capacity { state.elements.removeFirst() }
            state.elements.append(element)
            return nil
        }
        waiter?.resume(returning: element)
    }

    /// Elements posted before can still be taken. Callable from any thread.
    package func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.whenNext.take()
        }
        waiter?.resume(returning: nil)
    }

    /// The oldest element, once there is one; nil once finished. Only one caller may wait at a time.
    package func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        await withCheckedContinuation { continuation in
            let known: Element?? = state.withLock { state in
                if !state.elements.isEmpty { return .some(state.elements.removeFirst()) }
                if state.isFinished { return .some(nil) }
                state.whenNext = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}

extension Inbox {
    /// Like `next`, but a cancelled task finishes the inbox.
    ///
    /// The cancellation handler's body runs where the caller does only because it captures `isolation`.
    package func nextUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        await withTaskCancellationHandler {
            _ = isolation
            return await next()
        } onCancel: {
            finish()
        }
    }
}
