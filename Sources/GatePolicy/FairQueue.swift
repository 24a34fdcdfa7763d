public import GateModel

/// The queue at a reader: logins come first; then users take turns, each with calls in their order. A user who had the
/// reader goes behind all other waiting users.
public struct FairQueue<Ticket: Hashable & Sendable>: Sendable {
    /// Users with waiting tickets, the next one first.
    private var turns: [UserID] = []
    private var waiting: [UserID: [Ticket]] = [:]
    /// Tickets that precede all others, in order of arrival.
    private var first: [Ticket] = []
    /// The ticket that has the reader.
    public private(set) var current: Ticket?
    private var currentUser: UserID?

    public init() {}

    public func count(of user: UserID) -> Int { waiting[user]?.count ?? 0 }

    public var isEmpty: Bool { current == nil && turns.isEmpty && first.isEmpty }

    /// Whether a ticket that precedes all others waits.
    public var isFirstWanted: Bool { !first.isEmpty }

    /// Whether the ticket has the reader or waits for it.
    public func holds(_ ticket: Ticket) -> Bool {
        current == ticket || first.contains(ticket) || waiting.values.contains { $0.contains(ticket) }
    }

    /// The place at which a ticket enters.
    public enum Place: Hashable, Sendable {
        /// Before all tickets of another place.
        case first
        case inTurn
        /// Before all others in turn: it gave up the reader to a `first` ticket.
        case again
    }

    /// Takes the reader if it is free, else waits; true if the ticket has the reader now.
    public mutating func enter(_ ticket: Ticket, of user: UserID, _ place: Place = .inTurn) -> Bool {
        guard !isEmpty else {
            (current, currentUser) = (ticket, user)
            return true
        }
        switch place {
        case .first:
            first.append(ticket)
            return false
        case .again:
            turns.removeAll { $0 == user }
            turns.insert(user, at: 0)
            waiting[user, default: []].insert(ticket, at: 0)
            return false
        case .inTurn: break
        }
        if waiting[user] == nil { turns.append(user) }
        waiting[user, default: []].append(ticket)
        return false
    }

    /// Moves a waiting ticket before the other tickets of its user.
    public mutating func putFirst(_ ticket: Ticket, of user: UserID) {
        guard var tickets = waiting[user], let index = tickets.firstIndex(of: ticket) else { return }
        tickets.remove(at: index)
        waiting[user] = [ticket] + tickets
    }

    /// Removes the ticket; returns the ticket that has the reader from now on, if that changed.
    public mutating func leave(_ ticket: Ticket) -> Ticket? {
        if current == ticket {
            current = next()
            return current
        }
        first.removeAll { $0 == ticket }
        for (user, tickets) in waiting where tickets.contains(ticket) {
            let rest = tickets.filter { $0 != ticket }
            waiting[user] = rest.isEmpty ? nil : rest
            if rest.isEmpty { turns.removeAll { $0 == user } }
        }
        return nil
    }

    private mutating func next() -> Ticket? {
        if !first.isEmpty {
            // The interrupted user keeps the turn.
            currentUser = nil
            return first.removeFirst()
        }
        // That user's next call may have come before all others' first ones.
        if let last = currentUser, turns.first == last { turns.append(turns.removeFirst()) }
        guard let user = turns.first, var tickets = waiting[user], !tickets.isEmpty else { return nil }
        turns.removeFirst()
        currentUser = user
        let ticket = tickets.removeFirst()
        waiting[user] = tickets.isEmpty ? nil : tickets
        if !tickets.isEmpty { turns.append(user) }
        return ticket
    }
}
