public import GateModel

/// Scans that were armed and whose outcome is not yet settled: those that a crash or a power loss leaves pending count
/// against their users at the next start.
public protocol ScanLedger: Sendable {
    /// The scans that were pending when it was opened, by user.
    var found: [UserID: Int] { get }

    /// Notes that the user's scan is about to be armed; on disk when this returns. Throws `storageFailed`: then the
    /// reader stays unarmed.
    func arm(_ user: UserID) async throws(KeystoreError) -> ScanTicket

    /// Notes that the scans' outcomes are known and kept elsewhere; all on disk when this returns. Throws `storageFailed`:
    /// the scans then count as pending at the next start. A ticket that is settled already is nothing to do.
    func settle(_ tickets: [ScanTicket]) async throws(KeystoreError)

    /// Forgets what was found pending, once it was counted and that is on disk. Throws `storageFailed`.
    func clearFound() async throws(KeystoreError)

    /// Forgets all scans of a user of whom nothing is kept any more, those that are armed as well; on disk when this
    /// returns. Throws `storageFailed`.
    func forget(_ user: UserID) async throws(KeystoreError)
}

extension ScanLedger {
    /// Settles one.
    public func settle(_ ticket: ScanTicket) async throws(KeystoreError) { try await settle([ticket]) }
}

/// Names one armed scan until it is settled.
public struct ScanTicket: Hashable, Sendable {
    package let slot: Int
    package let sequence: UInt64

    package init(slot: Int, sequence: UInt64) {
        self.slot = slot
        self.sequence = sequence
    }
}
