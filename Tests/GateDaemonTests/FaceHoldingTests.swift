import GateModel
import GatePolicy
import GateTestSupport
import GateWire
import Testing

@testable import GateDaemon

/// Who is being logged in comes first at a reader, is told when it is another's, and keeps it open between its scans.
@Suite("a login at a reader, in memory") struct FaceHoldingTests {
    private static let face = UserID(rawValue: 990)
    private static let alice = Scene.alice.id

    private final class Asking: @unchecked Sendable {
        // Unchecked: it stays on the thread of its test, as `ManualLoop` does.
        var answers: [FaceAnswer] = []
        /// Nil while it goes on; what it failed with.
        var end: FaceFailure??
        var call: Call?

        var isOver: Bool { end != nil }
    }

    private func ask(
        _ scene: Scene, on connection: UInt64,
        _ body: @escaping @Sendable (isolated Gatekeeper, Caller, Asking) async throws(FaceFailure) -> Void
    ) -> Asking {
        let asking = Asking()
        asking.call = scene.begin(on: connection, by: Self.face, about: Self.alice) { gatekeeper, caller, _ in
            let caller = Caller(
                connection: caller.connection, peer: caller.peer, program: caller.program, life: caller.life,
                about: nil,
                report: { progress, _ in
                    if progress.event == .waitingForFinger { asking.answers.append(.waitingForFinger) }
                })
            do throws(FaceFailure) {
                try await body(gatekeeper, caller, asking)
                asking.end = .some(nil)
            } catch {
                asking.end = error
            }
            return .done
        }
        return asking
    }

    private func verify(_ scene: Scene, on connection: UInt64 = 1) -> Asking {
        ask(scene, on: connection) { gatekeeper, caller, asking async throws(FaceFailure) in
            try await gatekeeper.verify(
                FaceAsk(
                    user: Self.alice, reader: Scene.reader.id, finger: nil, asker: FaceAsker(user: nil, process: nil),
                    report: { asking.answers.append($0) }), by: caller)
        }
    }

    private func hold(_ scene: Scene, on connection: UInt64 = 1) -> Asking {
        ask(scene, on: connection) { gatekeeper, caller, asking async throws(FaceFailure) in
            try await gatekeeper.keepOpen(Scene.reader.id, for: caller) { asking.answers.append(.opened) }
        }
    }

    private func end(_ asking: Asking, _ scene: Scene) throws {
        let connection = try #require(asking.call?.connection)
        scene.gatekeeper.assumeIsolated { $0.faceClosed(connection) }
        scene.loop.drain()
    }

    // MARK: The order

    @Test("an app's waiting call gives the reader up, told before the login's prompt; the touch is the login's alone")
    func first() throws {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        #expect(scene.sensor.wantsFinger())
        scene.loop.advance(by: .seconds(20))
        let login = verify(scene)
        #expect(app.progress.last?.event == .queued)
        #expect(login.answers == [.started(.rightIndex), .waitingForFinger])
        #expect(scene.holder() === login.call)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(login.answers.last == .match(.rightIndex))
        #expect(login.end == .some(nil))
        #expect(app.isUnanswered)
        // It is armed again, with its whole time.
        #expect(app.progress.last?.event == .waitingForFinger)
        #expect(scene.holder() === app)
        scene.loop.advance(by: .seconds(20))
        #expect(app.isUnanswered)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(app.isGranted)
        #expect(scene.misses(of: Scene.alice) == 0)
        // When the item was used is written within a minute.
        scene.loop.advance(by: .seconds(60))
        #expect(scene.leftover == nil)
    }

    @Test("a finger that an app's call asked for is judged first; a miss, and the login has the reader")
    func seenFinger() {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        scene.sensor.see()
        scene.loop.drain()
        let login = verify(scene)
        #expect(login.answers == [.started(.rightIndex)])
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(app.isUnanswered)
        #expect(app.progress.suffix(2).map(\.event) == [.noMatch, .queued])
        #expect(login.answers.last == .waitingForFinger)
        #expect(scene.misses(of: Scene.alice) == 1)
        // The app's call may end meanwhile.
        scene.leave(app.connection)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(login.end == .some(nil))
        #expect(scene.leftover == nil)
    }

    @Test("a poor scan of an app's is no reason to keep a login waiting")
    func poorScan() {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        scene.sensor.see()
        scene.loop.drain()
        let login = verify(scene)
        scene.sensor.poor()
        scene.loop.drain()
        #expect(app.progress.last?.event == .queued)
        #expect(login.answers.last == .waitingForFinger)
    }

    @Test("a login that is cancelled gives the reader back, and the app's call may be answered by PIN meanwhile")
    func back() throws {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        let login = verify(scene)
        #expect(scene.holder() === login.call)
        try end(login, scene)
        #expect(login.end == .some(.failed(.cancelled)))
        #expect(scene.holder() === app)
        #expect(app.progress.last?.event == .waitingForFinger)
        let another = verify(scene)
        #expect(scene.holder() === another.call)
        scene.leave(app.connection)
        scene.loop.drain()
        #expect(!app.isUnanswered)
        try end(another, scene)
        #expect(scene.leftover == nil)
    }

