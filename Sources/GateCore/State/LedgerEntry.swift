import GateModel
import GatePolicy
import GateVault

/// A user's policy in memory, and as the disk has it.
final class LedgerEntry {
    let user: User
    var policy: UserPolicy
    /// The print that matched last; briefly ahead of the disk.
    var lastMatched: PrintID?
    /// Whether all data of the user is or has been destroyed, so that nothing may be written.
    var isErased = false

    /// The policy on disk.
    private var saved: UserPolicy
    /// Scans whose records are still on disk because the disk refused either the policy that counts them or their
    /// removal. They count again at the next start, unless they are dropped after the policy is saved.
    private(set) var leftoverScans: Set<ScanTicket> = []

    init(_ user: User, _ policy: UserPolicy, lastMatched: PrintID?) {
        self.user = user
        self.policy = policy
        saved = policy
        self.lastMatched = lastMatched
    }

    /// Whether the disk has the policy, and no record of a settled scan.
    var isOnDisk: Bool { isPolicyOnDisk && leftoverScans.isEmpty }

    var isPolicyOnDisk: Bool { policy == saved }

    func wasRefused(_ scans: some Sequence<ScanTicket>) { leftoverScans.formUnion(scans) }

    /// The disk now has this policy, which counts `scans`; their records can be dropped.
    func wasSaved(_ policy: UserPolicy, with scans: Set<ScanTicket>) {
        saved = policy
        leftoverScans.subtract(scans)
    }
}
