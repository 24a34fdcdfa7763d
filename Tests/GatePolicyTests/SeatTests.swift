import GateModel
import Testing

@testable import GatePolicy

@Suite("The people in front of the machine")
struct SeatTests {
    private let user = UserID(rawValue: 1000)
    private let own = SessionID(rawValue: "3")
    private let other = SessionID(rawValue: "c7")

    /// The user's session, fully described.
    private func facts(_ change: (inout SessionFacts) -> Void = { _ in }) -> SeatFacts {
        var session = SessionFacts(user: user)
        change(&session)
        var facts = SeatFacts()
        facts.sessions[own] = session
        facts.isComplete = true
        facts.hasLogind = true
        return facts
    }

    private var places: [CallerPlace] { [.session(own, of: user), .userService(of: user), .elsewhere, .unknown] }

    private func obstacles(_ facts: SeatFacts) -> [SeatObstacle?] { places.map { facts.obstacle(to: $0, of: user) } }

    @Test("Facts that logind has not reported forbid nothing")
    func silence() {
        #expect(obstacles(SeatFacts()) == [nil, nil, nil, nil])
        var incomplete = SeatFacts()
        incomplete.sessions[other] = SessionFacts(user: .root)
        #expect(obstacles(incomplete) == [nil, nil, nil, nil])
    }

    @Test("A foreground session, its user's services, and processes outside sessions may ask")
    func present() {
        #expect(obstacles(facts()) == [nil, nil, nil, nil])
    }

    @Test("A remote, locked or background session may not ask, nor may its user's services")
    func obstacles() {
        #expect(obstacles(facts { $0.isRemote = true }) == [.remote, .remote, .remote, .remote])
        #expect(obstacles(facts { $0.isLocked = true }) == [.locked, .locked, .locked, .locked])
        #expect(obstacles(facts { $0.isActive = false }) == [.inactive, .inactive, .inactive, .inactive])
    }

    @Test("A closed lid refuses no session: it only covers readers")
    func lid() {
        var facts = facts()
        facts.isLidClosed = true
        #expect(obstacles(facts) == [nil, nil, nil, nil])
    }

    @Test("A service may ask in any session of its user, a session only in itself")
    func severalSessions() {
        var facts = facts { $0.isLocked = true }
        var second = SessionFacts(user: user)
        second.isRemote = true
        facts.sessions[other] = second
        // The user works from elsewhere; the locked session's own processes stay behind its lock.
        #expect(obstacles(facts) == [.locked, .remote, .remote, .remote])
        facts.sessions[other] = SessionFacts(user: user)
        #expect(obstacles(facts) == [.locked, nil, nil, nil])
        // Another user's session does not help.
        facts.sessions[other] = SessionFacts(user: .root)
        #expect(obstacles(facts) == [.locked, .locked, .locked, .locked])
        // A session of which nothing is known may be such a session.
        facts.sessions[other] = SessionFacts()
        #expect(obstacles(facts) == [.locked, nil, nil, nil])
    }

    @Test("A job's session counts as a service, and shows no presence")
    func unattended() {
        var facts = facts { $0.isAttended = false }
        #expect(obstacles(facts) == [.loggedOut, .loggedOut, .loggedOut, .loggedOut])
        facts.sessions[other] = SessionFacts(user: user)
        #expect(obstacles(facts) == [nil, nil, nil, nil])
    }

    @Test("Processes left behind by a session count as a service")
    func over() {
        var facts = facts()
        #expect(facts.obstacle(to: .session(other, of: user), of: user) == nil)
        facts.sessions[own]?.isLocked = true
        #expect(facts.obstacle(to: .session(other, of: user), of: user) == .locked)
        facts.sessions[own] = nil
        #expect(obstacles(facts) == [.loggedOut, .loggedOut, .loggedOut, .loggedOut])
    }

