import BiometricGate
import GateModel
import GateSSH

/// The programs and the place for which one authentication may count again. The daemon bounds it by what it has verified;
/// this only narrows it further, because processes and directories are claims.
struct ReuseBounds: Hashable, Sendable {
    let key: ItemName
    let target: [UInt8]
    /// The outermost git or ssh among the asking processes.
    let ancestor: RunningProcess
    let directory: String?
}

/// The connections to the daemon on which keys sign.
///
/// An authentication counts for its connection alone, so each bounds has a connection of its own; signatures of the same
/// bounds follow one another there.
actor Signers {
    private let gate: Gate
    private var clients: [ReuseBounds: GateClient] = [:]

    init(_ gate: Gate) { self.gate = gate }

    /// A connection for these bounds; nil: one for a single signature.
    func client(for bounds: ReuseBounds?) -> GateClient {
        for (other, client) in clients where !other.ancestor.isRunning {
            client.close()
            clients[other] = nil
        }
        guard let bounds else { return gate.client() }
        if let known = clients[bounds] { return known }
        let client = gate.client()
        clients[bounds] = client
        return client
    }

    /// Ends all reuse.
    func forget() {
        for client in clients.values { client.close() }
        clients = [:]
    }
}
