public import GateModel
public import GateVault
import Synchronization

/// Pending scans in a dictionary.
public final class MemoryScanLedger: ScanLedger {
    private struct State {
        var pending: [ScanTicket: UserID]
        var foundTickets: [ScanTicket]
        var serial: Int
    }

    public let found: [UserID: Int]
    public let disk: ScriptedDisk
    private let state: Mutex<State>

    /// `found` is what a crash has left.
    public init(found: [UserID: Int] = [:], on disk: ScriptedDisk = ScriptedDisk()) {
        self.found = found
        self.disk = disk
        var pending: [ScanTicket: UserID] = [:]
        for (user, count) in found {
            for _ in 0..<count { pending[ScanTicket(slot: pending.count, sequence: 0)] = user }
        }
        state = Mutex(State(pending: pending, foundTickets: Array(pending.keys), serial: pending.count))
    }

    /// What the next start would find, by user.
    public var pending: [UserID: Int] {
        state.withLock { state in state.pending.values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    }

    /// The ledger after a restart.
    public func restarted(on disk: ScriptedDisk = ScriptedDisk()) -> MemoryScanLedger {
        MemoryScanLedger(found: pending, on: disk)
    }

    public func arm(_ user: UserID) async throws(KeystoreError) -> ScanTicket {
        try await disk.write { () throws(KeystoreError) in
            state.withLock { state in
                state.serial += 1
                let ticket = ScanTicket(slot: state.serial, sequence: 0)
                state.pending[ticket] = user
                return ticket
            }
        }
    }

    public func settle(_ tickets: [ScanTicket]) async throws(KeystoreError) {
        try await disk.write { () throws(KeystoreError) in
            state.withLock { state in for ticket in tickets { state.pending[ticket] = nil } }
        }
    }

    public func clearFound() async throws(KeystoreError) {
        guard state.withLock({ !$0.foundTickets.isEmpty }) else { return }
        try await disk.write { () throws(KeystoreError) in
            state.withLock { state in
                for ticket in state.foundTickets { state.pending[ticket] = nil }
                state.foundTickets = []
            }
        }
    }

    public func forget(_ user: UserID) async throws(KeystoreError) {
        try await disk.write { () throws(KeystoreError) in
            state.withLock { state in state.pending = state.pending.filter { $0.value != user } }
        }
    }
}
