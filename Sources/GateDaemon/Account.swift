import GateKeystore
import GateModel
import GatePolicy

/// What the Gatekeeper holds of a user in memory; it never leaves that actor.
final class Account {
    let user: User
    /// The keystore's state as of the last change.
    var kept: UserState
    var policy: UserPolicy
    var hasPassword: Bool
    /// The print that matched last; ahead of the disk for a moment.
    var lastMatched: PrintID?
    /// Prints that a reader said it does not have, once; a second time, after a reopen, they count as vanished.
    var suspectedPrints: Set<PrintID> = []

    init(user: User, kept: UserState, policy: UserPolicy, hasPassword: Bool) {
        self.user = user
        self.kept = kept
        self.policy = policy
        self.hasPassword = hasPassword
        lastMatched = kept.lastMatched
    }

    var credentials: CredentialFacts { CredentialFacts(isPINSet: kept.pinSet, isPasswordAvailable: hasPassword) }

    var fingerprintSwitch: FingerprintSwitch {
        switch kept.fingerprintSwitch {
        case .unset: kept.isFingerprintDeclined ? .off : .unset
        case .on: .on
        case .off: .off
        }
    }
}
