// Keys and mouse presses meant for another window have no effect in one that has just appeared.

/// Ignores keys or presses until there was a pause in them since the window appeared.
public struct KeyGuard: Sendable {
    /// The length of the pause.
    public static let pause: Duration = .milliseconds(500)

    private var last: Duration?
    private var isOpen = false

    /// Ignores every key until `appeared` is called.
    public init() {}

    /// The window appeared; times are from a monotonic clock.
    public mutating func appeared(at now: Duration) {
        last = now
        isOpen = false
    }

    /// When the next key counts if there is none before; nil if it does now, or if nothing appeared yet.
    public func opens(at now: Duration) -> Duration? {
        guard let last, !isOpen, now - last < Self.pause else { return nil }
        return last + Self.pause
    }

    /// Whether a key pressed now counts.
    public mutating func admits(at now: Duration) -> Bool {
        guard let last else { return false }
        if !isOpen, now - last >= Self.pause { isOpen = true }
        self.last = now
        return isOpen
    }
}
