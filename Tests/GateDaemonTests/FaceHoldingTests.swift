import GateModel
import GatePolicy
import GateTestSupport
import GateWire
import Testing

@testable import GateCore

/// A login keeps its reader open between scans, and a finger may rest on it.
@Suite("Readers held by logins, in memory") struct FaceHoldingTests {
    // MARK: Open readers

    @Test("A reader is held until its connection ends, and the result of closing it is the answer")
    func holding() throws {
        let scene = Scene()
        let claim = scene.keepOpen()
        #expect(claim.answers == [.opened])
        #expect(scene.sensor.isHeld())
        // Apps use it in the meantime.
        let app = scene.retrieve(on: 2)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(app.isGranted)
        #expect(!claim.isOver)
        try scene.end(claim)
        #expect(claim.end == .some(nil))
        #expect(!scene.sensor.isHeld())
        let other = scene.keepOpen()
        scene.sensor.failNextClosing(.driverLost)
        try scene.end(other)
        #expect(other.end == .some(.failed(.faulted)))
        scene.sensor.failNext(.inUse)
        let refused = scene.keepOpen()
        #expect(refused.end == .some(.failed(.inUse)))
        #expect(refused.answers == [])
        #expect(scene.leftover == nil)
    }

    @Test("A client that leaves while the reader opens leaves it closed; of two holders the last one closes it")
    func leaving() throws {
        let scene = Scene()
        scene.sensor.opening.hold()
        let gone = scene.keepOpen()
        try scene.end(gone)
        #expect(!gone.isOver)
        gone.call?.life.end(by: .client)
        scene.sensor.opening.release()
        scene.loop.drain()
        #expect(gone.answers == [])
        #expect(gone.isOver && !scene.sensor.isHeld())
        let (one, two) = (scene.keepOpen(on: 4), scene.keepOpen(on: 5))
        try scene.end(one)
        #expect(scene.sensor.isHeld())
        try scene.end(two)
        #expect(!scene.sensor.isHeld())
    }

    // MARK: Fingers that rest

    @Test("A result is reported at once; the call ends when the finger lifts, or a second after its end is requested")
    func resting() throws {
        let scene = Scene()
        scene.sensor.rest()
        let login = scene.verify()
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(login.answers.last == .noMatch)
        #expect(scene.missesOnDisk(of: Scene.alice) == 1)
        scene.loop.advance(by: .seconds(20))
        #expect(!login.isOver)
        scene.sensor.lift()
        scene.loop.drain()
        #expect(login.end == .some(nil))
        scene.sensor.rest()
        let stopped = scene.verify()
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(stopped.answers.last == .match(.rightIndex))
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
        try scene.end(stopped)
        #expect(!stopped.isOver)
        scene.loop.advance(by: .seconds(1))
        #expect(stopped.end == .some(nil))
        // The next login does not wait for the lifting.
        let next = scene.verify()
        #expect(next.answers.last == .waitingForFinger)
    }

    @Test("A finger laid down for an app does not count for a login, which goes on to the password after a second")
    func restingForApp() throws {
        let scene = Scene()
        scene.sensor.rest()
        let app = scene.authenticate(on: 2)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(app.outcomes == [.authenticated])
        let login = scene.verify()
        scene.loop.advance(by: .milliseconds(999))
        #expect(!login.isOver && !scene.sensor.wantsFinger())
        scene.loop.advance(by: .milliseconds(1))
        // The login has begun, because refused programs retry without end.
        #expect(login.answers == [.started(.rightIndex)])
        #expect(login.end == .some(.failed(.busy)))
        let lifted = scene.verify(on: 3)
        #expect(!lifted.isOver)
        scene.sensor.lift()
        scene.loop.drain()
        #expect(lifted.answers == [.started(.rightIndex), .waitingForFinger])
    }

    @Test(
        "A login that ends under a seen finger waits a second for its judgement, and counts a miss without one"
    )
    func unjudged() throws {
        let scene = Scene()
        let login = scene.verify()
        scene.sensor.see()
        scene.loop.drain()
        try scene.end(login)
        scene.loop.advance(by: .milliseconds(999))
        #expect(!login.isOver)
        scene.loop.advance(by: .milliseconds(1))
        #expect(login.isOver)
        #expect(scene.faceMissesOnDisk(of: Scene.alice) == 1)
        #expect(scene.verify(on: 3).answers.last == .waitingForFinger)
    }
}
