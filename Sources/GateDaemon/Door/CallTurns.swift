import GateModel
import GateSocket

/// How many of a user's calls are worked on at a time; more of them wait for these, and for nobody else's. The numbers of
/// a range of subordinate users have what one user has.
///
/// Keystore and scrypt take what comes in the order in which it comes: without this, whoever calls on sixty connections
/// is served sixty times for everybody else's once. It lives on the loop.
final class CallTurns {
    private static let perClaimant = 4

    private struct Line {
        var working = 0
        /// In order; a connection has one call at a time.
        var waiting: [(client: ConnectionID, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private var lines: [Claimant: Line] = [:]

    /// Waits for a turn, which `end` gives back; false, and no turn, where the client has left before.
    func begin(_ client: ClientConnection) async -> Bool {
        await begin(client.id, of: client.claimant, unless: { client.isClosed })
    }

    func begin(_ client: ConnectionID, of claimant: Claimant, unless isGone: () -> Bool) async -> Bool {
        if let isMine = turn(of: claimant, unless: isGone) { return isMine }
        return await withCheckedContinuation { continuation in
            // Others may have come and gone until this runs.
            if let isMine = turn(of: claimant, unless: isGone) { return continuation.resume(returning: isMine) }
            lines[claimant, default: Line()].waiting.append((client, continuation))
        }
    }

    /// Whether the client has a turn now; nil where it has to wait.
    private func turn(of claimant: Claimant, unless isGone: () -> Bool) -> Bool? {
        guard !isGone() else { return false }
        guard lines[claimant, default: Line()].working < Self.perClaimant else { return nil }
        lines[claimant, default: Line()].working += 1
        return true
    }

    /// Hands a turn to the next.
    func end(of claimant: Claimant) {
        guard var line = lines[claimant] else { return }
        if line.waiting.isEmpty {
            line.working -= 1
            lines[claimant] = line.working > 0 ? line : nil
        } else {
            let next = line.waiting.removeFirst()
            lines[claimant] = line
            next.continuation.resume(returning: true)
        }
    }

    /// The client is gone: its call waits no longer, and what it holds is let go.
    func leave(_ client: ClientConnection) {
        guard let place = lines[client.claimant]?.waiting.firstIndex(where: { $0.client == client.id }) else { return }
        lines[client.claimant]?.waiting.remove(at: place).continuation.resume(returning: false)
    }
}
