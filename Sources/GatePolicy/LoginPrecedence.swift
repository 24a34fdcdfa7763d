public import GateModel

/// Limits how long a user's logins may delay other calls at one reader. Times are since boot.
///
/// A program that begins one login after another would keep the reader from every app. In each window, a user's logins
/// may delay others for half of the time; after that they take turns like apps.
public struct LoginPrecedence: Hashable, Sendable {
    private struct Use: Hashable {
        let since: Duration
        var spent = Duration.zero
    }

    private let budget: Duration
    private var uses: [UserID: Use] = [:]
    /// Since when a login of the user has had the reader while another call waits for it.
    private var waitedFor: [UserID: Duration] = [:]

    /// - Parameter budget: the delay allowed in a window of twice that length.
    public init(budget: Duration) {
        self.budget = budget
    }

    /// Whether a login of the user may come first now.
    public func allows(_ user: UserID, at now: Duration) -> Bool {
        uses[user].map { isOver($0, at: now) || $0.spent < budget } ?? true
    }

    private func isOver(_ use: Use, at now: Duration) -> Bool { now - use.since >= budget * 2 }

    /// Another call begins to wait for a reader that a login of the user has.
    public mutating func beganKeepingWaiting(_ user: UserID, at now: Duration) {
        guard waitedFor[user] == nil else { return }
        waitedFor[user] = now
        uses = uses.filter { !isOver($0.value, at: now) }
        if uses[user] == nil { uses[user] = Use(since: now) }
    }

    /// No call waits any more, or the login has left the reader.
    public mutating func endedKeepingWaiting(_ user: UserID, at now: Duration) {
        guard let start = waitedFor.removeValue(forKey: user) else { return }
        uses[user]?.spent += now - start
    }
}
