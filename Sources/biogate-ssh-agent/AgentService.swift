import BiometricGate
import GateCipher
import GateModel
import GateSSH
import Synchronization

/// Where the daemon is, and in which language its texts are.
struct Gate: Sendable {
    let socket: String
    let locale: String?

    func client() -> GateClient { GateClient(socket: socket, locale: locale) }
}

/// The state that all connections of the agent share.
final class AgentService: Sendable {
    /// The most connections at a time, in all and of one process: all that are forwarded to other machines over one
    /// login come from one ssh, and must leave room for the user's own.
    private static let connectionLimit = 96
    private static let processLimit = 24

    let cryptography = SwiftCryptography()
    let ring: KeyRing
    let signers: Signers
    let lock = AgentLock()
    let refusals = Refusals()
    let upstream: String?
    private let connections = Mutex<[ProcessID: Int]>([:])

    init(_ gate: Gate, upstream: String?) {
        ring = KeyRing(gate)
        signers = Signers(gate)
        self.upstream = upstream
    }

    /// Counts a connection; false if there are too many.
    func takePlace(for process: ProcessID) -> Bool {
        connections.withLock { connections in
            guard connections.values.reduce(0, +) < Self.connectionLimit,
                connections[process, default: 0] < Self.processLimit
            else { return false }
            connections[process, default: 0] += 1
            return true
        }
    }

    func leavePlace(of process: ProcessID) {
        connections.withLock { connections in
            guard let count = connections[process] else { return }
            connections[process] = count > 1 ? count - 1 : nil
        }
    }
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
