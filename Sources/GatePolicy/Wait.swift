public import GateModel

/// A wait that began in one boot; only time since boot shortens it.
public struct Wait: Hashable, Sendable {
    public private(set) var boot: BootID
    public private(set) var startedAt: Duration

    public init(startingAt now: Moment) {
        boot = now.boot
        startedAt = now.sinceBoot
    }

    init(boot: BootID, startedAt: Duration) {
        self.boot = boot
        self.startedAt = startedAt
    }

    /// Restarts the wait if it began in another boot, or later than now: the time passed since is unknown.
    mutating func resume(at now: Moment) {
        guard boot != now.boot || startedAt > now.sinceBoot else { return }
        self = Wait(startingAt: now)
    }

    /// The rest of `length`, zero once it is over; all of it for a wait of another boot.
    public func remaining(of length: Duration, at now: Moment) -> Duration {
        guard boot == now.boot, startedAt <= now.sinceBoot else { return length }
        return max(.zero, startedAt + length - now.sinceBoot)
    }
}

/// `base` doubled `times` times, at most `maximum`.
func doubled(_ base: Duration, times: Int, atMost maximum: Duration) -> Duration {
    guard base > .zero else { return .zero }
    var delay = base
    for _ in 0..<max(0, times) where delay < maximum { delay += delay }
    return min(delay, maximum)
}