    @Test("A session not described yet may ask for itself, but not for other processes")
    func undescribed() {
        var facts = facts { $0.isLocked = true }
        facts.undescribed[other] = SessionFacts()
        #expect(facts.obstacle(to: .session(other, of: user), of: user) == nil)
        #expect(facts.obstacle(to: .userService(of: user), of: user) == .locked)
    }

    @Test(
        "A person's job in a system service is judged by that person's sessions, a system account's is not",
        arguments: [(1000, false), (60_578, false), (200_000, false), (0, true), (999, true), (61_184, true)])
    func jobs(number: UInt32, isSystem: Bool) {
        let caller = UserID(rawValue: number)
        var facts = facts()
        facts.sessions = [:]
        for place in [CallerPlace.elsewhere, .unknown] {
            #expect(facts.obstacle(to: place, of: caller) == (isSystem ? nil : .loggedOut))
            // Whether it may ask or not, nobody is present.
            #expect(!facts.isAttended(place, of: caller))
        }
        facts.sessions[other] = SessionFacts(user: caller)
        for place in [CallerPlace.elsewhere, .unknown] { #expect(facts.isAttended(place, of: caller)) }
    }

    @Test("With logind, presence needs its confirmation")
    func attended() {
        func attended(_ facts: SeatFacts) -> [Bool] { places.map { facts.isAttended($0, of: user) } }
        #expect(attended(SeatFacts()) == [true, true, true, true])
        var silent = SeatFacts()
        silent.hasLogind = true
        #expect(attended(silent) == [false, false, false, false])
        #expect(attended(facts()) == [true, true, true, true])
        // A session that is being asked about, one that logind does not describe, and an unknown user's.
        var facts = silent
        facts.undescribed[own] = SessionFacts(user: user)
        #expect(attended(facts) == [false, false, false, false])
        facts = self.facts { $0.isDescribed = false }
        #expect(attended(facts) == [false, false, false, false])
        facts = self.facts { $0.user = nil }
        #expect(attended(facts) == [true, false, false, false])
        facts = self.facts { $0.isRemote = true }
        #expect(attended(facts) == [false, false, false, false])
        // It may ask: a serial console has no seat either.
        facts = self.facts { $0.hasSeat = false }
        #expect(attended(facts) == [false, false, false, false])
        #expect(obstacles(facts) == [nil, nil, nil, nil])
        facts = self.facts { $0.isLocked = true }
        facts.sessions[other] = SessionFacts(user: user)
        #expect(attended(facts) == [false, true, true, true])
    }

    @Test("A screen is locked while a session of the user is, unless the user is in front of another one")
    func lockedUsers() {
        #expect(facts().lockedUsers == [])
        var facts = facts { $0.isLocked = true }
        #expect(facts.lockedUsers == [user])
        // A cron job's session, a remote one, one in the background and another user's are not in front.
        var others: [SessionFacts] = [SessionFacts(user: .root)]
        for path: WritableKeyPath<SessionFacts, Bool> in [\.isAttended, \.isActive, \.hasSeat, \.isDescribed] {
            var session = SessionFacts(user: user)
            session[keyPath: path] = false
            others.append(session)
        }
        var remote = SessionFacts(user: user)
        remote.isRemote = true
        for session in others + [remote] {
            facts.sessions[other] = session
            #expect(facts.lockedUsers == [user], "\(session)")
        }
        facts.sessions[other] = SessionFacts(user: user)
        #expect(facts.lockedUsers == [])
        // A job's locked session is nobody's screen, and a locked session of an unknown user locks nobody.
        facts = self.facts { ($0.isLocked, $0.isAttended) = (true, false) }
        #expect(facts.lockedUsers == [])
        facts = self.facts { ($0.isLocked, $0.user) = (true, nil) }
        #expect(facts.lockedUsers == [])
    }

    @Test("Root in a user's session is in that session")
    func root() {
        let facts = facts { $0.isRemote = true }
        #expect(facts.obstacle(to: .session(own, of: user), of: .root) == .remote)
        #expect(facts.obstacle(to: .elsewhere, of: .root) == nil)
    }
}
