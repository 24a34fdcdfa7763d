public import GateModel

/// Records armed scans until their outcome is settled; scans left by a crash or a power loss count against their users
/// at the next start.
public protocol ScanLedger: Sendable {
    /// The scans that were pending at opening, by user.
    var found: [UserID: Int] { get }

    /// Records that the user's scan is about to be armed; on disk when this returns. Throws `storageFailed`: then the
    /// reader must not be armed.
    func arm(_ user: UserID) async throws(KeystoreError) -> ScanTicket

    /// Records that the scans' outcomes are known and kept elsewhere; on disk when this returns. Ignores settled
    /// tickets. Throws `storageFailed`: the scans then count as pending at the next start.
    func settle(_ tickets: [ScanTicket]) async throws(KeystoreError)

    /// Forgets the scans found pending, once they are counted on disk. Throws `storageFailed`.
    func clearFound() async throws(KeystoreError)

    /// Forgets all scans of a user who is no longer known, also armed ones; on disk when this returns. Throws
    /// `storageFailed`.
    func forget(_ user: UserID) async throws(KeystoreError)
}

extension ScanLedger {
    /// Settles one scan.
    public func settle(_ ticket: ScanTicket) async throws(KeystoreError) { try await settle([ticket]) }
}

/// Identifies one armed scan until it is settled.
public struct ScanTicket: Hashable, Sendable {
    package let slot: Int
    package let sequence: UInt64

    package init(slot: Int, sequence: UInt64) {
        self.slot = slot
        self.sequence = sequence
    }
}
