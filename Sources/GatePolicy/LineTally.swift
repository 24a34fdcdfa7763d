public import GateModel

/// Which of a user's lines in the journal are told one by one, and which are counted and told together: whoever does the
/// same all the time shall not fill the journal, nor push out of it what others were granted.
///
/// A window begins with a user's first line. The first `toldSingly` in it are told, the rest is counted until the window
/// is over. While it goes on like that, the next window counts all of them.
public struct LineTally<Kind: Hashable & Sendable>: Sendable {
    public static var window: Duration { .seconds(10) }
    public static var toldSingly: Int { 20 }
    /// Users with a window of their own at a time. All others share one, and so do the numbers without an account, of
    /// which a user may have thousands.
    public static var users: Int { 64 }

    /// Lines that are told together.
    public struct Sum: Hashable, Sendable {
        /// Nil: of several users.
        public let user: UserID?
        /// When the first of them was.
        public let since: WallTime
        public let counts: [Kind: Int]

        public var total: Int { counts.values.reduce(0, +) }
    }

    private struct Window {
        let begin: Duration
        var told = 0
        /// When the first was that is not told.
        var since: WallTime?
        var counts: [Kind: Int] = [:]
    }

    private var windows: [UserID?: Window] = [:]

    public init() {}

    /// Whether this line is told by itself; else it is counted. Nil is whoever has no account.
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

    /// How long until a window is over; nil where there is none.
    public func nextEnd(after now: Moment) -> Duration? {
        windows.values.map { max(.zero, $0.begin + Self.window - now.sinceBoot) }.min()
    }

    /// Ends the windows that are over, and returns what they counted.
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

    /// Ends all windows, and returns what they counted.
    public mutating func end() -> [Sum] {
        defer { windows = [:] }
        return windows.compactMap { Self.sum(of: $1, of: $0) }
    }

    private static func sum(of window: Window, of user: UserID?) -> Sum? {
        window.since.map { Sum(user: user, since: $0, counts: window.counts) }
    }
}
