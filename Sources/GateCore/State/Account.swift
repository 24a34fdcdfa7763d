import GateModel
import GatePolicy
import GateSystem
import GateVault

/// The state of one user in memory. It never leaves the Gatekeeper.
final class Account {
    /// The part of the user's state that the ledger writes.
    let entry: LedgerEntry
    /// Whether the system has an account for the user number.
    let hasName: Bool
    /// The time since boot at which the number was last looked up.
    var lookedUpAt: Duration = .zero
    /// The keystore's state of the user, as of the last change.
    var kept: UserState
    var password = PasswordKnowledge()
    /// Prints that a reader once said it does not have. They count as vanished if it says so again after a reopen.
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

    /// Prints that are being deleted. A match of one of them no longer counts.
    var departing: Set<PrintID> = []
    /// The number of vouched prints that are being written. Until they are, the last credential must not be removed.
    var printsBeingWritten = 0
    var isKeepingPrint: Bool { printsBeingWritten > 0 }
    /// Allows one comparison or stretching of the user's credentials at a time.
    let comparisons = Places(1)
    /// How often fingerprint unlocking was turned off since the daemon started.
    var timesTurnedOff = 0
    /// How often the PIN was set or removed since the daemon started.
    var timesPINChanged = 0

    /// Whether the account can be dropped from memory without losing anything.
    var isOnDisk: Bool {
        entry.isOnDisk && suspectedPrints.isEmpty && departing.isEmpty
    }

    /// The prints whose match may open something now.
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
        // A user who declined and then enrolled a finger has it off until the answer is taken back, or
        // EnableFingerprint.
        case .unset: kept.isFingerprintDeclined || !kept.vouchedPrints.isEmpty ? .off : .unset
        case .on: .on
        case .off: .off
        }
    }
}
