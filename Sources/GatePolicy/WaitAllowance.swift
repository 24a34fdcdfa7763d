/// The time that a call may spend, over all its waits, on anything but its user. Times are since boot.
public struct WaitAllowance: Hashable, Sendable {
    /// Nil for no limit.
    private var left: Duration?
    /// The start of the wait that goes on.
    private var since: Duration?

    /// - Parameter total: nil for no limit.
    public init(_ total: Duration?) {
        left = total
    }

    /// Begins a wait, unless one goes on; returns the time left, nil for no limit.
    public mutating func begin(at now: Duration) -> Duration? {
        if since == nil { since = now }
        return remaining(at: now)
    }

    /// Ends the wait that goes on, if any.
    public mutating func end(at now: Duration) {
        left = remaining(at: now)
        since = nil
    }

    /// The time left; nil for no limit.
    public func remaining(at now: Duration) -> Duration? {
        left.map { max(.zero, $0 - (since.map { now - $0 } ?? .zero)) }
    }

    /// Whether a wait goes on.
    public var isRunning: Bool { since != nil }
}
