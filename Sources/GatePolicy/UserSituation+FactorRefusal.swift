public import GateModel

/// Explains why a factor opens nothing, so that an app can tell a renewable item from a permanent refusal.
extension UserSituation {
    /// The refusal of a factor if only `allowed` open something; `item` is the call's item.
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
        // A password slot is lost only with its item.
        case .password: return .notInAccess
        }
    }
}
