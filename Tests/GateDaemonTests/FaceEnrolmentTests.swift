import GateModel
import GateSecret
import GatePolicy
import GateTestSupport
import GateVault
import GateWire
import Synchronization
import Testing

@testable import GateCore
@testable import GateDaemon

/// Fingers added and deleted through the face interface are verified there, and open nothing.
@Suite("A finger added through the face interface, in memory") struct FaceEnrolmentTests {
    private static let face = UserID(rawValue: 990)
    private static let alice = Scene.alice.id
    private static let thumb = "alice's thumb"

    private final class Asking: @unchecked Sendable {
        // Unchecked: it stays on its test's thread, like `ManualLoop`.
        var answers: [FaceAnswer] = []
        var end: Result<Finger?, FaceFailure>?
        var call: Call?
    }

    private func ask(
        _ scene: Scene, on connection: UInt64, _ finger: Finger?, at reader: Reader,
        _ body: @escaping @Sendable (isolated Gatekeeper, FaceAsk, Caller) async throws(FaceFailure) -> Finger?
    ) -> Asking {
        let asking = Asking()
        asking.call = scene.begin(on: connection, by: Self.face, about: Self.alice) { gatekeeper, caller, _ in
            let ask = FaceAsk(
                user: Self.alice, reader: reader.id, finger: finger, asker: FaceAsker(user: nil, process: nil),
                report: { asking.answers.append($0) })
            let caller = Caller(
                connection: caller.connection, peer: caller.peer, program: caller.program, life: caller.life,
                about: nil,
                report: { progress, _ in
                    switch progress.event {
                    case .waitingForFinger: asking.answers.append(.waitingForFinger)
                    case .stagePassed: asking.answers.append(.stagePassed)
                    case .queued, .fingerPresent, .retry, .noMatch, .matched, .credentialWrong, .credentialWanted: break
                    }
                })
            do throws(FaceFailure) {
                asking.end = .success(try await body(gatekeeper, ask, caller))
            } catch {
                asking.end = .failure(error)
            }
            return .done
        }
        return asking
    }

    private func enroll(
        _ scene: Scene, _ finger: Finger = .leftThumb, on connection: UInt64 = 1, at reader: Reader = Scene.reader
    ) -> Asking {
        ask(scene, on: connection, finger, at: reader) { gatekeeper, ask, caller async throws(FaceFailure) in
            try await gatekeeper.enroll(finger, ask, by: caller)
            return finger
        }
    }

    private func verify(_ scene: Scene, on connection: UInt64 = 1) -> Asking {
        ask(scene, on: connection, nil, at: Scene.reader) { gatekeeper, ask, caller async throws(FaceFailure) in
            let matched = Mutex<Finger?>(nil)
            let noted = FaceAsk(
                user: ask.user, reader: ask.reader, finger: ask.finger, asker: ask.asker,
                report: { answer in
                    if case .match(let finger) = answer { matched.withLock { $0 = finger } }
                    ask.report(answer)
                })
            try await gatekeeper.verify(noted, by: caller)
            return matched.withLock { $0 }
        }
    }

    private func delete(_ scene: Scene, _ finger: Finger? = nil, at reader: Reader = Scene.reader) -> Asking {
        ask(scene, on: 1, finger, at: reader) { gatekeeper, ask, caller async throws(FaceFailure) in
            try await gatekeeper.deletePrints(ask, by: caller)
            return nil
        }
    }

    private func touch(_ scene: Scene, _ finger: String, times: Int = 1, on reader: Reader = Scene.reader) {
        for _ in 0..<times {
            #expect(scene.sensor.touch(finger, on: reader.id))
            scene.loop.drain()
        }
    }

    /// Alice has an additional, unvouched thumb.
    private func enrolled() -> Scene {
        let scene = Scene()
        let enrolment = enroll(scene)
        touch(scene, Self.thumb, times: 3)
        #expect(enrolment.end == .success(.leftThumb))
        return scene
    }

    private func prints(_ scene: Scene) -> [Print] {
        scene.gatekeeper.assumeIsolated { $0.accounts[Self.alice]?.kept.prints ?? [] }
    }

