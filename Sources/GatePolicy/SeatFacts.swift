public import GateModel

/// A login session's name at logind (`XDG_SESSION_ID`), such as `3` or `c1`.
public struct SessionID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Where a caller's process belongs, by its control group: a user's programs cannot leave the part that is theirs.
public enum CallerPlace: Hashable, Sendable {
    /// A login session, in the user's slice; the session may be over, and the process left behind.
    case session(SessionID, of: UserID)
    /// A service or an app of the user's own service manager: in none of the user's sessions, and for all of them.
    case userService(of: UserID)
    /// Where logind looks after nobody: a system service, a container, a job of cron's.
    case elsewhere
    /// The kernel does not tell.
    case unknown

    /// Whether a process there is a service of the system's own, which belongs in front of no machine. A person's, as
    /// cron's jobs are, only stands beside that person's sessions.
    fileprivate func isOfTheSystem(under user: UserID) -> Bool {
        switch self {
        case .session, .userService: false
        case .elsewhere, .unknown: user.isSystemAccount
        }
    }
}

/// What logind says of a session. What it has not said is as it forbids nothing.
public struct SessionFacts: Hashable, Sendable {
    /// Nil as long as it is not known.
    public var user: UserID?
    public var isRemote = false
    /// As the session's locker says (`LockedHint`).
    public var isLocked = false
    /// In the foreground of its seat, or of no seat.
    public var isActive = true
    /// At a screen and its keyboard: `su -` from a job of cron's, say, makes sessions that are not.
    public var hasSeat = true
    /// Made for somebody who is there: no job of cron's, no user's service manager.
    public var isAttended = true
    /// Whether that is logind's word; else only the user is.
    public var isDescribed = true

    public init(user: UserID? = nil) {
        self.user = user
    }

    fileprivate var obstacle: SeatObstacle? {
        if isRemote { return .remote }
        if isLocked { return .locked }
        return isActive ? nil : .inactive
    }

    fileprivate var isInFront: Bool { isDescribed && hasSeat && obstacle == nil }
}

/// Why a caller's user cannot be asked to touch a reader of this machine.
public enum SeatObstacle: Hashable, Sendable {
    case remote
    case locked
    /// Somebody else's session, or another of the same user's, has the screen.
    case inactive
    /// A user's service, of a user who is not logged in.
    case loggedOut
}

/// Who is in front of the machine, as far as logind says.
public struct SeatFacts: Hashable, Sendable {
    public var sessions: [SessionID: SessionFacts] = [:]
    /// New ones, which logind was asked about and has not described.
    public var undescribed: [SessionID: SessionFacts] = [:]
    /// Whether logind has told of all sessions.
    public var isComplete = false
    /// Whether there has been a logind at all, which may be silent, or gone, by now.
    public var hasLogind = false
    /// Over readers that are part of the machine, whatever other screens there are.
    public var isLidClosed = false

    /// Nothing is known, and nothing forbidden.
    public init() {}

    /// Why a process of `user` cannot ask for a finger; nil where it can, or where logind does not say.
    public func obstacle(to place: CallerPlace, of user: UserID) -> SeatObstacle? {
        place.isOfTheSystem(under: user) ? nil : absence(from: place, of: user)
    }

    /// Whether somebody is in front of the machine for a process of `user`, whether it may ask or not: where there is a
    /// logind, only if that says so.
    public func isAttended(_ place: CallerPlace, of user: UserID) -> Bool {
        guard hasLogind else { return true }
        switch place {
        case .session(let id, let owner):
            if undescribed[id] != nil { return false }
            guard let session = sessions[id], session.isAttended else { return isInFront(owner) }
            return session.isInFront
        case .userService(let owner): return isInFront(owner)
        case .elsewhere, .unknown: return isInFront(user)
        }
    }

    private func isInFront(_ user: UserID) -> Bool {
        sessions.values.contains { $0.user == user && $0.isAttended && $0.isInFront }
    }

    /// Why nobody is in front of the machine for a process of `user`; nil where somebody is, or where logind does not say.
    private func absence(from place: CallerPlace, of user: UserID) -> SeatObstacle? {
        switch place {
        case .session(let id, let owner):
            if undescribed[id] != nil { return nil }
            guard let session = sessions[id], session.isAttended else { return obstacleInAllSessions(of: owner) }
            return session.obstacle
        case .userService(let owner): return obstacleInAllSessions(of: owner)
        case .elsewhere, .unknown: return obstacleInAllSessions(of: user)
        }
    }

    /// A user who is in front of one session can be asked. Of several obstacles the one that ends soonest is told.
    private func obstacleInAllSessions(of user: UserID) -> SeatObstacle? {
        guard isComplete else { return nil }
        // A session of which nothing is known may be this user's.
        let attended = sessions.values.filter { ($0.user == user || $0.user == nil) && $0.isAttended }
        let obstacles = attended.map(\.obstacle)
        if obstacles.contains(nil) { return nil }
        return [.locked, .inactive, .remote].first { obstacles.contains($0) } ?? .loggedOut
    }
}
