import GateModel
import Synchronization

/// How many urgent calls are being served: they wait for no other call, so only their number bounds them. Of any thread.
final class UrgentCalls: Sendable {
    /// Those of one claimant.
    private struct Line {
        var ofConnection: [ConnectionID: Int] = [:]
        var count = 0
        /// Whose next urgent call waits, in order.
        var waiting: [ClientConnection] = []
    }

    private let maximum: Int
    private let maximumPerUser: Int
    private let lines = Mutex<[Claimant: Line]>([:])

    init(maximum: Int, maximumPerUser: Int) {
        self.maximum = maximum
        self.maximumPerUser = maximumPerUser
    }

    /// Counts a call for as long as the value that is returned lives; nil where the connection is told when to ask again.
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

    /// The connection is gone, and leaves its place to the next, who may have been told only through it.
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

    /// Tells the first of those for whom there is room now.
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

/// An urgent call that is being served, until the last reference goes.
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