    @Test("During a lockout, an enrolment does not reveal whether a finger is the user's")
    func lockedOut() {
        let scene = Scene()
        // The gatekeeper knows the user from here on.
        let look = verify(scene)
        touch(scene, Scene.finger(of: Self.alice))
        #expect(look.end != nil)
        scene.run { gatekeeper in
            for _ in 0..<5 { gatekeeper.accounts[Self.alice]?.policy.scanMissed(at: gatekeeper.clock.now()) }
        }
        let refused = enroll(scene)
        #expect(refused.end == .failure(.failed(.faulted)))
        #expect(!scene.sensor.wantsFinger())
        #expect(!refused.answers.contains(.waitingForFinger))
    }

    @Test("During a lockout, a user without a finger can enrol one")
    func lockedOutWithoutFinger() {
        let scene = Scene()
        #expect(delete(scene).end == .success(nil))
        scene.run { gatekeeper in
            for _ in 0..<5 { gatekeeper.accounts[Self.alice]?.policy.scanMissed(at: gatekeeper.clock.now()) }
        }
        let enrolment = enroll(scene)
        touch(scene, Self.thumb, times: 3)
        #expect(enrolment.end == .success(.leftThumb))
        #expect(verify(scene).end == .failure(.failed(.lockedOut)))
    }

    @Test("One touch looks for a duplicate, the reader's touches follow, and the print is kept unvouched")
    func enrolment() throws {
        let scene = Scene()
        let before = scene.keystore.written(of: Scene.alice)?.enrollmentID
        let enrolment = enroll(scene)
        #expect(enrolment.answers == [.started(.leftThumb), .waitingForFinger])
        touch(scene, Self.thumb, times: 3)
        #expect(enrolment.end == .success(.leftThumb))
        #expect(enrolment.answers.filter { $0 == .stagePassed }.count == 3)
        #expect(prints(scene).map(\.vouched) == [true, false])
        #expect(scene.keystore.written(of: Scene.alice)?.enrollmentID != before)
        // It is verified at once.
        let verification = verify(scene)
        touch(scene, Self.thumb)
        #expect(verification.end == .success(.leftThumb))
        #expect(scene.leftover == nil)
    }

    @Test("An unvouched finger logs in after any number of misses, unless too many come in a row")
    func missesAtLogins() {
        let scene = enrolled()
        for round in 1...25 {
            let miss = verify(scene)
            touch(scene, Scene.stranger)
            #expect(miss.end == .success(nil))
            let match = verify(scene)
            touch(scene, Self.thumb)
            #expect(match.end == .success(.leftThumb))
            #expect(scene.faceMissesOnDisk(of: Scene.alice) == 0)
            #expect(scene.missesOnDisk(of: Scene.alice) == round)
        }
        // Items are locked for good, also for the finger that opens them; logins are not.
        let locked = scene.authenticate(on: 2)
        #expect(!locked.isUnanswered && !locked.isGranted)
        for _ in 1...5 {
            let miss = verify(scene)
            touch(scene, Scene.stranger)
            #expect(miss.end == .success(nil))
        }
        #expect(verify(scene).end == .failure(.failed(.lockedOut)))
        // The PIN ends both.
        scene.begin(on: 3) { gatekeeper, caller, _ async throws(GateError) in
            let pin = PresentedCredential(.pin, Scene.secret(Scene.rightPIN))
            _ = try await gatekeeper.setPIN(Scene.secret("161803"), credential: pin, of: Self.alice, by: caller)
            return .done
        }
        #expect(scene.misses(of: Scene.alice) == 0)
        let match = verify(scene)
        touch(scene, Self.thumb)
        #expect(match.end == .success(.leftThumb))
        #expect(scene.leftover == nil)
    }

