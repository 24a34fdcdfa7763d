import GateModel
import GatePolicy
import GateSecret
import GateTestSupport
import GateVault
import Testing

@testable import GateCore

@Suite("Signatures for ssh, in memory") struct SSHSigningTests {
    private let scene = Scene()
    private let connection: UInt64 = 10

    /// Makes alice's key for ssh, which the PIN and a finger open and which reuses both; replaces the one before.
    private func makeKey() throws -> Item {
        let access = Access(factors: [.fingerprint, .pin], maximumAge: .seconds(60), reusesPIN: true)
        scene.begin(on: 1, .createKey) { gatekeeper, caller, call throws(GateError) in
            let sealing = SealParameters(name: Self.key, label: nil, access: access, replace: true, usage: .ssh)
            let ask = Scene.ask(.createKey, call, by: caller, item: Self.key, factors: access.factors)
            _ = try await gatekeeper.createKey(
                .ed25519, sealing, ask, credential: Scene.credential(.pin, Scene.rightPIN))
            return .done
        }
        return try item()
    }

    // A name that keeps the rule.
    // swift-format-ignore: NeverForceUnwrap
    private static let key = ItemName("ssh")!

    private func item() throws -> Item {
        let box = Box()
        scene.run { gatekeeper in box.item = try await gatekeeper.item(Self.key, of: Scene.alice.id) }
        return try #require(box.item)
    }

    private final class Box: @unchecked Sendable {
        // Unchecked: it stays on its test's thread, like `ManualLoop`.
        var item: Item?
    }

    private func login(with key: Item, as user: String = "git", on server: UInt8 = 1) -> SSHSigning {
        var subject = SignatureSubject(.login(user: user, server: nil))
        (subject.reuse, subject.reusesPIN) = (.seconds(60), true)
        return SSHSigning(
            [1], by: key, subject, scope: SigningScope(Self.key, .server([server], user: user)))
    }

    private func message(with key: Item) -> SSHSigning {
        SSHSigning([2], by: key, SignatureSubject(.message(namespace: "git")), scope: nil)
    }

