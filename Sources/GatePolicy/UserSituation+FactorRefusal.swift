public import GateModel

/// Why a factor opens nothing: what an app can tell "renew it" from "never" by.
extension UserSituation {
    /// The refusal of a factor where only `allowed` open something; `item` is the one that the call is about.
    public func refusal(
        of factor: Factor, allowed: [Factor], item: Item? = nil, at now: Moment
    ) -> GateError {
        let reason = item.map { why(factor, opensNothingOf: $0) } ?? .notInAccess
        let isRenewable =
            factor == .fingerprint && reason != .notInAccess && facts.fingerprintSwitch != .off && facts.hasPrints
            && allowed.contains { $0 != .fingerprint }
        return .factorNotAllowed(
            allowed: allowed,
            FactorRefusal(
                reason, isRenewable: isRenewable,
                fallbacks: policy.fallbacks(among: allowed, credentials, limits, at: now)))
    }

    private func why(_ factor: Factor, opensNothingOf item: Item) -> FactorRefusal.Reason {
        guard item.access.allows(factor) else { return .notInAccess }
        switch factor {
        case .fingerprint:
            if facts.fingerprintSwitch == .off { return .fingerprintDisabled }
            guard facts.hasPrints, let cause = item.fingerprintLostBy else { return .notEnrolled }
            return cause == .fingerprintDisabled ? .fingerprintDisabled : .enrollmentChanged
        case .pin: return .pinChanged
        // Its slot goes only with the item.
        case .password: return .notInAccess
        }
    }
}
