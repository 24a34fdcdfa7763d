import GateModel
import GatePolicy
import GateTestSupport
import GateVault
import Testing

@testable import GateCore

/// Another call may change the basis of a change before it is written.
@Suite("Changes that another call overtakes, in memory") struct OvertakenChangeTests {
    private func reset(_ scene: Scene, on connection: UInt64) -> Call {
        scene.change(on: connection) { gatekeeper, user, caller throws(GateError) in
            try await gatekeeper.reset(user, credential: nil, by: caller)
        }
    }

    @Test("No PIN is set for a user who is reset while the password helper is asked")
    func firstPIN() {
        let scene = Scene()
        // Without a PIN, a print and a password, a user sets a PIN freely.
        scene.passwords.set(nil, of: Scene.alice.id)
        #expect(reset(scene, on: 1).outcomes == [.done])
        scene.passwords.questions.hold()
        let call = scene.setPIN(to: "505184", with: nil, on: 2)
        scene.loop.advance(by: .seconds(1))
        #expect(call.isUnanswered)
        #expect(reset(scene, on: 3).outcomes == [.done])
        scene.passwords.questions.release()
        scene.loop.drain()
        #expect(call.outcomes == [.refused(.cancelled(by: .revoked))])
        #expect(scene.keystore.written(of: Scene.alice)?.pinSet != true)
    }

    @Test("Nothing is sealed for a user who is reset while the password helper is asked")
    func sealing() throws {
        let scene = Scene()
        let name = try #require(ItemName("late"))
        scene.loop.advance(by: .seconds(1))
        scene.passwords.questions.hold()
        let call = scene.begin(on: 1) { gatekeeper, caller, call throws(GateError) in
            let sealing = SealParameters(
                name: name, label: nil, access: Access(factors: [.password], maximumAge: .zero), replace: false)
            let ask = Scene.ask(.store, call, by: caller, item: name)
            _ = try await gatekeeper.store(Scene.secret("late"), sealing, ask, credential: nil)
            return .done
        }
        #expect(call.isUnanswered)
        #expect(reset(scene, on: 2).outcomes == [.done])
        scene.passwords.questions.release()
        scene.loop.drain()
        #expect(call.outcomes == [.refused(.cancelled(by: .revoked))])
        #expect(scene.keystore.written(of: Scene.alice) == nil)
    }

    @Test("No print is kept for a user who is reset while a right PIN is recorded")
    func print() {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        let enrolment = scene.enroll(.rightThumb, on: Scene.reader, connection: 1)
        scene.disk.writes.hold()
        scene.keystore.scrypt.release()
        scene.loop.drain()
        let reset = reset(scene, on: 2)
        scene.disk.writes.release()
        scene.loop.drain()
        #expect(reset.outcomes == [.done])
        while scene.sensor.touch("alice's thumb") { scene.loop.drain() }
        #expect(enrolment.outcomes == [.refused(.cancelled(by: .revoked))])
        #expect(scene.keystore.written(of: Scene.alice) == nil)
    }

    @Test("An enrolment ends if its PIN was changed after it was found right")
    func enrolmentAfterChange() {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        let change = scene.setPIN(to: "505184", with: Scene.rightPIN, on: 1)
        let enrolment = scene.enroll(.rightThumb, on: Scene.reader, connection: 2)
        scene.disk.writes.hold()
        // The new PIN is written after the enrolment compared the old one and before that result is recorded.
        while change.isUnanswered, scene.keystore.scrypt.releaseFirst() || scene.disk.writes.releaseFirst() {
            scene.loop.drain()
        }
        scene.disk.writes.release()
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(change.outcomes == [.done])
        #expect(enrolment.outcomes == [.refused(.cancelled(by: .revoked))])
    }

    @Test("A user's new PINs are stretched one at a time, like compared ones")
    func oneAtATime() {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        let changes = (1...4).map { scene.setPIN(to: "50518\($0)", with: Scene.rightPIN, on: $0) }
        var stretched = 0
        while scene.keystore.scrypt.waiting > 0 {
            #expect(scene.keystore.scrypt.waiting == 1)
            scene.keystore.scrypt.releaseFirst()
            scene.loop.drain()
            stretched += 1
        }
        #expect(stretched > 4)
        #expect(changes.allSatisfy { !$0.isUnanswered })
    }

