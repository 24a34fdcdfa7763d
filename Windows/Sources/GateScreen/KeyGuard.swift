// Keys, and presses of a mouse, that were meant for another window do nothing in one that has just appeared.

/// Holds keys, or presses, back until there was a pause in them since the window came up.
public struct KeyGuard: Sendable {
    /// How long the pause is.
    public static let pause: Duration = .milliseconds(500)

    private var last: Duration?
    private var isOpen = false

    /// Holds back every key until `appeared` was called.
    public init() {}

    /// The window came up; times are a clock's that never goes back.
    public mutating func appeared(at now: Duration) {
        last = now
        isOpen = false
    }

    /// Whether a key that is pressed now counts.
    public mutating func admits(at now: Duration) -> Bool {
        guard let last else { return false }
        if !isOpen, now - last >= Self.pause { isOpen = true }
        self.last = now
        return isOpen
    }
}
