import BiometricGate
import GateCipher
import GateModel
import GateSSH
import GateSystem
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
    let queue = SigningQueue()
    let lock = AgentLock()
    let refusals = Refusals()
    let upstream: String?
    private let connections = Mutex<[ProcessID: Int]>([:])

    init(_ gate: Gate, upstream: String?) {
        ring = KeyRing(gate)
        signers = Signers(gate)
        self.upstream = upstream
    }

    /// Connections without a place that wait for their failure.
    private let refused = Mutex(0)
    private static let refusedLimit = 32

    func takeRefusal() -> Bool {
        refused.withLock { refused in
            guard refused < Self.refusedLimit else { return false }
            refused += 1
            return true
        }
    }

    func leaveRefusal() { refused.withLock { $0 -= 1 } }

    /// Notes why a connection gets nothing.
    func noteRefusal(of peer: Peer, isOwn: Bool) {
        let process = AskingProcess(peer.process.rawValue)
        let name = process?.name ?? "A program"
        refusals.note(
            isOwn
                ? "\(name) (process \(peer.process)) was refused: it has \(Self.processLimit) connections, or all programs "
                    + "together have \(Self.connectionLimit). Wait until some have ended, or end that program"
                : "\(name) of another user (\(peer.user)) was refused: the agent answers its own user alone. Run "
                    + "ssh and git without sudo", of: isOwn ? process : nil)
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