    @Test("An unvouched finger is a miss for items and clears no misses, until its user vouches for it")
    func unvouched() throws {
        let scene = enrolled()
        let call = scene.authenticate(on: 2)
        touch(scene, Self.thumb)
        #expect(call.isUnanswered)
        #expect(scene.misses(of: Scene.alice) == 1)
        // The reader does not say whose finger it was, so the miss counts for logins as well.
        #expect(scene.faceMisses(of: Scene.alice) == 1)
        scene.leave(call.connection)
        let verification = verify(scene)
        touch(scene, Self.thumb)
        #expect(verification.end == .success(.leftThumb))
        #expect(scene.misses(of: Scene.alice) == 1)
        #expect(scene.faceMisses(of: Scene.alice) == 0)
        let id = try #require(prints(scene).last?.id)
        let lastMatched = scene.gatekeeper.assumeIsolated { $0.accounts[Self.alice]?.lastMatched }
        #expect(lastMatched != id)

        let refused = scene.begin(on: 3) { gatekeeper, caller, _ async throws(GateError) in
            _ = try await gatekeeper.vouchPrints([id], credential: nil, of: Self.alice, by: caller)
            return .done
        }
        #expect(refused.outcomes == [.refused(.credentialRequired(accepted: [.password, .pin]))])
        vouch(scene, [id])
        #expect(prints(scene).map(\.vouched) == [true, true])
        let opened = scene.authenticate(on: 2)
        touch(scene, Self.thumb)
        #expect(opened.isGranted)
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    private func vouch(_ scene: Scene, _ prints: Set<PrintID>) {
        scene.begin(on: 3) { gatekeeper, caller, _ async throws(GateError) in
            let pin = PresentedCredential(.pin, Scene.secret(Scene.rightPIN))
            _ = try await gatekeeper.vouchPrints(prints, credential: pin, of: Self.alice, by: caller)
            return .done
        }
    }

    @Test("An unvouched print that got into an item's scan still opens nothing")
    func overtaken() throws {
        let scene = Scene()
        let call = scene.authenticate(on: 2)
        // The finger that the reader is armed for is replaced by an unvouched one in the meantime.
        let keystore = scene.keystore
        scene.run { gatekeeper in
            let account = try await gatekeeper.users.account(Self.alice)
            let old = account.kept.prints[0]
            _ = try await keystore.removePrint(old.id, chipCopyRemains: false, of: Scene.alice)
            _ = try await keystore.addPrint(
                Print(
                    id: old.id, finger: old.finger, label: nil, reader: old.reader, enrolledAt: old.enrolledAt,
                    vouched: false),
                template: ScriptedSensor.template(of: Scene.finger(of: Self.alice)), of: Scene.alice)
            try await gatekeeper.records.refresh(account)
        }
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(!call.isGranted)
        scene.leave(call.connection)
    }

    @Test("With no other finger, items behave as if there were none, and a first PIN may be set")
    func onlyUnvouched() throws {
        let scene = Scene()
        let deletion = delete(scene)
        #expect(deletion.end == .success(nil))
        let enrolment = enroll(scene)
        touch(scene, Self.thumb, times: 3)
        #expect(enrolment.end == .success(.leftThumb))
        let call = scene.retrieve(on: 2)
        #expect(!call.isUnanswered)
        let view = try #require(scene.gatekeeper.assumeIsolated { $0.knownView(of: Self.alice) })
        #expect(view.prints == 0)
        #expect(view.situation.facts.hasPrints == false)
    }

    @Test("A finger that the user already has is a duplicate; another user's finger is not revealed")
    func duplicates() {
        let scene = Scene()
        let own = enroll(scene)
        touch(scene, Scene.finger(of: Self.alice))
        #expect(own.end == .failure(.failed(.duplicate)))
        let other = enroll(scene)
        touch(scene, Scene.finger(of: Scene.bob.id), times: 3)
        #expect(other.end == .success(.leftThumb))
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("The print of the same finger is deleted first, even if the enrolment then ends")
    func replaced() throws {
        let scene = Scene()
        let enrolment = enroll(scene, .rightIndex)
        #expect(enrolment.answers == [.started(.rightIndex), .waitingForFinger])
        #expect(prints(scene).isEmpty)
        let connection = try #require(enrolment.call?.connection)
        scene.gatekeeper.assumeIsolated { $0.connectionClosed(connection, gone: []) }
        scene.loop.drain()
        #expect(enrolment.end == .failure(.failed(.cancelled)))
        #expect(prints(scene).isEmpty)
        #expect(scene.leftover == nil)
    }

    @Test("A reader that only verifies looks for no duplicate")
    func verifying() {
        let scene = Scene()
        let reader = ScriptedSensor.reader("verifier", identifies: false)
        scene.sensor.plugIn(reader)
        scene.loop.drain()
        let enrolment = enroll(scene, at: reader)
        touch(scene, Self.thumb, times: 2, on: reader)
        #expect(enrolment.end == .success(.leftThumb))
    }

    @Test("A deletion removes one finger or all from the reader, asks the chip, and reports its answer")
    func deletions() throws {
        let scene = enrolled()
        #expect(delete(scene, .leftRing).end == .failure(.notEnrolled))
        #expect(delete(scene, at: Scene.otherReader).end == .failure(.notEnrolled))
        #expect(delete(scene, .leftThumb).end == .success(nil))
        #expect(prints(scene).map(\.finger) == [.rightIndex])
        let chip = ScriptedSensor.reader("chip", onChip: true)
        scene.sensor.plugIn(chip)
        scene.loop.drain()
        for finger in [Finger.leftThumb, .leftIndex] {
            let enrolment = enroll(scene, finger, at: chip)
            touch(scene, "alice's \(finger)", times: 3, on: chip)
            #expect(enrolment.end == .success(finger))
        }
        // Another system has deleted one of them.
        scene.sensor.setStoredPrints([ScriptedSensor.template(of: "alice's leftThumb")], of: chip.id)
        #expect(delete(scene, .leftIndex, at: chip).end == .failure(.failed(.notDeletedFromReader)))
        #expect(delete(scene, at: chip).end == .success(nil))
        #expect(scene.sensor.storedPrints(of: chip.id).isEmpty)
        #expect(prints(scene).map(\.finger) == [.rightIndex])
        #expect(scene.leftover == nil)
    }

    @Test("A full reader, a failing disk, a missing permission and a missing reader are each reported")
    func failures() {
        var configuration = Configuration()
        configuration.fingerprintEnabled = false
        #expect(enroll(Scene(configuration: configuration)).end == .failure(.failed(.administrator)))
        let scene = Scene()
        #expect(enroll(scene, at: ScriptedSensor.reader("gone")).end == .failure(.failed(.disconnected)))
        for finger in Finger.allCases where finger != .rightIndex {
            let enrolment = enroll(scene, finger)
            touch(scene, "alice's \(finger)", times: 3)
            #expect(enrolment.end == .success(finger))
        }
        let other = enroll(scene, .leftThumb, at: Scene.otherReader)
        #expect(other.end == .failure(.failed(.full)))
        scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        #expect(enroll(scene, .leftThumb).end == .failure(.failed(.suspended)))
    }

    @Test("The reader's failures at an enrolment are told apart")
    func readerFailures() {
        for (error, cause) in [
            (SensorError.disconnected, FaceFailure.Cause.disconnected), (.faulted, .faulted),
            (.protocolBroken, .protocolBroken), (.storageFull, .full), (.duplicate, .duplicate),
            (.overheated(retryAfter: .seconds(3)), .overheated),
        ] {
            let scene = Scene()
            let enrolment = enroll(scene)
            touch(scene, Self.thumb)
            scene.sensor.fail(error)
            scene.loop.drain()
            #expect(enrolment.end == .failure(.failed(cause)))
            #expect(prints(scene).map(\.finger) == [.rightIndex])
            #expect(scene.leftover == nil)
        }
    }

    @Test("A new PIN ends what an earlier one allowed, but not what polkit allowed")
    func newPIN() {
        let scene = Scene()
        let enrolment = enroll(scene)
        scene.begin(on: 3) { gatekeeper, caller, _ async throws(GateError) in
            let pin = PresentedCredential(.pin, Scene.secret(Scene.rightPIN))
            _ = try await gatekeeper.setPIN(Scene.secret("161803"), credential: pin, of: Self.alice, by: caller)
            return .done
        }
        touch(scene, Self.thumb, times: 3)
        #expect(enrolment.end == .success(.leftThumb))
    }
}
