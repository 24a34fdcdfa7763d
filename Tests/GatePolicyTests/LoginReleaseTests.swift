import GateModel
import Testing

@_spi(Evidence) @testable import GatePolicy

@Suite("A touch at a login")
struct LoginReleaseTests {
    private static let enrollment = EnrollmentID(rawValue: "present")
    private static let secret = ItemName("keyring")

    private func isTouch(_ outcome: ScanOutcome) -> Bool {
        guard let touch = touch(outcome) else { return false }
        return touch.user == user
    }

    private func touch(
        _ outcome: ScanOutcome = match, opening prints: Set<PrintID> = opening, at now: Moment = moment(100)
    ) -> LoginTouch? {
        LoginTouch(Judgement(outcome), of: user, opening: prints, enrollment: Self.enrollment, at: now)
    }

    /// Nil if the item is opened.
    private func refusal(
        of owner: UserID = user, opening prints: Set<PrintID> = opening, enrollment: EnrollmentID = enrollment,
        _ situation: UserSituation = situation(), at now: Moment = moment(101)
    ) throws -> LoginRefusal? {
        let request = LoginRequest(
            user: owner, peer: Peer(user: .root, process: peer.process), item: try #require(Self.secret))
        guard let touch = touch() else { throw Missing() }
        switch request.released(by: touch, opening: prints, enrollment: enrollment, situation: situation, at: now) {
        case .deny(let refusal): return refusal
        case .grant(let proof):
            let (isForLogin, isForUser) = (
                proof.covers(Purpose(.login, item: Self.secret), of: user, at: now),
                proof.covers(Purpose(.retrieve, item: Self.secret), of: user, at: now)
            )
            #expect(isForLogin && !isForUser)
            #expect(proof.factor == .fingerprint && proof.peer.user == .root)
            return nil
        }
    }

    private struct Missing: Error {}

    @Test("Only the match of a print that may open something makes a touch")
    func evidence() {
        #expect(isTouch(match))
        #expect(!isTouch(.noMatch))
        #expect(!isTouch(.foreign))
        #expect(!isTouch(.matched(PrintID(rawValue: "unvouched"))))
    }

    @Test("A touch opens the item for a login within 60 s of the same boot, in the same enrolment, for the same user")
    func bounds() throws {
        #expect(try refusal() == nil)
        #expect(try refusal(at: moment(160)) == nil)
        #expect(try refusal(at: moment(160.001)) == .touchTooOld)
        #expect(try refusal(at: moment(101, boot: "second")) == .touchTooOld)
        #expect(try refusal(enrollment: EnrollmentID(rawValue: "later")) == .fingersChanged)
        // Its print was deleted meanwhile, or is being deleted.
        #expect(try refusal(opening: []) == .fingersChanged)
        #expect(try refusal(of: UserID(rawValue: 1001)) == .noTouch)
    }

    @Test("A login's item follows the rules of every finger")
    func rules() throws {
        var off = ready
        off.fingerprintSwitch = .off
        #expect(try refusal(situation(facts: off)) == .fingerprintDisabled)
        off.fingerprintSwitch = .unset
        #expect(try refusal(situation(facts: off)) == .fingerprintDisabled)
        var forbidden = ready
        forbidden.isAllowedByAdministrator = false
        #expect(try refusal(situation(facts: forbidden)) == .administrator)
        var suspending = ready
        suspending.isSuspending = true
        #expect(try refusal(situation(facts: suspending)) == .suspending)
        var missed = credentialed()
        for _ in 0..<5 { missed.scanMissed(at: moment(100)) }
        #expect(try refusal(situation(missed)) == .lockedOut)
        for _ in 0..<15 { missed.scanMissed(at: moment(100)) }
        #expect(try refusal(situation(missed), at: moment(150)) == .lockedOut)
        var afterBoot = PolicyLimits()
        afterBoot.credentialAfterBoot = true
        #expect(try refusal(situation(credentialed(at: moment(1, boot: "earlier")), limits: afterBoot)) == .boot)
        // Before a login, nobody is in front of the machine.
        var absent = ready
        absent.isInteractive = false
        #expect(try refusal(situation(facts: absent)) == nil)
    }

    @Test("72 hours after the last PIN or password a login's item stays closed, whatever the configuration allows")
    func age() throws {
        let hours: Int64 = 3_600_000
        func wall(_ hoursAgo: Int64) -> UserPolicy {
            credentialed(at: moment(1, boot: "earlier", wall: 1_700_000_101_000 - hoursAgo * hours))
        }
        var unlimited = PolicyLimits()
        unlimited.credentialMaximumAge = nil
        var long = PolicyLimits()
        long.credentialMaximumAge = .seconds(1000 * 3600)
        var short = PolicyLimits()
        short.credentialMaximumAge = .seconds(3600)
        for limits in [PolicyLimits(), unlimited, long] {
            #expect(try refusal(situation(wall(71), limits: limits)) == nil)
            #expect(try refusal(situation(wall(73), limits: limits)) == .credentialAge)
            #expect(try refusal(situation(UserPolicy(), limits: limits)) == .credentialAge)
        }
        #expect(try refusal(situation(wall(2), limits: short)) == .credentialAge)
    }

    @Test("Only the user's own right password renews the item")
    func renewal() throws {
        let request = LoginRequest(user: user, peer: peer, item: try #require(Self.secret))
        func isGranted(_ kind: CredentialKind, of owner: UserID = user) -> Bool {
            switch request.renewed(by: RightCredential(kind, of: owner), at: moment(1)) {
            case .grant(let proof):
                return proof.covers(Purpose(.renewLogin, item: Self.secret), of: user, at: moment(1))
            case .deny: return false
            }
        }
        #expect(isGranted(.password))
        #expect(!isGranted(.pin))
        #expect(!isGranted(.password, of: UserID(rawValue: 1001)))
    }

    @Test("A call of the user's never asks for an item for logins, and is granted nothing for it")
    func closedToTheUser() throws {
        let closed = Item(
            name: try #require(Self.secret), label: nil, kind: .secret, access: .login, openableBy: [.fingerprint],
            state: .valid, algorithm: nil, publicKey: nil, sealedBy: .tpm, owner: nil,
            createdAt: WallTime(millisecondsSinceEpoch: 0), lastUsedAt: nil)
        let request = PresenceRequest(
            user: user, peer: peer, purpose: Purpose(.retrieve, item: Self.secret), factors: [.fingerprint],
            item: closed)
        for credential in [nil, CredentialKind.pin, .password] {
            #expect(
                request.requested(credential: credential, reusable: nil, situation: situation(), at: moment(100))
                    == .deny(.notPermitted(.systemOnly)))
        }
    }
}
