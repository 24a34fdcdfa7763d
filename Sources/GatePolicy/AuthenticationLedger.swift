public import GateModel

/// The authentications of one connection, for step-up: decides whether one is fresh enough for a call.
public struct AuthenticationLedger: Hashable, Sendable {
    private var newestByFactor: [Factor: Authentication] = [:]

    public init() {}

    public var newest: Authentication? {
        newestByFactor.values.max { $0.at.sinceBoot < $1.at.sinceBoot }
    }

    public mutating func record(_ authentication: Authentication) {
        newestByFactor[authentication.factor] = authentication
    }

    public mutating func forget() {
        newestByFactor = [:]
    }

    /// The newest authentication by one of `factors` of at most `maximumAge`, inclusive; an age of zero allows none.
    public func reusable(by factors: [Factor], maximumAge: Duration, at now: Moment) -> Reuse? {
        let longest = min(maximumAge, PolicyLimits.longestReuse)
        guard longest > .zero else { return nil }
        let newest = newestByFactor.values
            .filter { factors.contains($0.factor) && $0.at.boot == now.boot }
            .filter { $0.at.sinceBoot <= now.sinceBoot && now.sinceBoot - $0.at.sinceBoot <= longest }
            .max { $0.at.sinceBoot < $1.at.sinceBoot }
        return newest.map(Reuse.init)
    }

    /// As `reusable`, for opening an item: its own age applies, too. A PIN opens its slot itself, so only the one whose
    /// key of this item is kept counts: `pin`.
    public func reusable(
        for access: Access, pin: Authentication? = nil, maximumAge: Duration, at now: Moment
    ) -> Reuse? {
        var own = self
        own.newestByFactor[.pin] = access.reusesPIN ? pin : nil
        return own.reusable(by: access.factors, maximumAge: min(maximumAge, access.maximumAge), at: now)
    }
}
