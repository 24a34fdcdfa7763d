public import GateModel

/// The requests of relying parties that their users cancelled lately: a party whose requests were cancelled three times
/// within a minute asks nobody for half a minute.
public struct CancelledRequests: Sendable {
    private struct Cancelled {
        let user: UserID
        let party: RelyingPartyID
        /// Since boot.
        let at: Duration
    }

    private static let number = 3
    private static let window: Duration = .seconds(60)
    private static let quiet: Duration = .seconds(30)
    /// The most that are remembered for a user, whose programs can cancel requests of their own.
    private static let perUser = 30

    private var cancelled: [Cancelled] = []

    public init() {}

    public mutating func note(_ party: RelyingPartyID, of user: UserID, at now: Moment) {
        cancelled.removeAll { $0.at + Self.window + Self.quiet < now.sinceBoot }
        if cancelled.count(where: { $0.user == user }) >= Self.perUser,
            let oldest = cancelled.firstIndex(where: { $0.user == user })
        {
            cancelled.remove(at: oldest)
        }
        cancelled.append(Cancelled(user: user, party: party, at: now.sinceBoot))
    }

    /// How long the party's requests are refused; nil if they are not.
    public func refusal(of party: RelyingPartyID, to user: UserID, at now: Moment) -> Duration? {
        let last = cancelled.filter { $0.user == user && $0.party == party }.suffix(Self.number)
        guard last.count == Self.number, let first = last.first, let newest = last.last,
            newest.at - first.at <= Self.window, newest.at + Self.quiet > now.sinceBoot
        else { return nil }
        return newest.at + Self.quiet - now.sinceBoot
    }
}
