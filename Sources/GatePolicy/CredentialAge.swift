public import GateModel

/// The time since the PIN or the password was given: the larger of wall-clock time and the machine's running time, so
/// that setting a clock back makes it no younger.
public struct CredentialAge: Hashable, Sendable {
    private(set) var givenAt: WallTime
    private(set) var givenInBoot: BootID
    /// Running time up to `mark`.
    private(set) var accumulated: Duration
    private(set) var mark: Wait

    init(givenAt now: Moment) {
        givenAt = now.wall
        givenInBoot = now.boot
        accumulated = .zero
        mark = Wait(startingAt: now)
    }

    init(givenAt: WallTime, givenInBoot: BootID, accumulated: Duration, mark: Wait) {
        self.givenAt = givenAt
        self.givenInBoot = givenInBoot
        self.accumulated = accumulated
        self.mark = mark
    }

    public func age(at now: Moment) -> Duration {
        max(now.wall.since(givenAt), running(at: now))
    }

    /// Whether it was given since the machine started.
    public func isOfThisBoot(_ now: Moment) -> Bool { givenInBoot == now.boot }

    /// Moves the mark to now, for storing.
    mutating func resume(at now: Moment) {
        accumulated = running(at: now)
        mark = Wait(startingAt: now)
    }

    private func running(at now: Moment) -> Duration {
        let isSameBoot = mark.boot == now.boot && mark.startedAt <= now.sinceBoot
        return accumulated + (isSameBoot ? now.sinceBoot - mark.startedAt : now.sinceBoot)
    }
}
