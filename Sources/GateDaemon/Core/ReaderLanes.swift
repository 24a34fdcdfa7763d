import GateModel
import GatePolicy

/// Whose turn it is at each reader: a call's, which hears of it in its inbox, or that of work that is no call.
struct ReaderLanes {
    private var queues: [ReaderID: FairQueue<RequestID>] = [:]
    /// Work that waits for its turn, and for nobody.
    private var whenTurn: [RequestID: CheckedContinuation<Void, Never>] = [:]
    private var lastTicket: UInt64 = 0
    /// Scans that are judged and may not have ended: a finger may lie on the reader still.
    private var judged: [ReaderID: Judged] = [:]

    /// A scan that was judged.
    struct Judged {
        let at: Moment
        /// Whether its touch was asked for by a login.
        let isLogins: Bool
    }

    /// Whether nobody has a reader, or waits for one.
    var isEmpty: Bool { queues.isEmpty && whenTurn.isEmpty }

    /// The readers that somebody has.
    var inUse: [ReaderID] { Array(queues.keys) }

    /// Who has the reader.
    func holder(of reader: ReaderID) -> RequestID? { queues[reader]?.current }

    /// Whether the ticket has the reader and no other ticket waits for it.
    func isFree(behind ticket: RequestID, at reader: ReaderID) -> Bool {
        guard var queue = queues[reader], queue.current == ticket else { return false }
        return queue.leave(ticket) == nil
    }

    /// Whether the ticket has the reader, or waits for it.
    func holds(_ ticket: RequestID, at reader: ReaderID) -> Bool { queues[reader]?.holds(ticket) == true }

    /// A ticket for work that is no call.
    mutating func nextTicket() -> RequestID {
        lastTicket += 1
        return RequestID(rawValue: "t\(lastTicket)")
    }

    /// True where the ticket has the reader now; else it waits, users in turn.
    mutating func enter(
        _ ticket: RequestID, of user: UserID, at reader: ReaderID, _ place: FairQueue<RequestID>.Place = .inTurn
    ) -> Bool {
        queues[reader, default: FairQueue()].enter(ticket, of: user, place)
    }

    /// Whether a login waits for the reader. An app's scan gives it up then.
    func isFirstWanted(_ reader: ReaderID) -> Bool { queues[reader]?.isFirstWanted == true }

    /// A ticket for the daemon's own work, where nobody has the reader: a touch comes before it.
    mutating func takeFree(_ reader: ReaderID) -> RequestID? {
        guard queues[reader] == nil else { return nil }
        let ticket = nextTicket()
        return enter(ticket, of: .root, at: reader) ? ticket : nil
    }

    /// `continuation` is resumed when the reader is the ticket's, which may be so already.
    mutating func whenTurn(
        of ticket: RequestID, at reader: ReaderID, _ continuation: CheckedContinuation<Void, Never>
    ) {
        if holder(of: reader) == ticket { continuation.resume() } else { whenTurn[ticket] = continuation }
    }

    /// Gives up the reader or the place; returns who has the reader from now on, if that changed.
    mutating func leave(_ ticket: RequestID, at reader: ReaderID) -> RequestID? {
        guard var queue = queues[reader] else { return nil }
        let next = queue.leave(ticket)
        queues[reader] = queue.isEmpty ? nil : queue
        return next
    }

    /// Tells work that is no call that its turn has come, or that it has waited for long enough.
    mutating func begin(_ ticket: RequestID) {
        whenTurn.removeValue(forKey: ticket)?.resume()
    }

    // MARK: Logins that come first

    private var precedences: [ReaderID: LoginPrecedence] = [:]

    /// The place of a login of the user's, by how long they have come first of late.
    mutating func place(
        ofLogin user: UserID, at reader: ReaderID, budget: Duration, now: Moment
    ) -> FairQueue<RequestID>.Place {
        let precedence = precedences[reader] ?? LoginPrecedence(budget: budget)
        precedences[reader] = precedence
        return precedence.allows(user, at: now.sinceBoot) ? .first : .inTurn
    }

    /// A login of the user's has the reader; whether somebody else waits for it.
    mutating func login(of user: UserID, at reader: ReaderID, keepsWaiting: Bool, now: Moment) {
        if keepsWaiting {
            precedences[reader]?.beganKeepingWaiting(user, at: now.sinceBoot)
        } else {
            precedences[reader]?.endedKeepingWaiting(user, at: now.sinceBoot)
        }
    }

    /// A login of the user's has left the reader, or its place.
    mutating func loginEnded(_ user: UserID, at reader: ReaderID, now: Moment) {
        precedences[reader]?.endedKeepingWaiting(user, at: now.sinceBoot)
    }

    // MARK: Fingers that lie on a reader still

    mutating func wasJudged(_ reader: ReaderID, _ scan: Judged) { judged[reader] = scan }

    mutating func settled(_ reader: ReaderID) { judged[reader] = nil }

    /// The last scan that was judged and may not have ended.
    func lastJudged(_ reader: ReaderID) -> Judged? { judged[reader] }
}
