public import GateModel

/// A touch of a vouched finger at a login. It opens the user's item for logins at most once.
///
/// Only a reader's judgement makes one, and `LoginRequest` alone spends it.
public struct LoginTouch: ~Copyable, Sendable {
    public let user: UserID
    private let print: PrintID
    private let enrollment: EnrollmentID
    private let at: Moment

    /// How long after the touch the login may open its item.
    public static let lifetime: Duration = .seconds(60)

    /// Nil unless the judgement is a match of a print in `opening`.
    ///
    /// - Parameters:
    ///   - opening: the user's prints that may open something.
    ///   - enrollment: the enrolment that those prints belong to.
    public init?(
        _ judgement: consuming Judgement, of user: UserID, opening: Set<PrintID>, enrollment: EnrollmentID,
        at now: Moment
    ) {
        guard case .matched(let print) = judgement.outcome, opening.contains(print) else { return nil }
        self.user = user
        self.print = print
        self.enrollment = enrollment
        at = now
    }

    /// Whether it is too old to be spent.
    public borrowing func isOver(at now: Moment) -> Bool {
        at.boot != now.boot || now.sinceBoot - at.sinceBoot > Self.lifetime
    }

    /// Whether its print still opens something, in the enrolment in which it was judged.
    fileprivate borrowing func isOf(_ enrollment: EnrollmentID, _ opening: Set<PrintID>) -> Bool {
        self.enrollment == enrollment && opening.contains(print)
    }
}

/// The result of a login's request.
public enum LoginVerdict: ~Copyable, Sendable {
    case grant(PresenceProof)
    case deny(LoginRefusal)
}

/// A login's request for the user's item: the item, and the process that logs the user in.
public struct LoginRequest: Hashable, Sendable {
    public let user: UserID
    public let peer: Peer
    public let item: ItemName

    /// A PIN or password older than this no longer lets a finger open the item, whatever the configuration allows.
    public static let credentialMaximumAge: Duration = .seconds(72 * 3600)

    public init(user: UserID, peer: Peer, item: ItemName) {
        self.user = user
        self.peer = peer
        self.item = item
    }

    /// Spends a touch. It is decided like any opening by a finger, but that no session of the user's needs to be in
    /// front of the machine: there is none before the login.
    ///
    /// - Parameters:
    ///   - opening: the user's prints that may open something now.
    ///   - enrollment: the user's present enrolment.
    public func released(
        by touch: consuming LoginTouch, opening: Set<PrintID>, enrollment: EnrollmentID, situation: UserSituation,
        at now: Moment
    ) -> LoginVerdict {
        guard touch.user == user else { return .deny(.noTouch) }
        if touch.isOver(at: now) { return .deny(.touchTooOld) }
        guard touch.isOf(enrollment, opening) else { return .deny(.fingersChanged) }
        if let refusal = refusal(situation, at: now) { return .deny(refusal) }
        return .grant(
            PresenceProof(
                user: user, peer: peer, purpose: Purpose(.login, item: item), factor: .fingerprint, at: now))
    }

    /// Lets the account's right password take the place of a stale one. No finger is asked for: the item stays that of
    /// the same fingers, and the password opens more than the item does.
    public func renewed(by right: consuming RightCredential, at now: Moment) -> LoginVerdict {
        guard right.user == user, right.credential == .password else { return .deny(.passwordUnknown) }
        return .grant(
            PresenceProof(
                user: user, peer: peer, purpose: Purpose(.renewLogin, item: item), factor: .password, at: now))
    }

    /// Why fingers do not open the item until the PIN or the password is given; nil if they do.
    public static func credentialNeeded(_ situation: UserSituation, at now: Moment) -> CredentialReason? {
        var limits = situation.limits
        limits.credentialMaximumAge = min(limits.credentialMaximumAge ?? credentialMaximumAge, credentialMaximumAge)
        return situation.policy.credentialNeeded(limits, at: now)
    }

    private func refusal(_ situation: UserSituation, at now: Moment) -> LoginRefusal? {
        guard situation.facts.fingerprintSwitch == .on else { return .fingerprintDisabled }
        guard situation.facts.isAllowedByAdministrator else { return .administrator }
        if situation.facts.isSuspending { return .suspending }
        switch Self.credentialNeeded(situation, at: now) {
        case .attempts: return .lockedOut
        case .credentialAge: return .credentialAge
        case .boot: return .boot
        case nil: break
        }
        return situation.policy.lockout.state(situation.limits, at: now) == .open ? nil : .lockedOut
    }
}
