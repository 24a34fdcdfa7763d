import GateModel
import Synchronization

/// Counts the urgent calls being served: they wait for no other call, so only their number limits them. Of any thread.
final class UrgentCalls: Sendable {
    /// The urgent calls of one claimant.
    private struct Line {
        var ofConnection: [ConnectionID: Int] = [:]
        var count = 0
        /// Connections whose next urgent call waits, in order.
        var waiting: [ClientConnection] = []
    }

    private let maximum: Int
    private let maximumPerUser: Int
    private let lines = Mutex<[Claimant: Line]>([:])

    init(maximum: Int, maximumPerUser: Int) {
        self.maximum = maximum
        self.maximumPerUser = maximumPerUser
    }

    /// Counts a call while the returned value lives; nil if there is no room: the connection is told when to try again.
    func begin(_ client: ClientConnection) -> UrgentTurn? {
        let mayBegin = lines.withLock { lines in
            var line = lines[client.claimant] ?? Line()
            defer { lines[client.claimant] = line }
            guard hasRoom(client, in: line) else {
                if !line.waiting.contains(where: { $0.id == client.id }) { line.waiting.append(client) }
                return false
            }
            line.count += 1
            line.ofConnection[client.id, default: 0] += 1
            return true
        }
        return mayBegin ? UrgentTurn(calls: self, client: client) : nil
    }

    /// Removes a closed connection and passes its turn to the next, which may depend on it.
    func leave(_ client: ClientConnection) {
        change(client.claimant) { line in line.waiting.removeAll { $0.id == client.id } }
    }

    fileprivate func end(_ client: ClientConnection) {
        change(client.claimant) { line in
            line.count -= 1
            let left = line.ofConnection[client.id, default: 1] - 1
            line.ofConnection[client.id] = left > 0 ? left : nil
        }
    }

    private func hasRoom(_ client: ClientConnection, in line: Line) -> Bool {
        line.count < maximumPerUser && line.ofConnection[client.id, default: 0] < maximum
    }

    /// Changes the claimant's line, and tells the first connection that now has room.
    private func change(_ claimant: Claimant, _ body: (inout Line) -> Void) {
        let next: ClientConnection? = lines.withLock { lines in
            guard var line = lines[claimant] else { return nil }
            body(&line)
            defer { lines[claimant] = line.count == 0 && line.waiting.isEmpty ? nil : line }
            guard let place = line.waiting.firstIndex(where: { hasRoom($0, in: line) }) else { return nil }
            return line.waiting.remove(at: place)
        }
        next?.urgentCallEnded()
    }
}

/// Holds the place of an urgent call until the last reference goes.
final class UrgentTurn: Sendable {
    private let calls: UrgentCalls
    private let client: ClientConnection

    fileprivate init(calls: UrgentCalls, client: ClientConnection) {
        self.calls = calls
        self.client = client
    }

    deinit {
        calls.end(client)
    }
}
