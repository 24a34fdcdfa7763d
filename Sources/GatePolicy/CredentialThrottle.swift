public import GateModel

/// Slows down wrong PINs or passwords, as Android's Gatekeeper does, and blocks a PIN after too many.
public struct CredentialThrottle: Hashable, Sendable {
    /// The effect of the count on the next try.
    public enum State: Hashable, Sendable {
        case open
        case waiting(Duration)
        case blocked
    }

    public private(set) var failures: Int
    private(set) var lastFailure: Wait?

    public init() {
        failures = 0
        lastFailure = nil
    }

    init(failures: Int, lastFailure: Wait?) {
        self.failures = failures
        self.lastFailure = lastFailure
    }

    /// - Parameter blockedAfter: the failures that block the factor; nil for one that is only slowed down.
    public func state(_ limits: PolicyLimits, blockedAfter: Int?, at now: Moment) -> State {
        if let blockedAfter, failures >= blockedAfter { return .blocked }
        let length = delay(limits)
        guard length > .zero, let lastFailure else { return .open }
        let remaining = lastFailure.remaining(of: length, at: now)
        return remaining > .zero ? .waiting(remaining) : .open
    }

    /// The wait after the present count: the base up to the 39th failure, then doubled every ten, at most a day.
    func delay(_ limits: PolicyLimits) -> Duration {
        guard failures > limits.credentialFreeFailures else { return .zero }
        return doubled(
            limits.credentialBaseDelay, times: failures < 30 ? 0 : (failures - 30) / 10, atMost: .seconds(86_400))
    }

    /// How many more failures are allowed before a wait or a block; nil if neither can follow.
    public func attemptsRemaining(_ limits: PolicyLimits, blockedAfter: Int?) -> Int? {
        let beforeWait = limits.credentialBaseDelay > .zero ? limits.credentialFreeFailures + 1 : nil
        return [beforeWait, blockedAfter].compactMap { $0.map { max(0, $0 - failures) } }.min()
    }

    /// Counted before the comparison, so that a crash during it forgives nothing.
    mutating func tried(at now: Moment) {
        failures += 1
        lastFailure = Wait(startingAt: now)
    }

    /// Takes back a try without a comparison.
    mutating func notCompared(restoring before: CredentialThrottle) {
        guard failures == before.failures + 1 else { return }
        self = before
    }

    mutating func given() {
        self = CredentialThrottle()
    }

    mutating func resume(at now: Moment) {
        lastFailure?.resume(at: now)
    }
}
