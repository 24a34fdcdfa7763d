import GateModel
import GateSystem

/// Tells a watcher apart from all others.
package struct StatusWatcherID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// Who watches what is told of a user, or of the readers.
struct StatusWatchers {
    private struct Watcher {
        /// Nil where it watches the readers.
        let user: UserID?
        let caller: Caller
        /// Whether the caller was in front of the machine when that was looked at last.
        var isInteractive: Bool
        let wakeUp: Inbox<Void>
    }

    private var watchers: [StatusWatcherID: Watcher] = [:]
    private var lastNumber: UInt64 = 0
    private var wasLidClosed = false

    /// `wakeUp` fires after every change of what is told of a user, or, where nil, of the readers; changes that come
    /// faster than they are taken become one. `remove` ends it.
    mutating func add(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller, isInteractive: Bool) -> StatusWatcherID
    {
        lastNumber += 1
        let id = StatusWatcherID(number: lastNumber)
        watchers[id] = Watcher(user: user, caller: caller, isInteractive: isInteractive, wakeUp: wakeUp)
        return id
    }

    mutating func remove(_ id: StatusWatcherID) { watchers[id] = nil }

    /// The readers and the machine's sleep concern all.
    func tellAll() {
        for watcher in watchers.values { watcher.wakeUp.post(()) }
    }

    func tell(of user: UserID) {
        for watcher in watchers.values where watcher.user == user { watcher.wakeUp.post(()) }
    }

    /// Who is in front of the machine concerns those for whom that is another now; the lid, all.
    mutating func tell(whether isInteractive: (Caller) -> Bool, isLidClosed: Bool) {
        if isLidClosed != wasLidClosed { tellAll() }
        wasLidClosed = isLidClosed
        for (id, watcher) in watchers
        where watcher.user != nil && isInteractive(watcher.caller) != watcher.isInteractive {
            watchers[id]?.isInteractive.toggle()
            watcher.wakeUp.post(())
        }
    }
}
