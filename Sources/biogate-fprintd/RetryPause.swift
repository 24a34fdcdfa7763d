/// The pauses between tries to reach the daemon, each of which may start it.
struct RetryPause {
    private static let first: Duration = .milliseconds(250)
    private static let longest: Duration = .seconds(10)
    private var next = first

    /// The daemon has answered: it is tried again at once when it is lost, since it may be restarting, and takes the connection
    /// as soon as it can.
    mutating func reached() { next = .zero }

    /// The pause before the next try.
    mutating func taken() -> Duration {
        defer { next = next == .zero ? Self.first : min(next * 2, Self.longest) }
        return next
    }
}
