import GateModel
import GatePolicy

/// Whose turn it is at each reader. A call hears of its turn in its inbox; other work holds a ticket.
struct ReaderLanes {
    private var queues: [ReaderID: FairQueue<RequestID>] = [:]
    /// Work other than calls that waits for its turn.
    private var whenTurn: [RequestID: CheckedContinuation<Void, Never>] = [:]
    private var lastTicket: UInt64 = 0
    /// Judged scans that may not have ended: the finger may still be on the reader.
    private var judged: [ReaderID: Judged] = [:]

    /// A judged scan.
    struct Judged {
        let at: Moment
        /// Whether a login asked for the touch.
        let isLogins: Bool
    }

    /// Whether no call or work has a reader or waits for one.
    var isEmpty: Bool { queues.isEmpty && whenTurn.isEmpty }

    /// The readers that a call or work has.
    var inUse: [ReaderID] { Array(queues.keys) }

    /// The ticket that has the reader.
    func holder(of reader: ReaderID) -> RequestID? { queues[reader]?.current }

    /// Whether the ticket has the reader and no other ticket waits for it.
    func isFree(behind ticket: RequestID, at reader: ReaderID) -> Bool {
        guard var queue = queues[reader], queue.current == ticket else { return false }
        return queue.leave(ticket) == nil
    }

    /// Whether the ticket has the reader, or waits for it.
    func holds(_ ticket: RequestID, at reader: ReaderID) -> Bool { queues[reader]?.holds(ticket) == true }

    /// A ticket for work other than a call.
    mutating func nextTicket() -> RequestID {
        lastTicket += 1
        return RequestID(rawValue: "t\(lastTicket)")
    }

    /// Enters the reader's queue, in which users take turns. Returns whether the ticket has the reader at once.
    mutating func enter(
        _ ticket: RequestID, of user: UserID, at reader: ReaderID, _ place: FairQueue<RequestID>.Place = .inTurn
    ) -> Bool {
        queues[reader, default: FairQueue()].enter(ticket, of: user, place)
    }

    /// Moves a waiting ticket before the other tickets of its user.
    mutating func putFirst(_ ticket: RequestID, of user: UserID, at reader: ReaderID) {
        queues[reader]?.putFirst(ticket, of: user)
    }

    /// Whether a login waits for the reader, so that an app's scan must give it up.
    func isFirstWanted(_ reader: ReaderID) -> Bool { queues[reader]?.isFirstWanted == true }

    /// A ticket for the daemon's own work; nil if any call has the reader or waits for it, because a touch comes first.
    mutating func takeFree(_ reader: ReaderID) -> RequestID? {
        guard queues[reader] == nil else { return nil }
        let ticket = nextTicket()
        return enter(ticket, of: .root, at: reader) ? ticket : nil
    }

    /// Resumes `continuation` once the reader is the ticket's, which may be at once.
    mutating func whenTurn(
        of ticket: RequestID, at reader: ReaderID, _ continuation: CheckedContinuation<Void, Never>
    ) {
        if holder(of: reader) == ticket { continuation.resume() } else { whenTurn[ticket] = continuation }
    }

    /// Gives up the reader or the place in its queue. Returns the ticket that has the reader now, if that changed.
    mutating func leave(_ ticket: RequestID, at reader: ReaderID) -> RequestID? {
        guard var queue = queues[reader] else { return nil }
        let next = queue.leave(ticket)
        queues[reader] = queue.isEmpty ? nil : queue
        return next
    }

    /// Resumes work whose turn has come, or which has waited long enough.
    mutating func begin(_ ticket: RequestID) {
        whenTurn.removeValue(forKey: ticket)?.resume()
    }

    // MARK: Precedence of logins

    private var precedences: [ReaderID: LoginPrecedence] = [:]

    /// The place of a user's login in the queue, which depends on how much its earlier logins delayed others.
    mutating func place(
        ofLogin user: UserID, at reader: ReaderID, budget: Duration, now: Moment
    ) -> FairQueue<RequestID>.Place {
        let precedence = precedences[reader] ?? LoginPrecedence(budget: budget)
        precedences[reader] = precedence
        return precedence.allows(user, at: now.sinceBoot) ? .first : .inTurn
    }

    /// Notes whether other calls wait while a user's login has the reader.
    mutating func login(of user: UserID, at reader: ReaderID, keepsWaiting: Bool, now: Moment) {
        if keepsWaiting {
            precedences[reader]?.beganKeepingWaiting(user, at: now.sinceBoot)
        } else {
            precedences[reader]?.endedKeepingWaiting(user, at: now.sinceBoot)
        }
    }

    /// A user's login has left the reader, or its place in the queue.
    mutating func loginEnded(_ user: UserID, at reader: ReaderID, now: Moment) {
        precedences[reader]?.endedKeepingWaiting(user, at: now.sinceBoot)
    }

    // MARK: Fingers still on a reader

    mutating func wasJudged(_ reader: ReaderID, _ scan: Judged) { judged[reader] = scan }

    mutating func settled(_ reader: ReaderID) { judged[reader] = nil }

    /// The last judged scan that may not have ended.
    func lastJudged(_ reader: ReaderID) -> Judged? { judged[reader] }
}
