import GateModel
import GatePolicy
import GateTestSupport
import GateVault
import GateWire
import Testing

@testable import GateCore
@testable import GateDaemon

/// What the face interface may ask for: a finger is judged and counted, and opens nothing.
@Suite("A finger for the face interface, in memory") struct FaceTests {
    /// The account that may connect there.
    private static let face = UserID(rawValue: 990)
    private static let alice = Scene.alice.id

    private final class Verification: @unchecked Sendable {
        // Unchecked: it stays on its test's thread, like `ManualLoop`.
        var answers: [FaceAnswer] = []
        var end: Result<Finger?, FaceFailure>?
        var call: Call?

        var matched: Finger? {
            for case .match(let finger) in answers { return finger }
            return nil
        }
    }

    private func verify(
        _ scene: Scene, of user: UserID = alice, on connection: UInt64 = 1, at reader: Reader = Scene.reader,
        finger: Finger? = nil
    ) -> Verification {
        let verification = Verification()
        verification.call = scene.begin(on: connection, by: Self.face, about: user) { gatekeeper, caller, _ in
            let ask = FaceAsk(
                user: user, reader: reader.id, finger: finger, asker: FaceAsker(user: nil, process: nil),
                report: { verification.answers.append($0) })
            do throws(FaceFailure) {
                try await gatekeeper.verify(
                    ask,
                    by: Caller(
                        connection: caller.connection, peer: caller.peer, program: caller.program, life: caller.life,
                        about: nil,
                        report: { progress, _ in
                            if progress.event == .waitingForFinger { verification.answers.append(.waitingForFinger) }
                        }))
                verification.end = .success(verification.matched)
            } catch {
                verification.end = .failure(error)
            }
            return .done
        }
        return verification
    }

    private func lock(_ scene: Scene) {
        for connection in 1...5 {
            let missed = verify(scene, on: UInt64(connection))
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
            #expect(missed.end == .success(nil))
        }
    }

    @Test("A match reports the finger, clears misses and leaves no authentication, so the item does not open")
    func match() {
        let scene = Scene()
        let missed = verify(scene)
        #expect(missed.answers == [.started(.rightIndex), .waitingForFinger])
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(missed.end == .success(nil))
        #expect(scene.misses(of: Scene.alice) == 1)
        #expect(scene.faceMisses(of: Scene.alice) == 1)
        let matched = verify(scene)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(matched.end == .success(.rightIndex))
        #expect(scene.misses(of: Scene.alice) == 0)
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
        #expect(scene.faceMisses(of: Scene.alice) == 0)
        #expect(scene.faceMissesOnDisk(of: Scene.alice) == 0)
        scene.gatekeeper.assumeIsolated { gatekeeper in
            for user in [Self.alice, Self.face] {
                let ledger = gatekeeper.authentications.ledger(of: ConnectionID(rawValue: 1), user: user)
                #expect(ledger.newest == nil)
            }
        }
        // The next call waits for a finger, on the same connection and whatever age of authentication it allows.
        let call = scene.retrieve(on: 1, maximumAge: .seconds(300))
        #expect(call.isUnanswered)
        scene.leave(call.connection)
        #expect(scene.leftover == nil)
    }

    @Test("A miss is on disk before the answer, and counts with those of the user's own calls")
    func misses() {
        let scene = Scene()
        let own = scene.authenticate(on: 7)
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        scene.leave(own.connection)
        let verification = verify(scene)
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(verification.end == .success(nil))
        #expect(scene.missesOnDisk(of: Scene.alice) == 2)
        #expect(scene.faceMissesOnDisk(of: Scene.alice) == 2)
        let restarted = scene.restarted()
        #expect(restarted.misses(of: Scene.alice) == 2)
        #expect(restarted.faceMisses(of: Scene.alice) == 2)
        restarted.end()
    }

    @Test("A scan left pending by a crash counts in both counts, whoever asked for it", arguments: [false, true])
    func crash(isForItem: Bool) {
        let scene = Scene()
        if isForItem {
            #expect(scene.authenticate(on: 7).isUnanswered)
        } else {
            #expect(verify(scene).end == nil)
        }
        #expect(scene.sensor.wantsFinger())
        let restarted = scene.restarted()
        #expect(restarted.misses(of: Scene.alice) == 1)
        #expect(restarted.faceMisses(of: Scene.alice) == 1)
        restarted.end()
    }

