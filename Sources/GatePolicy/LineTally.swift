public import GateModel

/// Decides which of a user's journal lines are written singly, and which are counted and summed up: repeating a call
/// must neither fill the journal nor push out lines about grants.
///
/// A window begins with a user's first line. Its first `toldSingly` lines are written, the others counted until it
/// ends. While lines keep coming, the next windows count all of them.
public struct LineTally<Kind: Hashable & Sendable>: Sendable {
    public static var window: Duration { .seconds(10) }
    public static var toldSingly: Int { 20 }
    /// Users with their own window at a time. All others share one, as do user numbers without an account, of which a
    /// user may have thousands.
    public static var users: Int { 64 }

    /// A summary of counted lines.
    public struct Sum: Hashable, Sendable {
        /// Nil for several users.
        public let user: UserID?
        /// The time of the first one.
        public let since: WallTime
        public let counts: [Kind: Int]

        public var total: Int { counts.values.reduce(0, +) }
    }

    private struct Window {
        let begin: Duration
        var told = 0
        /// The time of the first counted line.
        var since: WallTime?
        var counts: [Kind: Int] = [:]
    }

    private var windows: [UserID?: Window] = [:]

    public init() {}

    /// Whether this line is written by itself; else it is counted. Nil is a user without an account.
    public mutating func isToldSingly(_ kind: Kind, of user: UserID?, at now: Moment) -> Bool {
        let named = windows.keys.count { $0 != nil }
        let key = windows[user] != nil || named < Self.users ? user : nil
        var window = windows[key] ?? Window(begin: now.sinceBoot)
        defer { windows[key] = window }
        guard window.told >= Self.toldSingly else {
            window.told += 1
            return true
        }
        window.since = window.since ?? now.wall
        window.counts[kind, default: 0] += 1
        return false
    }

    /// The time until a window ends; nil if there is none.
    public func nextEnd(after now: Moment) -> Duration? {
        windows.values.map { max(.zero, $0.begin + Self.window - now.sinceBoot) }.min()
    }

    /// Ends the windows that are over, and returns their sums.
    public mutating func windowsOver(at now: Moment) -> [Sum] {
        var sums: [Sum] = []
        for (user, window) in windows where window.begin + Self.window <= now.sinceBoot {
            guard let sum = Self.sum(of: window, of: user) else {
                windows[user] = nil
                continue
            }
            sums.append(sum)
            windows[user] = Window(begin: now.sinceBoot, told: sum.total > Self.toldSingly ? Self.toldSingly : 0)
        }
        return sums
    }

    /// Ends all windows, and returns their sums.
    public mutating func end() -> [Sum] {
        defer { windows = [:] }
        return windows.compactMap { Self.sum(of: $1, of: $0) }
    }

    private static func sum(of window: Window, of user: UserID?) -> Sum? {
        window.since.map { Sum(user: user, since: $0, counts: window.counts) }
    }
}
