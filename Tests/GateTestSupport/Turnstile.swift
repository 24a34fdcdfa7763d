import Synchronization

/// Calls wait here while a test holds it, and otherwise pass without suspending. They pass in order of arrival, even
/// calls that arrive while released ones have not run yet.
public final class Turnstile: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Calls that were released and have not run yet.
        var underway = 0

        /// The call to resume, if none is before it.
        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard !isHeld, underway == 0 else { return nil }
            return first()
        }

        mutating func first() -> CheckedContinuation<Void, Never>? {
            guard !waiting.isEmpty else { return nil }
            underway += 1
            return waiting.removeFirst()
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// How many calls wait.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// From now on, calls wait.
    public func hold() { state.withLock { $0.isHeld = true } }

    /// Releases all waiting calls, and lets later ones pass.
    public func release() {
        let next = state.withLock { state in
            state.isHeld = false
            return state.next()
        }
        next?.resume()
    }

    /// Releases the call that has waited longest, and keeps holding; false if none waits.
    @discardableResult
    public func releaseFirst() -> Bool {
        let first = state.withLock { $0.first() }
        first?.resume()
        return first != nil
    }

    func pass(isolation: isolated (any Actor)? = #isolation) async {
        let isFree = state.withLock { !$0.isHeld && $0.underway == 0 && $0.waiting.isEmpty }
        guard !isFree else { return }
        await withCheckedContinuation { call in
            let next = state.withLock { state in
                state.waiting.append(call)
                return state.next()
            }
            next?.resume()
        }
        let next = state.withLock { state in
            state.underway -= 1
            return state.next()
        }
        next?.resume()
    }
}
