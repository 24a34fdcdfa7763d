import GateModel
import GateSystem

/// Identifies a watcher.
package struct StatusWatcherID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// The watchers of a user's status, or of the readers.
struct StatusWatchers {
    private struct Watcher {
        /// Nil for a watcher of the readers.
        let user: UserID?
        let caller: Caller
        /// Whether the caller was in front of the machine at the last look.
        var isInteractive: Bool
        let wakeUp: Inbox<Void>
    }

    private var watchers: [StatusWatcherID: Watcher] = [:]
    private var lastNumber: UInt64 = 0
    private var wasLidClosed = false

    /// Adds a watcher, until `remove`. `wakeUp` fires after each change of the user's status, or with nil of the
    /// readers; changes in quick succession fire it once.
    mutating func add(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller, isInteractive: Bool) -> StatusWatcherID
    {
        lastNumber += 1
        let id = StatusWatcherID(number: lastNumber)
        watchers[id] = Watcher(user: user, caller: caller, isInteractive: isInteractive, wakeUp: wakeUp)
        return id
    }

    mutating func remove(_ id: StatusWatcherID) { watchers[id] = nil }

    /// Wakes all watchers, because the readers and the machine's sleep concern every user.
    func tellAll() {
        for watcher in watchers.values { watcher.wakeUp.post(()) }
    }

    func tell(of user: UserID) {
        for watcher in watchers.values where watcher.user == user { watcher.wakeUp.post(()) }
    }

    /// Wakes the watchers whose callers came to or left the front of the machine; after a change of the lid, all.
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
