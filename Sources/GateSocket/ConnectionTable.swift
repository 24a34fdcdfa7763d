import GateModel
import Synchronization

/// The open connections and their limits.
final class ConnectionTable: Sendable {
    private struct State {
        var lastID: UInt64
        var perClaimant: [Claimant: Int] = [:]
        var admitted: [ConnectionID: Claimant] = [:]
        var clients: [ConnectionID: ClientConnection] = [:]
        var isClosing = false
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let maximum: Int
    private let maximumPerUser: Int
    private let refusalsPerUser: Int
    private let ranges: SubordinateRanges
    private let state: Mutex<State>

    init(
        maximum: Int, maximumPerUser: Int, refusalsPerUser: Int, ranges: SubordinateRanges,
        numberedBehind last: UInt64 = 0
    ) {
        state = Mutex(State(lastID: last))
        self.maximum = maximum
        self.maximumPerUser = maximumPerUser
        self.refusalsPerUser = refusalsPerUser
        self.ranges = ranges
    }

    var count: Int { state.withLock { $0.admitted.count } }

    /// Numbers a new connection and names its claimant; nil at a limit or while closing. `isRefused`: the claimant has
    /// all its connections, so the first call is refused.
    func admit(_ user: UserID) -> (id: ConnectionID, claimant: Claimant, isRefused: Bool)? {
        let claimant = ranges.claimant(user)
        return state.withLock { state in
            let held = state.perClaimant[claimant, default: 0]
            guard !state.isClosing, state.admitted.count < maximum, held < maximumPerUser + refusalsPerUser
            else { return nil }
            state.perClaimant[claimant] = held + 1
            state.lastID += 1
            let id = ConnectionID(rawValue: state.lastID)
            state.admitted[id] = claimant
            return (id, claimant, held >= maximumPerUser)
        }
    }

    /// Registers the connection; false while all are being closed.
    func add(_ client: ClientConnection) -> Bool {
        state.withLock { state in
            guard !state.isClosing else { return false }
            state.clients[client.id] = client
            return true
        }
    }

    /// Removes an admitted connection.
    func release(_ id: ConnectionID) {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard let claimant = state.admitted.removeValue(forKey: id) else { return [] }
            state.clients[id] = nil
            let left = state.perClaimant[claimant, default: 1] - 1
            state.perClaimant[claimant] = left > 0 ? left : nil
            guard state.admitted.isEmpty else { return [] }
            defer { state.whenEmpty = [] }
            return state.whenEmpty
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Refuses every new connection from now on.
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
