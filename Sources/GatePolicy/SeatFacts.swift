public import GateModel

/// A login session's name in logind (`XDG_SESSION_ID`), such as `3` or `c1`.
public struct SessionID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The place of a caller's process, by its control group: a user's programs cannot leave their own part.
public enum CallerPlace: Hashable, Sendable {
    /// In a login session, in the user's slice. The session may be over, leaving the process behind.
    case session(SessionID, of: UserID)
    /// A service or app of the user's own service manager, shared by all sessions of the user.
    case userService(of: UserID)
    /// Outside logind's sessions: a system service, a container, a cron job.
    case elsewhere
    /// The kernel does not report it.
    case unknown

    /// Whether a process there is a service of the system, which is in front of no machine. A person's process there,
    /// such as a cron job, depends on that person's sessions.
    fileprivate func isOfTheSystem(under user: UserID) -> Bool {
        switch self {
        case .session, .userService: false
        case .elsewhere, .unknown: user.isSystemAccount
        }
    }
}

/// logind's facts about a session. The defaults forbid nothing.
public struct SessionFacts: Hashable, Sendable {
    /// Nil until known.
    public var user: UserID?
    public var isRemote = false
    /// The state that the session's locker reports (`LockedHint`).
    public var isLocked = false
    /// In the foreground of its seat, or without a seat.
    public var isActive = true
    /// At a screen and its keyboard; sessions made by `su -` in a cron job, for example, are not.
    public var hasSeat = true
    /// Made for a person who is there, unlike a cron job's or a service manager's.
    public var isAttended = true
    /// Whether logind described it; otherwise only the user is known.
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
    /// Another session, of the same or another user, has the screen.
    case inactive
    /// A service of a user who is not logged in.
    case loggedOut
}

/// The people in front of the machine, according to logind.
public struct SeatFacts: Hashable, Sendable {
    public var sessions: [SessionID: SessionFacts] = [:]
    /// New sessions that logind has not described yet.
    public var undescribed: [SessionID: SessionFacts] = [:]
    /// Whether logind has reported all sessions.
    public var isComplete = false
    /// Whether logind ever answered; it may be silent or gone by now.
    public var hasLogind = false
    /// Covers the built-in readers, whatever other screens there are.
    public var isLidClosed = false

    /// Facts that forbid nothing.
    public init() {}

    /// Why a process of `user` cannot ask for a finger; nil if it can, or if logind does not tell.
    public func obstacle(to place: CallerPlace, of user: UserID) -> SeatObstacle? {
        place.isOfTheSystem(under: user) ? nil : absence(from: place, of: user)
    }

    /// Whether a person is in front of the machine for a process of `user`, regardless of its right to ask. With
    /// logind, true only if that confirms it.
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

    /// The users who have locked a session and are in front of no other one. Remote sessions do not count as being in
    /// front: a user who works by ssh has left the machine.
    public var lockedUsers: Set<UserID> {
        let attended = sessions.values.filter(\.isAttended)
        return Set(attended.filter(\.isLocked).compactMap(\.user))
            .subtracting(attended.filter(\.isInFront).compactMap(\.user))
    }

    /// Why no person is in front of the machine for a process of `user`; nil if one is, or if logind does not tell.
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

    /// A user in front of one session can be asked. Of several obstacles, returns the one likely to end first; but a user
    /// who is also logged in from elsewhere is taken to be there.
    private func obstacleInAllSessions(of user: UserID) -> SeatObstacle? {
        guard isComplete else { return nil }
        // A session of an unknown user may be this user's.
        let attended = sessions.values.filter { ($0.user == user || $0.user == nil) && $0.isAttended }
        let obstacles = attended.map(\.obstacle)
        if obstacles.contains(nil) { return nil }
        if obstacles.contains(.remote) { return obstacles.contains(.inactive) ? .inactive : .remote }
        return [.locked, .inactive].first { obstacles.contains($0) } ?? .loggedOut
    }
}
