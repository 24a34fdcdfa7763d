import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What the Gatekeeper holds of a user in memory; it never leaves that actor.
final class Account {
    /// What the ledger writes of the user.
    let entry: LedgerEntry
    /// Whether the number belongs to an account of the system's.
    let hasName: Bool
    /// When the number was looked up last, since boot.
    var lookedUpAt: Duration = .zero
    /// The keystore's state as of the last change.
    var kept: UserState
    var password = PasswordKnowledge()
    /// Prints that a reader said it does not have, once; a second time, after a reopen, they count as vanished.
    var suspectedPrints: Set<PrintID> = []

    init(user: User, hasName: Bool, kept: UserState, policy: UserPolicy) {
        entry = LedgerEntry(user, policy, lastMatched: kept.lastMatched)
        self.hasName = hasName
        self.kept = kept
    }

    var user: User { entry.user }

    var policy: UserPolicy {
        get { entry.policy }
        set { entry.policy = newValue }
    }

    var lastMatched: PrintID? { entry.lastMatched }
    var isErased: Bool { entry.isErased }

    var hasPassword: Bool { password.state == .set }

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
        entry.isOnDisk && suspectedPrints.isEmpty && departing.isEmpty
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
