/// The pauses between tries to reach the daemon; each try may start it.
struct RetryPause {
    private static let first: Duration = .milliseconds(250)
    private static let longest: Duration = .seconds(10)
    private var next = first

    /// The daemon has answered: after a loss, the next try comes at once, since a restarting daemon accepts the
    /// connection as soon as it can.
    mutating func reached() { next = .zero }

    /// Returns the pause before the next try.
    mutating func taken() -> Duration {
        defer { next = next == .zero ? Self.first : min(next * 2, Self.longest) }
        return next
    }
}
