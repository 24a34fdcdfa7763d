import GateModel
import GateSocket

/// Limits how many of a user's calls run at a time; further calls of that user wait, and other users' do not. A range
/// of subordinate user numbers counts as one user.
///
/// The keystore and scrypt serve requests in order of arrival: without this limit, a user with sixty connections would
/// be served sixty times as often as everyone else. Lives on the loop.
final class CallTurns {
    private static let perClaimant = 4

    private struct Line {
        var working = 0
        /// In order of arrival; a connection has one call at a time.
        var waiting: [(client: ConnectionID, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private var lines: [Claimant: Line] = [:]

    /// Waits for a turn, which `end` gives back; returns false, without a turn, if the client has left.
    func begin(_ client: ClientConnection) async -> Bool {
        await begin(client.id, of: client.claimant, unless: { client.isClosed })
    }

    func begin(_ client: ConnectionID, of claimant: Claimant, unless isGone: () -> Bool) async -> Bool {
        if let isMine = turn(of: claimant, unless: isGone) { return isMine }
        return await withCheckedContinuation { continuation in
            // The state may have changed before this closure runs.
            if let isMine = turn(of: claimant, unless: isGone) { return continuation.resume(returning: isMine) }
            lines[claimant, default: Line()].waiting.append((client, continuation))
        }
    }

    /// Whether the client has a turn now; nil if it has to wait.
    private func turn(of claimant: Claimant, unless isGone: () -> Bool) -> Bool? {
        guard !isGone() else { return false }
        guard lines[claimant, default: Line()].working < Self.perClaimant else { return nil }
        lines[claimant, default: Line()].working += 1
        return true
    }

    /// Passes the turn to the next waiting call.
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

    /// Drops the waiting call of a client that disconnected.
    func leave(_ client: ClientConnection) {
        guard let place = lines[client.claimant]?.waiting.firstIndex(where: { $0.client == client.id }) else { return }
        lines[client.claimant]?.waiting.remove(at: place).continuation.resume(returning: false)
    }
}