    @Test("A lockout written by an earlier version holds at logins after the update")
    func earlierVersion() {
        let scene = Scene()
        // Version 1: five misses, the last one at 9 s of another boot, and no wrong PIN, wrong password or credential.
        let numbers: [Int64] = [1, 5, 1, 0, 9, 0, 0, 0, 0, 0, 0]
        let bytes = numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
        let keystore = scene.keystore
        scene.run { _ in try await keystore.savePolicy(bytes, of: Scene.alice) }
        let restarted = scene.restarted()
        #expect(restarted.misses(of: Scene.alice) == 5)
        #expect(verify(restarted).end == .failure(.failed(.lockedOut)))
        restarted.loop.advance(by: .seconds(31))
        let verification = verify(restarted)
        restarted.sensor.touch(Scene.finger(of: Self.alice))
        restarted.loop.drain()
        #expect(verification.end == .success(.rightIndex))
        #expect(restarted.misses(of: Scene.alice) == 0)
        #expect(restarted.faceMissesOnDisk(of: Scene.alice) == 0)
        restarted.end()
    }

    @Test("Another user's finger is a miss for the user who is asked about")
    func somebodyElse() {
        let scene = Scene()
        let verification = verify(scene)
        scene.sensor.touch(Scene.finger(of: Scene.bob.id))
        scene.loop.drain()
        #expect(verification.end == .success(nil))
        #expect(scene.misses(of: Scene.alice) == 1)
        #expect(scene.misses(of: Scene.bob) == 0)
    }

    @Test("During a lockout no finger is asked for, and a match already on its way does not count")
    func lockout() {
        let scene = Scene()
        lock(scene)
        #expect(scene.misses(of: Scene.alice) == 5)
        let refused = verify(scene, on: 9)
        #expect(refused.end == .failure(.failed(.lockedOut)))
        #expect(refused.answers == [])
        #expect(!scene.sensor.wantsFinger())
        // The lockout is over; misses at another reader bring it back while this call waits for its finger.
        scene.loop.advance(by: .seconds(40))
        let waiting = verify(scene, on: 9)
        #expect(scene.sensor.wantsFinger())
        scene.run { gatekeeper in
            gatekeeper.accounts[Self.alice]?.policy.scanMissed(at: gatekeeper.clock.now())
        }
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(waiting.end == .failure(.failed(.lockedOut)))
        #expect(scene.misses(of: Scene.alice) == 6)
    }

    @Test("The owner's settings for items do not affect a verification; the administrator's switch does")
    func rules() {
        var configuration = Configuration()
        configuration.policy.credentialAfterBoot = true
        configuration.policy.credentialMaximumAge = .seconds(60)
        let scene = Scene(configuration: configuration)
        scene.loop.advance(by: .seconds(100))
        scene.run { gatekeeper in
            _ = try await gatekeeper.disableFingerprint(
                of: Self.alice,
                by: Caller(
                    connection: ConnectionID(rawValue: 8),
                    peer: Peer(user: Self.alice, process: ProcessID(rawValue: 1)),
                    program: CallerProgram(command: "app", executable: nil, unit: nil, app: nil, place: .elsewhere),
                    life: CallLife(), about: nil, report: { _, _ in }))
        }
        #expect(!scene.retrieve(on: 2).isUnanswered)
        let verification = verify(scene)
        // A locking screen ends what the user's programs wait for, but not what its own lock asks.
        scene.gatekeeper.assumeIsolated { $0.sessionLocked(of: Self.alice) }
        scene.loop.drain()
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(verification.end == .success(.rightIndex))
        configuration.fingerprintEnabled = false
        #expect(verify(Scene(configuration: configuration)).end == .failure(.failed(.administrator)))
    }

    @Test("A verification ends with its connection or a cancellation; after a seen finger, only once that is judged")
    func leaving() throws {
        let scene = Scene()
        for isSeen in [false, true] {
            let verification = verify(scene)
            if isSeen { scene.sensor.see() }
            scene.loop.drain()
            let connection = try #require(verification.call?.connection)
            scene.gatekeeper.assumeIsolated { $0.connectionClosed(connection, gone: []) }
            scene.loop.drain()
            #expect((verification.end == nil) == isSeen)
            if isSeen {
                scene.sensor.touch(Scene.stranger)
                scene.loop.drain()
            }
            #expect(verification.end == .failure(.failed(.cancelled)))
            #expect(scene.misses(of: Scene.alice) == (isSeen ? 1 : 0))
        }
        #expect(scene.leftover == nil)
    }