    @discardableResult
    private func sign(_ signing: SSHSigning, byPIN: Bool = false) -> Call {
        scene.begin(on: connection, .sign) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(.sign, call, by: caller, item: Self.key)
            let credential = byPIN ? Scene.credential(.pin, Scene.rightPIN) : nil
            let signature = try await gatekeeper.signSSH(
                signing, with: Self.key, asking: ask, maximumAge: .seconds(60), credential: credential)
            call.authentication = signature.authentication
            return .signed
        }
    }

    private func touch() {
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
    }

    private func pin(to server: String) throws {
        let destination = try #require(SSHDestination(name: server, key: [1]))
        let call = scene.begin(on: 2) { gatekeeper, caller, _ throws(GateError) in
            _ = try await gatekeeper.setDestinations(
                [destination], of: Self.key, credential: Scene.credential(.pin, Scene.rightPIN), of: Scene.alice.id,
                by: caller)
            return .done
        }
        #expect(call.outcomes == [.done])
    }

    // MARK: While a signature waits

    @Test("A login whose key is pinned while it waits for the finger is refused with that reason")
    func pinnedMeanwhile() throws {
        let call = sign(login(with: try makeKey()))
        try pin(to: "elsewhere.example")
        touch()
        #expect(call.outcomes == [.refused(.signatureRefused(.otherServer))])
    }

    @Test("A message is signed although its key is pinned meanwhile")
    func messageOfPinned() throws {
        let call = sign(message(with: try makeKey()))
        try pin(to: "elsewhere.example")
        touch()
        #expect(call.outcomes == [.signed])
    }

    @Test("A login whose key is replaced while it waits for the finger is refused with that reason")
    func replacedMeanwhile() throws {
        let call = sign(login(with: try makeKey()))
        _ = try makeKey()
        touch()
        #expect(call.outcomes == [.refused(.signatureRefused(.otherKey))])
    }

    // MARK: Reuse

    @Test("A confirmation counts again for the same account of the same server, and for no other account or server")
    func account() throws {
        let key = try makeKey()
        for other in [login(with: key, as: "root"), login(with: key, on: 2)] {
            let first = sign(login(with: key))
            touch()
            #expect(first.outcomes == [.signed])
            #expect(sign(login(with: key)).outcomes == [.signed])
            let call = sign(other)
            #expect(call.isUnanswered, "\(other.subject)")
            touch()
            #expect(call.outcomes == [.signed])
            // The new scope takes the place of the first one.
            let again = sign(login(with: key))
            #expect(again.isUnanswered)
            touch()
        }
    }

    @Test("A confirmation of one user's counts for no key of the same name of another user's")
    func otherUser() {
        let loop = ManualLoop(at: .seconds(1))
        let authentications = Authentications(
            clock: GateClock(reading: { loop.moment }), errands: Errands(timers: loop))
        let scope = SigningScope(Self.key, .server([1], user: "git"))
        let connection = ConnectionID(rawValue: 1)
        authentications.record(
            ItemAuthentication(
                user: Scene.alice.id,
                authentication: Authentication(factor: .fingerprint, at: loop.moment, reader: nil), age: .seconds(60),
                key: nil),
            for: scope, on: connection, begunIn: authentications.era(of: Scene.alice.id))
        #expect(authentications.signing(scope, on: connection, of: Scene.alice.id) != nil)
        #expect(authentications.signing(scope, on: connection, of: Scene.bob.id) == nil)
    }

    @Test("Accounts, servers' users and namespaces whose names differ in one character's spelling are two")
    func spellings() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        #expect(UserName(rawValue: composed) != UserName(rawValue: decomposed))
        let targets: Set<SigningScope.Target> = [
            .namespace(composed), .namespace(decomposed), .server([1], user: composed), .server([1], user: decomposed),
        ]
        #expect(targets.count == 4)
    }

    // MARK: A locked screen

    private func screen(isLocked: Bool) {
        var seats = SeatFacts()
        for (number, user) in [Scene.alice, Scene.bob].enumerated() {
            var session = SessionFacts(user: user.id)
            session.isLocked = isLocked && user.id == Scene.alice.id
            seats.sessions[SessionID(rawValue: "\(number)")] = session
        }
        // Alice works by ssh as well.
        var remote = SessionFacts(user: Scene.alice.id)
        (remote.isRemote, remote.hasSeat) = (true, false)
        seats.sessions[SessionID(rawValue: "ssh")] = remote
        seats.isComplete = true
        let facts = seats
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(facts) }
        scene.loop.advance(by: .milliseconds(50))
    }

    @Test("A PIN that is given behind a locked screen counts once, and its key is not kept")
    func pinBehindLock() throws {
        let key = try makeKey()
        screen(isLocked: true)
        for _ in 1...2 {
            #expect(sign(login(with: key), byPIN: true).factor == .pin)
            let (scope, connection) = (login(with: key).scope, ConnectionID(rawValue: connection))
            let isKept = scene.gatekeeper.assumeIsolated {
                $0.authentications.signing(scope, on: connection, of: Scene.alice.id) != nil
            }
            #expect(!isKept)
        }
        screen(isLocked: false)
        #expect(sign(login(with: key)).isUnanswered)
    }

    @Test("A PIN counts again before a lock and after it, and the lock ends that")
    func lockBetween() throws {
        let key = try makeKey()
        for isLocked in [false, true, false] {
            screen(isLocked: isLocked)
            #expect(sign(login(with: key), byPIN: true).outcomes == [.signed])
            let again = sign(login(with: key))
            #expect(again.outcomes == (isLocked ? [.refused(Self.behindLock)] : [.signed]))
        }
    }

    private static let behindLock = GateError.hardwareUnavailable(
        .notInteractive, retryAfter: nil, fallbacks: [.pin])

    @Test("A secret that a PIN opens behind a locked screen asks for the PIN again")
    func secretBehindLock() {
        screen(isLocked: true)
        #expect(
            scene.retrieve(on: 3, maximumAge: .seconds(60), credential: (.pin, Scene.rightPIN)).outcomes == [.opened])
        #expect(scene.newestAuthentication(on: 3) == nil)
    }

    // MARK: Other authentications

    @Test("A signature counts for no other call, and leaves the connection's earlier authentication in place")
    func earlierAuthentication() throws {
        let key = try makeKey()
        sign(message(with: key))
        touch()
        #expect(scene.newestAuthentication(on: connection) == nil)
        let earlier = scene.authenticate(on: connection)
        touch()
        let authentication = try #require(earlier.authentication)
        scene.loop.advance(by: .seconds(1))
        let signing = sign(message(with: key))
        touch()
        #expect(signing.outcomes == [.signed])
        #expect(scene.newestAuthentication(on: connection) == authentication)
    }

    @Test("A PIN that is given while the machine falls asleep or sleeps counts once")
    func pinDuringSleep() {
        scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        #expect(
            scene.retrieve(on: 3, maximumAge: .seconds(60), credential: (.pin, Scene.rightPIN)).outcomes == [.opened])
        #expect(scene.newestAuthentication(on: 3) == nil)
        scene.run { gatekeeper in await gatekeeper.returnFromSleep() }
        #expect(
            scene.retrieve(on: 3, maximumAge: .seconds(60), credential: (.pin, Scene.rightPIN)).outcomes == [.opened])
        #expect(scene.newestAuthentication(on: 3) != nil)
    }
}
