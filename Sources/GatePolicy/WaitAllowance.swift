/// The time that a call may spend waiting for anything but its user, over all of its waits. Times are since boot.
public struct WaitAllowance: Hashable, Sendable {
    /// Nil where there is no limit.
    private var left: Duration?
    /// The beginning of the wait that goes on.
    private var since: Duration?

    /// - Parameter total: nil for a wait without a limit.
    public init(_ total: Duration?) {
        left = total
    }

    /// Begins a wait; the time that is left, nil where there is no limit. A wait that goes on already goes on.
    public mutating func begin(at now: Duration) -> Duration? {
        if since == nil { since = now }
        return remaining(at: now)
    }

    /// Ends the wait that goes on, if there is one.
    public mutating func end(at now: Duration) {
        left = remaining(at: now)
        since = nil
    }

    /// The time that is left; nil where there is no limit.
    public func remaining(at now: Duration) -> Duration? {
        left.map { max(.zero, $0 - (since.map { now - $0 } ?? .zero)) }
    }

    /// Whether a wait goes on.
    public var isRunning: Bool { since != nil }
}
