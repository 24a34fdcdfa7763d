import GateGuidance
package import GateModel
package import GatePolicy

/// The status that is reported about a user.
package struct UserView: Sendable {
    /// Whether the system has an account for the user number.
    package let hasAccount: Bool
    package var situation: UserSituation
    /// The number of vouched prints.
    package var prints: Int
    /// Whether the user also has unvouched prints.
    package var hasUnvouchedPrints: Bool
    package var items: Int
    package var onboarding: [AppName?: Settings.Onboarding]
    /// Whether the user has a password, or may have one because the helper cannot tell.
    package var mayHavePassword: Bool
    /// Whether logins may ask the daemon for fingers.
    package var isFaceServed: Bool

    /// Why the caller cannot be asked for a finger; nil if it can.
    package var obstacle: SeatObstacle?

    /// The view for a caller with this obstacle.
    package func seen(behind obstacle: SeatObstacle?) -> UserView {
        var view = self
        view.situation.facts.isInteractive = obstacle == nil
        view.obstacle = obstacle
        return view
    }

    package func availability(at now: Moment) -> (availability: Availability, fallbacks: [Factor]) {
        let policy = situation.policy
        return (
            policy.availability(situation.facts, situation.limits, at: now),
            policy.fallbacks(among: [.pin, .password], situation.credentials, situation.limits, at: now)
        )
    }

    /// The lockout of fingers at logins; nil if there is none, or if logins do not ask the daemon.
    package func loginLockout(at now: Moment) -> LoginLockout? {
        isFaceServed ? situation.policy.loginLockout(situation.limits, at: now) : nil
    }

    /// Whether the lid covers all readers with prints of the user.
    package var isCovered: Bool { situation.facts.hardware == .covered }

    /// The time until the availability changes by itself: the shortest running wait.
    package func nextChange(at now: Moment) -> Duration? {
        let policy = situation.policy
        var waits: [Duration] = []
        if case .waiting(let remaining) = policy.lockout.state(situation.limits, at: now) { waits.append(remaining) }
        if let remaining = loginLockout(at: now)?.retryAfter { waits.append(remaining) }
        for credential in CredentialKind.allCases {
            if case .waiting(let remaining) = policy.throttle(credential, situation.limits, at: now) {
                waits.append(remaining)
            }
        }
        if let remaining = policy.credentialAgesIn(situation.limits, at: now) { waits.append(remaining) }
        return waits.min()
    }

    package func settings(of app: AppName?) -> Settings {
        let isOn = situation.facts.fingerprintSwitch == .on
        let isUsable =
            isOn && situation.facts.hasPrints && situation.facts.isAllowedByAdministrator
        return Settings(
            fingerprintEnabled: isOn, method: isUsable ? .fingerprint : .none, onboarding: onboarding[app] ?? .pending,
            pinSet: situation.credentials.isPINSet, passwordAvailable: situation.credentials.isPasswordAvailable,
            enrolledPrints: prints, items: items)
    }
}

extension GateGuidance.Situation {
    package mutating func tell(_ obstacle: SeatObstacle?, isLidClosed: Bool) {
        isSessionLocked = obstacle == .locked
        self.isLidClosed = obstacle == nil && isLidClosed
    }

    /// Takes in the facts about its user.
    package mutating func tell(_ view: UserView, at now: Moment) {
        let known = view.situation
        printsVanished = known.facts.printsVanished
        hasUnvouchedPrints = view.hasUnvouchedPrints
        hasPassword = view.mayHavePassword
        isPINBlocked =
            known.credentials.isPINSet && known.policy.throttle(.pin, known.limits, at: now) == .blocked
    }
}
