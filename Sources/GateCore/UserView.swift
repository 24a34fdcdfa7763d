import GateGuidance
package import GateModel
package import GatePolicy

/// What status calls are told of one user.
package struct UserView: Sendable {
    /// Whether the number belongs to an account of the system's.
    package let hasAccount: Bool
    package var situation: UserSituation
    /// Those that were vouched for.
    package var prints: Int
    /// Whether there are others.
    package var hasUnvouchedPrints: Bool
    package var items: Int
    package var onboarding: [AppName?: Settings.Onboarding]
    /// True also while the helper cannot say.
    package var mayHavePassword: Bool
    /// Whether logins may ask the daemon for fingers.
    package var isFaceServed: Bool

    /// The obstacle to asking the caller for a finger; nil where there is none.
    package var obstacle: SeatObstacle?

    /// As it is for a caller who is in front of the machine, or whom `obstacle` keeps from it.
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

    /// Nil where no misses lock fingers at logins, and where logins do not ask here.
    package func loginLockout(at now: Moment) -> LoginLockout? {
        isFaceServed ? situation.policy.loginLockout(situation.limits, at: now) : nil
    }

    /// Whether the lid covers all readers that would do.
    package var isCovered: Bool { situation.facts.hardware == .covered }

    /// When the availability changes by itself: the shortest wait that runs.
    package func nextChange(at now: Moment) -> Duration? {
        let policy = situation.policy
        var waits: [Duration] = []
        if case .waiting(let remaining) = policy.lockout.state(situation.limits, at: now) { waits.append(remaining) }
        if let remaining = loginLockout(at: now)?.retryAfter { waits.append(remaining) }
        for credential in Credential.allCases {
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

    /// Takes in what is known of the user whom it is about.
    package mutating func tell(_ view: UserView, at now: Moment) {
        let known = view.situation
        printsVanished = known.facts.printsVanished
        hasUnvouchedPrints = view.hasUnvouchedPrints
        hasPassword = view.mayHavePassword
        isPINBlocked =
            known.credentials.isPINSet && known.policy.throttle(.pin, known.limits, at: now) == .blocked
    }
}
