import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What the Gatekeeper holds of a user in memory; it never leaves that actor.
final class Account {
    let user: User
    /// Whether the number belongs to an account of the system's.
    let hasName: Bool
    /// When the number was looked up last, since boot.
    var lookedUpAt: Duration = .zero
    /// The keystore's state as of the last change.
    var kept: UserState
    var policy: UserPolicy
    var password = PasswordKnowledge()
    /// The print that matched last; ahead of the disk for a moment.
    var lastMatched: PrintID?
    /// Prints that a reader said it does not have, once; a second time, after a reopen, they count as vanished.
    var suspectedPrints: Set<PrintID> = []

    /// The policy as it is on disk.
    var savedPolicy: UserPolicy

    init(user: User, hasName: Bool, kept: UserState, policy: UserPolicy) {
        self.user = user
        self.hasName = hasName
        savedPolicy = policy
        self.kept = kept
        self.policy = policy
        lastMatched = kept.lastMatched
    }

    var hasPassword: Bool { password.state == .set }

    /// Scans that are pending on disk although the policy has counted them, or nothing has: the disk refused the one or
    /// the other. They count once more at the next start, unless they are dropped once the policy is on disk.
    var leftoverScans: Set<ScanTicket> = []
    /// Everything of the user is being destroyed, or is: of what still runs for this account nothing is written.
    var isErased = false
    /// Prints that are being deleted: gone already for whoever touches the reader.
    var departing: Set<PrintID> = []
    /// Prints that are being written; until they are, nobody takes the last credential away.
    var printsBeingWritten = 0
    var isKeepingPrint: Bool { printsBeingWritten > 0 }
    /// One credential of the user's is compared, or stretched, at a time.
    let comparisons = Places(1)
    /// How often fingerprint unlocking was turned off since the daemon began.
    var timesTurnedOff = 0
    /// How often the PIN was set or removed since the daemon began.
    var timesPINChanged = 0

    /// Whether forgetting it here would forget nothing.
    var isOnDisk: Bool {
        policy == savedPolicy && leftoverScans.isEmpty && suspectedPrints.isEmpty && departing.isEmpty
    }

    /// Those whose match may open something now.
    var openingPrints: Set<PrintID> { Set(kept.vouchedPrints.map(\.id)).subtracting(departing) }

    /// The reader of the print that matched last.
    var lastReader: ReaderID? { kept.vouchedPrints.first { $0.id == lastMatched }?.reader }

    func isEnrolled(_ print: PrintID) -> Bool {
        !departing.contains(print) && kept.prints.contains { $0.id == print }
    }

    var credentials: CredentialFacts {
        CredentialFacts(
            isPINSet: kept.pinSet, isPasswordAvailable: hasPassword, isPasswordUnknown: password.state == .unknown)
    }

    var fingerprintSwitch: FingerprintSwitch {
        switch kept.fingerprintSwitch {
        // Who declined and then enrolled a finger has it off until they take that back, or a finger turns it on.
        case .unset: kept.isFingerprintDeclined || !kept.vouchedPrints.isEmpty ? .off : .unset
        case .on: .on
        case .off: .off
        }
    }
}
