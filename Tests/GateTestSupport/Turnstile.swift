import Synchronization

/// Where calls wait for as long as a test holds them; else they pass without suspending.
public final class Turnstile: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// How many calls wait.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// Whoever comes waits from now on.
    public func hold() { state.withLock { $0.isHeld = true } }

    /// Lets whoever waits through, in the order in which they came, and whoever comes.
    public func release() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for call in waiting { call.resume() }
    }

    /// Lets the call through that has waited longest, and holds on; false where none waits.
    @discardableResult
    public func releaseFirst() -> Bool {
        let first = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        first?.resume()
        return first != nil
    }

    func pass(isolation: isolated (any Actor)? = #isolation) async {
        guard state.withLock({ $0.isHeld }) else { return }
        await withCheckedContinuation { call in
            let isHeld = state.withLock { state in
                if state.isHeld { state.waiting.append(call) }
                return state.isHeld
            }
            if !isHeld { call.resume() }
        }
    }
}
