import GateModel
import GateTestSupport
import Testing

@testable import GateCore

@Suite("Lockouts, in memory") struct LockoutTests {
    private let scene = Scene()

    /// Fingers that do not match, in calls that the third of them or a lockout ends.
    private func miss(_ count: Int) {
        var call: Call?
        for _ in 0..<count {
            if call?.isUnanswered != true { call = scene.authenticate(on: 1) }
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
        }
        #expect(call?.isUnanswered == false)
    }

    @Test("Each further miss doubles the wait, a watcher looks when it ends, and a match clears the count")
    func waits() throws {
        miss(5)
        for seconds in [30, 60, 120] {
            let refusal = GateError.lockout(
                retryAfter: .seconds(seconds), clearedBy: [.password, .pin], fallbacks: [.password, .pin])
            #expect(scene.authenticate(on: 1).outcomes == [.refused(refusal)])
            var view = try #require(scene.view(of: Scene.alice))
            let now = scene.loop.moment
            #expect(view.availability(at: now).availability == .lockout(retryAfter: .seconds(seconds)))
            #expect(view.nextChange(at: now) == .seconds(seconds))
            scene.loop.advance(by: .seconds(seconds))
            view = try #require(scene.view(of: Scene.alice))
            #expect(view.availability(at: scene.loop.moment).availability == .available)
            miss(1)
        }
        scene.loop.advance(by: .seconds(240))
        let call = scene.authenticate(on: 1)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(call.outcomes == [.authenticated])
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
    }

    @Test("Twenty misses lock a user out until a credential was given, also after a restart, and no other user")
    func permanent() {
        miss(5)
        for _ in 6...20 {
            scene.loop.advance(by: .seconds(3600))
            miss(1)
        }
        scene.loop.advance(by: .seconds(3600))
        let refusal = GateError.lockoutPermanent(
            .attempts, clearedBy: [.password, .pin], fallbacks: [.password, .pin])
        let restarted = scene.restarted()
        for scene in [scene, restarted] {
            #expect(scene.retrieve(on: 1).outcomes == [.refused(refusal)])
            #expect(!scene.sensor.wantsFinger())
        }
        #expect(scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: 2).isUnanswered)
        #expect(restarted.retrieve(on: 1, credential: (.pin, Scene.rightPIN)).outcomes == [.opened])
        #expect(restarted.missesOnDisk(of: Scene.alice) == 0)
        #expect(restarted.retrieve(on: 1).isUnanswered)
        #expect(restarted.sensor.wantsFinger())
        restarted.end()
    }
}
