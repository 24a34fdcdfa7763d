import Synchronization

/// What has happened and was not looked at yet, for one who waits for it.
///
/// Unlike those of an `AsyncStream` its elements reach whoever waits on the executor that they run on, without another
/// thread in between: that is what `isolation` is for, without which a continuation is begun and resumed on the pool.
final class Inbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isFinished = false
        var whenNext: CheckedContinuation<Element?, Never>?
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: elements that are kept; of more, the oldest are dropped.
    init(capacity: Int = .max) {
        self.capacity = capacity
    }

    /// Of any thread; without effect once it is finished.
    func post(_ element: Element) {
        let waiter: CheckedContinuation<Element?, Never>? = state.withLock { state in
            guard !state.isFinished else { return nil }
            if let waiter = state.whenNext.take() { return waiter }
            if state.elements.count >= capacity { state.elements.removeFirst() }
            state.elements.append(element)
            return nil
        }
        waiter?.resume(returning: element)
    }

    /// What was posted before is still taken; of any thread.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.whenNext.take()
        }
        waiter?.resume(returning: nil)
    }

    /// The oldest element, as soon as there is one; nil once it is finished. One may wait at a time.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
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
    /// As `next`; a task that is cancelled finishes it.
    ///
    /// The handler's body runs where the caller does only because it captures `isolation`.
    func nextUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        await withTaskCancellationHandler {
            _ = isolation
            return await next()
        } onCancel: {
            finish()
        }
    }
}