    @Test("An enrolment goes on although another one of the user ends while its PIN is compared")
    func enrolmentBesideAnother() {
        let scene = Scene()
        let first = scene.enroll(.rightThumb, on: Scene.reader, connection: 1)
        scene.keystore.scrypt.hold()
        let second = scene.enroll(.leftIndex, on: Scene.otherReader, connection: 2)
        #expect(scene.keystore.scrypt.waiting == 1)
        while scene.sensor.touch("alice's thumb") { scene.loop.drain() }
        #expect(first.outcomes == [.done])
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(second.isUnanswered)
        while scene.sensor.touch("alice's left", on: Scene.otherReader.id) { scene.loop.drain() }
        #expect(second.outcomes == [.done])
    }

    @Test("An enrolment or a renewal that a PIN allowed ends with that PIN", arguments: [true, false])
    func endingWithPIN(_ isRemoved: Bool) {
        let scene = Scene()
        let enrolment = scene.enroll(.rightThumb, on: Scene.otherReader, connection: 1)
        let renewal = scene.renew(on: 2)
        #expect(enrolment.isUnanswered && renewal.isUnanswered)
        let change =
            isRemoved ? scene.removePIN(on: 3) : scene.setPIN(to: "505184", with: Scene.rightPIN, on: 3)
        #expect(change.outcomes == [.done])
        #expect(enrolment.outcomes == [.refused(.cancelled(by: .revoked))])
        #expect(renewal.outcomes == [.refused(.cancelled(by: .revoked))])
        #expect(scene.keystore.written(of: Scene.alice)?.prints.count == 1)
    }

    @Test("A call whose client left while its PIN was compared never takes the reader", arguments: [true, false])
    func left(_ isEnrolment: Bool) {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        let call =
            isEnrolment ? scene.enroll(.rightThumb, on: Scene.reader, connection: 1) : scene.renew(on: 1)
        scene.leave(call.connection)
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(call.outcomes == [.refused(.cancelled(by: .client))])
        #expect(!scene.sensor.wantsFinger())
    }

    @Test("A finger that is deleted while it is awaited turns nothing on")
    func enabling() {
        let scene = Scene()
        scene.change(on: 1) { gatekeeper, user, caller throws(GateError) in
            _ = try await gatekeeper.disableFingerprint(of: user, by: caller)
        }
        let call = scene.enable(on: 2)
        #expect(scene.sensor.wantsFinger())
        scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
            _ = try await gatekeeper.deleteAllPrints(
                credential: Scene.credential(.pin, Scene.rightPIN), of: user, by: caller)
        }
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(call.outcomes.count == 1 && call.outcomes != [.done])
        #expect(scene.keystore.written(of: Scene.alice)?.fingerprintSwitch == .off)
    }

    @Test("Of two PINs set at once, the second is refused", arguments: [Scene.rightPIN, nil])
    func twoPINs(with old: String?) {
        let scene = Scene()
        if old == nil {
            scene.passwords.set(nil, of: Scene.alice.id)
            #expect(reset(scene, on: 1).outcomes == [.done])
        }
        scene.keystore.scrypt.hold()
        let first = scene.setPIN(to: "505184", with: old, on: 2)
        let second = scene.setPIN(to: "617283", with: old, on: 3)
        // Both are past their comparison before either is written.
        scene.disk.writes.hold()
        while scene.keystore.scrypt.releaseFirst()
            || (scene.disk.writes.waiting > 1 && scene.disk.writes.releaseFirst())
        {
            scene.loop.drain()
        }
        scene.disk.writes.release()
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(first.outcomes == [.done])
        #expect(second.outcomes.count == 1 && second.outcomes != [.done])
        #expect(scene.givePIN("505184", on: 4).outcomes == [.authenticated])
    }

    @Test("A PIN compared while everything is revoked counts as no authentication afterwards")
    func comparison() {
        let scene = Scene()
        scene.keystore.scrypt.hold()
        let call = scene.givePIN(on: 1)
        scene.change(on: 2) { gatekeeper, user, caller throws(GateError) in
            _ = try await gatekeeper.revokeAll(of: user, by: caller)
        }
        scene.keystore.scrypt.release()
        scene.loop.drain()
        #expect(call.outcomes == [.authenticated])
        #expect(scene.newestAuthentication(on: 1) == nil)
    }
}
