import GateModel
import GateSystem

/// Who watches what is told of a user, or of the readers.
struct StatusWatchers {
    /// Tells a watcher apart from all others.
    struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Watcher {
        /// Nil where it watches the readers.
        let user: UserID?
        let wakeUp: Inbox<Void>
    }

    private var watchers: [ID: Watcher] = [:]
    private var lastNumber: UInt64 = 0

    /// `wakeUp` fires after every change of what is told of a user, or, where nil, of the readers; changes that come
    /// faster than they are taken become one. `remove` ends it.
    mutating func add(_ user: UserID?, _ wakeUp: Inbox<Void>) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        watchers[id] = Watcher(user: user, wakeUp: wakeUp)
        return id
    }

    mutating func remove(_ id: ID) { watchers[id] = nil }

    /// The readers, the machine's sleep, or who is in front of it concern all.
    func tellAll() {
        for watcher in watchers.values { watcher.wakeUp.post(()) }
    }

    func tell(of user: UserID) {
        for watcher in watchers.values where watcher.user == user { watcher.wakeUp.post(()) }
    }
}
