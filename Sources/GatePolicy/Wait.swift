public import GateModel

/// A wait that began at one moment of one boot; nothing but time since boot makes it shorter.
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

    /// Starts the wait anew where it began in another boot, or later than now: what passed in between is not known.
    mutating func resume(at now: Moment) {
        guard boot != now.boot || startedAt > now.sinceBoot else { return }
        self = Wait(startingAt: now)
    }

    /// What is left of `length`; zero when it is over. A wait of another boot has all of it left.
    public func remaining(of length: Duration, at now: Moment) -> Duration {
        guard boot == now.boot, startedAt <= now.sinceBoot else { return length }
        return max(.zero, startedAt + length - now.sinceBoot)
    }
}

/// `base` doubled `times` over, at most `maximum`.
func doubled(_ base: Duration, times: Int, atMost maximum: Duration) -> Duration {
    guard base > .zero else { return .zero }
    var delay = base
    for _ in 0..<max(0, times) where delay < maximum { delay += delay }
    return min(delay, maximum)
}