    @Test("what does not give way is waited for one second; then another way in is better")
    func busy() {
        let scene = Scene()
        let enrolment = scene.enroll(.leftThumb, on: Scene.reader, connection: 2)
        #expect(scene.sensor.wantsFinger())
        let login = verify(scene)
        let claim = hold(scene, on: 3)
        scene.loop.advance(by: .milliseconds(999))
        #expect(!login.isOver && !claim.isOver)
        scene.loop.advance(by: .milliseconds(1))
        #expect(login.end == .some(.failed(.busy)))
        #expect(claim.end == .some(.failed(.busy)))
        #expect(claim.answers == [])
        #expect(!scene.sensor.isHeld())
        #expect(enrolment.isUnanswered)
        scene.leave(enrolment.connection)
        #expect(scene.leftover == nil)
    }

    @Test("a login that waits for its finger takes turns with the apps, and is told before each")
    func sharing() throws {
        let scene = Scene()
        let login = verify(scene)
        let app = scene.retrieve(on: 2)
        scene.loop.advance(by: .seconds(31))
        #expect(login.answers.last == .queued)
        #expect(scene.holder() === app)
        // One touch now is the app's, whose prompt is shown.
        #expect(app.progress.last?.event == .waitingForFinger)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(app.isGranted)
        #expect(login.answers.suffix(2) == [.queued, .waitingForFinger])
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(login.end == .some(nil))
        #expect(scene.leftover == nil)
    }

    @Test("logins that follow one another leave half of the time to the apps")
    func oneAfterAnother() throws {
        let scene = Scene()
        for _ in 0..<3 {
            let login = verify(scene)
            #expect(login.answers.last == .waitingForFinger)
            scene.loop.advance(by: .seconds(25))
            try end(login, scene)
        }
        let app = scene.retrieve(on: 2)
        #expect(scene.holder() === app)
        let login = verify(scene)
        #expect(scene.holder() === app)
        scene.loop.advance(by: .seconds(1))
        #expect(login.end == .some(.failed(.busy)))
        scene.loop.advance(by: .seconds(24))
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(app.isGranted)
        scene.loop.advance(by: .seconds(60))
        let other = scene.retrieve(on: 2)
        let later = verify(scene)
        #expect(scene.holder() === later.call)
        #expect(other.progress.last?.event == .queued)
    }

    // MARK: Open readers

    @Test("a reader is held from its opening to the end of the connection; how closing it went is the answer")
    func holding() throws {
        let scene = Scene()
        let claim = hold(scene)
        #expect(claim.answers == [.opened])
        #expect(scene.sensor.isHeld())
        // Apps use it meanwhile.
        let app = scene.retrieve(on: 2)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(app.isGranted)
        #expect(!claim.isOver)
        try end(claim, scene)
        #expect(claim.end == .some(nil))
        #expect(!scene.sensor.isHeld())
        let other = hold(scene)
        scene.sensor.failNextClosing(.driverLost)
        try end(other, scene)
        #expect(other.end == .some(.failed(.faulted)))
        scene.sensor.failNext(.inUse)
        let refused = hold(scene)
        #expect(refused.end == .some(.failed(.inUse)))
        #expect(refused.answers == [])
        #expect(scene.leftover == nil)
    }

    @Test("whoever leaves while the reader opens leaves it closed; of two who hold it the last one closes it")
    func leaving() throws {
        let scene = Scene()
        scene.sensor.opening.hold()
        let gone = hold(scene)
        try end(gone, scene)
        #expect(!gone.isOver)
        gone.call?.life.end(by: .client)
        scene.sensor.opening.release()
        scene.loop.drain()
        #expect(gone.answers == [])
        #expect(gone.isOver && !scene.sensor.isHeld())
        let (one, two) = (hold(scene, on: 4), hold(scene, on: 5))
        try end(one, scene)
        #expect(scene.sensor.isHeld())
        try end(two, scene)
        #expect(!scene.sensor.isHeld())
    }

    // MARK: Fingers that rest

    @Test("the result is told at once; the call ends when the finger lifts, or a second after it is ended")
    func resting() throws {
        let scene = Scene()
        scene.sensor.rest()
        let login = verify(scene)
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
        let stopped = verify(scene)
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(stopped.answers.last == .match(.rightIndex))
        #expect(scene.missesOnDisk(of: Scene.alice) == 0)
        try end(stopped, scene)
        #expect(!stopped.isOver)
        scene.loop.advance(by: .seconds(1))
        #expect(stopped.end == .some(nil))
        // The next login does not wait for the lifting.
        let next = verify(scene)
        #expect(next.answers.last == .waitingForFinger)
    }
}
