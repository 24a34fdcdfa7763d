import GateModel
import GatePolicy
import GateVault

/// A user's policy, as it is and as the disk has it.
final class LedgerEntry {
    let user: User
    var policy: UserPolicy
    /// The print that matched last; ahead of the disk for a moment.
    var lastMatched: PrintID?
    /// Everything of the user is being destroyed, or is: nothing is written any more.
    var isErased = false

    /// The policy as it is on disk.
    private var saved: UserPolicy
    /// Scans that are pending on disk although the policy has counted them, or nothing has: the disk refused the one or
    /// the other. They count once more at the next start, unless they are dropped once the policy is on disk.
    private(set) var leftoverScans: Set<ScanTicket> = []

    init(_ user: User, _ policy: UserPolicy, lastMatched: PrintID?) {
        self.user = user
        self.policy = policy
        saved = policy
        self.lastMatched = lastMatched
    }

    /// Whether the disk has the policy, and no scan too many.
    var isOnDisk: Bool { isPolicyOnDisk && leftoverScans.isEmpty }

    var isPolicyOnDisk: Bool { policy == saved }

    func wasRefused(_ scans: some Sequence<ScanTicket>) { leftoverScans.formUnion(scans) }

    /// The disk has this policy; the scans that it knows of are for `Ledger.forget`.
    func wasSaved(_ policy: UserPolicy, with scans: Set<ScanTicket>) {
        saved = policy
        leftoverScans.subtract(scans)
    }
}