    @Test("Only prints of the reader, and of the finger if one is named, are compared")
    func prints() {
        let scene = Scene()
        #expect(verify(scene, at: Scene.otherReader).end == .failure(.notEnrolled))
        #expect(verify(scene, finger: .leftThumb).end == .failure(.notEnrolled))
        #expect(verify(scene, of: UserID(rawValue: 4000)).end == .failure(.notEnrolled))
        #expect(verify(scene, at: ScriptedSensor.reader("gone")).end == .failure(.failed(.disconnected)))
        scene.run { gatekeeper in
            let here = try await gatekeeper.fingers(of: Self.alice, on: Scene.reader.id)
            #expect(here == [.rightIndex])
            let elsewhere = try await gatekeeper.fingers(of: Self.alice, on: Scene.otherReader.id)
            #expect(elsewhere == [])
        }
    }

    @Test(
        "Of all users asked about only the last few stay in memory, and none once the client has left",
        arguments: [false, true])
    func many(isClosedEachTime: Bool) {
        let scene = Scene()
        for number in 5000..<5200 {
            scene.run { gatekeeper in
                _ = try await gatekeeper.fingers(of: UserID(rawValue: UInt32(number)), on: Scene.reader.id)
                if isClosedEachTime { gatekeeper.connectionClosed(ConnectionID(rawValue: 1), gone: []) }
            }
            scene.loop.advance(by: .seconds(1))
        }
        // Users whose password was asked about within 10 s stay as well.
        #expect(scene.gatekeeper.assumeIsolated { $0.accounts.count } <= Accounts.facedUsersKept + 12)
        scene.loop.advance(by: .seconds(20))
        scene.gatekeeper.assumeIsolated { gatekeeper in
            gatekeeper.connectionClosed(ConnectionID(rawValue: 1), gone: [])
            #expect(gatekeeper.accounts[UserID(rawValue: 5199)] == nil)
        }
    }

    @Test("The reader's failures at a verification are told apart")
    func failures() {
        for (error, cause) in [
            (SensorError.disconnected, FaceFailure.Cause.disconnected), (.faulted, .faulted), (.inUse, .inUse),
            (.suspended, .suspended), (.overheated(retryAfter: .seconds(3)), .overheated),
            (.printNotStored, .notStored), (.driverLost, .faulted),
            (.protocolBroken, .protocolBroken),
        ] {
            let scene = Scene()
            let verification = verify(scene)
            scene.sensor.fail(error)
            scene.loop.drain()
            #expect(verification.end == .failure(.failed(cause)))
            #expect(scene.misses(of: Scene.alice) == 0)
        }
    }

    @Test("A verification takes turns with the user's own calls, silently, and is shown to none of them")
    func turns() throws {
        let scene = Scene()
        let shown = try scene.gatekeeper.assumeIsolated {
            try $0.watchRequests(of: Self.face, prompts: false).changes
        }
        let verification = verify(scene)
        #expect(scene.sensor.wantsFinger())
        let own = scene.retrieve(on: 2)
        #expect(scene.holder() === verification.call)
        scene.loop.advance(by: .seconds(31))
        #expect(scene.holder() === own)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(own.isGranted)
        #expect(scene.holder() === verification.call)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(verification.end == .success(.rightIndex))
        shown.finish()
        scene.run { _ in
            let change = await shown.next()
            #expect(change == nil)
        }
        #expect(scene.leftover == nil)
    }

    @Test("The user's waiting calls leave room for it, however many there are, and sleep ends it")
    func sleep() {
        let scene = Scene()
        let own = (2...5).map { scene.retrieve(on: UInt64($0)) }
        for call in own { #expect(call.isUnanswered) }
        let verification = verify(scene)
        #expect(verification.end == nil)
        scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        scene.loop.drain()
        #expect(verification.end == .failure(.failed(.suspended)))
        #expect(verify(scene).end == .failure(.failed(.suspended)))
    }
}
