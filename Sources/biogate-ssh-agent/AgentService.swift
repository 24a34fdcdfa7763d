import BiometricGate
import GateCipher
import GateSSH
import Synchronization

/// Where the daemon is, and in which language its texts are.
struct Gate: Sendable {
    let socket: String
    let locale: String?

    func client() -> GateClient { GateClient(socket: socket, locale: locale) }
}

/// What all connections of the agent share.
final class AgentService: Sendable {
    /// The most connections at a time.
    private static let connectionLimit = 64

    let cryptography = SwiftCryptography()
    let ring: KeyRing
    let signers: Signers
    let lock = AgentLock()
    let servers = ServerNotes()
    let refusals = Refusals()
    let upstream: String?
    private let connections = Atomic(0)

    init(_ gate: Gate, upstream: String?) {
        ring = KeyRing(gate)
        signers = Signers(gate)
        self.upstream = upstream
    }

    /// Counts a connection; false if there are too many.
    func takePlace() -> Bool {
        guard connections.add(1, ordering: .relaxed).newValue <= Self.connectionLimit else {
            connections.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    func leavePlace() { connections.subtract(1, ordering: .relaxed) }
}

/// The reasons for refusals, which ssh does not show: they go to the journal, and the last one to `biogate ssh status`.
final class Refusals: Sendable {
    private let reason = Mutex("")

    var last: String { reason.withLock { $0 } }

    func note(_ reason: String) {
        journal(reason)
        self.reason.withLock { $0 = reason }
    }
}
