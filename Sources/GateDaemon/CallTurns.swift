import GateModel
import GateSocket
import Synchronization

/// How many of a user's calls are worked on at a time; more of them wait for these, and for nobody else's. The numbers of
/// a range of subordinate users have what one user has.
///
/// Gatekeeper, keystore and scrypt take what comes in the order in which it comes: without this, whoever calls on sixty
/// connections is served sixty times for everybody else's once.
final class CallTurns: Sendable {
    private static let perClaimant = 4

    private struct Line {
        var working = 0
        /// In order; a connection has one call at a time.
        var waiting: [(client: ConnectionID, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let lines = Mutex<[Claimant: Line]>([:])

    /// Waits for a turn, which `end` gives back; false, and no turn, where the client has left before.
    func begin(_ client: ClientConnection) async -> Bool {
        await withCheckedContinuation { continuation in
            let isNext: Bool? = lines.withLock { lines in
                // Whoever leaves is marked as closed before `leave`: the one or the other is seen.
                guard !client.isClosed else { return false }
                var line = lines[client.claimant] ?? Line()
                defer { lines[client.claimant] = line }
                guard line.working >= Self.perClaimant else {
                    line.working += 1
                    return true
                }
                line.waiting.append((client.id, continuation))
                return nil
            }
            if let isNext { continuation.resume(returning: isNext) }
        }
    }

    /// Hands a turn to the next.
    func end(of claimant: Claimant) {
        let next: CheckedContinuation<Bool, Never>? = lines.withLock { lines in
            guard var line = lines[claimant] else { return nil }
            guard line.waiting.isEmpty else {
                defer { lines[claimant] = line }
                return line.waiting.removeFirst().continuation
            }
            line.working -= 1
            lines[claimant] = line.working > 0 ? line : nil
            return nil
        }
        next?.resume(returning: true)
    }

    /// The client is gone: its call waits no longer, and what it holds is let go.
    func leave(_ client: ClientConnection) {
        let left: CheckedContinuation<Bool, Never>? = lines.withLock { lines in
            guard let place = lines[client.claimant]?.waiting.firstIndex(where: { $0.client == client.id }) else {
                return nil
            }
            return lines[client.claimant]?.waiting.remove(at: place).continuation
        }
        left?.resume(returning: false)
    }
}
