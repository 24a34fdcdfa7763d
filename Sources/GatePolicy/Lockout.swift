public import GateModel

/// Counts good scans without a match since the last match or credential, over all of a user's calls, clients and
/// readers.
public struct Lockout: Hashable, Sendable {
    /// The effect of the count on the next scan.
    public enum State: Hashable, Sendable {
        case open
        case waiting(Duration)
        case permanent
    }

    public private(set) var misses: Int
    /// The last miss, from which its wait runs.
    private(set) var lastMiss: Wait?

    public init() {
        misses = 0
        lastMiss = nil
    }

    init(misses: Int, lastMiss: Wait?) {
        self.misses = misses
        self.lastMiss = lastMiss
    }

    public func state(_ limits: PolicyLimits, at now: Moment) -> State {
        if misses >= limits.lockoutPermanentAfter { return .permanent }
        guard misses >= limits.lockoutFreeFailures, let lastMiss else { return .open }
        let length = doubled(
            limits.lockoutBaseDelay, times: misses - limits.lockoutFreeFailures, atMost: limits.lockoutMaximumDelay)
        let remaining = lastMiss.remaining(of: length, at: now)
        return remaining > .zero ? .waiting(remaining) : .open
    }

    /// Misses until the next lock; at least 1 while a scan is allowed.
    public func attemptsBeforeLock(_ limits: PolicyLimits) -> Int {
        let mark = misses < limits.lockoutFreeFailures ? limits.lockoutFreeFailures : misses + 1
        return max(0, min(mark, limits.lockoutPermanentAfter) - misses)
    }

    mutating func missed(at now: Moment) {
        misses += 1
        lastMiss = Wait(startingAt: now)
    }

    /// A match clears a count below the permanent mark; from there on only a credential does.
    mutating func matched(_ limits: PolicyLimits) {
        guard misses < limits.lockoutPermanentAfter else { return }
        self = Lockout()
    }

    mutating func credentialGiven() {
        self = Lockout()
    }

    mutating func resume(at now: Moment) {
        lastMiss?.resume(at: now)
    }
}
