import GateModel
import Synchronization

/// The connections that are open, and how many may be.
final class ConnectionTable: Sendable {
    private struct State {
        var lastID: UInt64 = 0
        var perUser: [UserID: Int] = [:]
        var admitted: Set<ConnectionID> = []
        var clients: [ConnectionID: ClientConnection] = [:]
        var isClosing = false
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let maximum: Int
    private let maximumPerUser: Int
    private let state = Mutex(State())

    init(maximum: Int, maximumPerUser: Int) {
        self.maximum = maximum
        self.maximumPerUser = maximumPerUser
    }

    var count: Int { state.withLock { $0.admitted.count } }

    /// A number for a new connection; nil where there are enough of them, or no more are wanted.
    func admit(_ user: UserID) -> ConnectionID? {
        state.withLock { state in
            let ofUser = state.perUser[user, default: 0]
            guard !state.isClosing, state.admitted.count < maximum, ofUser < maximumPerUser else { return nil }
            state.perUser[user] = ofUser + 1
            state.lastID += 1
            let id = ConnectionID(rawValue: state.lastID)
            state.admitted.insert(id)
            return id
        }
    }

    /// Whether the connection may go on; not where all are being closed.
    func add(_ client: ClientConnection) -> Bool {
        state.withLock { state in
            guard !state.isClosing else { return false }
            state.clients[client.id] = client
            return true
        }
    }

    /// Forgets a connection that was admitted.
    func release(_ id: ConnectionID, of user: UserID) {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard state.admitted.remove(id) != nil else { return [] }
            state.clients[id] = nil
            let left = state.perUser[user, default: 1] - 1
            state.perUser[user] = left > 0 ? left : nil
            guard state.admitted.isEmpty else { return [] }
            defer { state.whenEmpty = [] }
            return state.whenEmpty
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Admits nobody from now on.
    func beginClosing() {
        state.withLock { $0.isClosing = true }
    }

    var clients: [ClientConnection] {
        state.withLock { state in state.clients.values.sorted { $0.id < $1.id } }
    }

    /// Returns when no connection is left.
    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.admitted.isEmpty { state.whenEmpty.append(continuation) }
                return state.admitted.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}
