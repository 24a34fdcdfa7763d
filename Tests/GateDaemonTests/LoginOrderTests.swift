import GateModel
import GatePolicy
import GateTestSupport
import GateWire
import Testing

@testable import GateCore

/// A login comes first at a reader, and is told if another call has it.
@Suite("Logins and apps at one reader, in memory") struct LoginOrderTests {
    @Test("An app's waiting call yields and is told so before the login's prompt; only the login gets the touch")
    func first() throws {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        #expect(scene.sensor.wantsFinger())
        scene.loop.advance(by: .seconds(20))
        let login = scene.verify()
        #expect(app.progress.last?.event == .queued)
        #expect(login.answers == [.started(.rightIndex), .waitingForFinger])
        #expect(scene.holder() === login.call)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(login.answers.last == .match(.rightIndex))
        #expect(login.end == .some(nil))
        #expect(app.isUnanswered)
        // It is armed again, with its whole time.
        scene.awaitPrompt()
        #expect(app.progress.last?.event == .waitingForFinger)
        #expect(scene.holder() === app)
        scene.loop.advance(by: .seconds(20))
        #expect(app.isUnanswered)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(app.isGranted)
        #expect(scene.misses(of: Scene.alice) == 0)
        // The time of the item's use is written within a minute.
        scene.loop.advance(by: .seconds(60))
        #expect(scene.leftover == nil)
    }

    @Test("A finger that an app's call asked for is judged first; after a miss, the login has the reader")
    func seenFinger() {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        scene.sensor.see()
        scene.loop.drain()
        let login = scene.verify()
        #expect(login.answers == [.started(.rightIndex)])
        scene.sensor.touch(Scene.stranger)
        scene.loop.drain()
        #expect(app.isUnanswered)
        #expect(app.progress.suffix(2).map(\.event) == [.noMatch, .queued])
        #expect(login.answers.last == .waitingForFinger)
        #expect(scene.misses(of: Scene.alice) == 1)
        // The app's call may end in the meantime.
        scene.leave(app.connection)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(login.end == .some(nil))
        #expect(scene.leftover == nil)
    }

    @Test("An app's poor scan does not keep a login waiting")
    func poorScan() {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        scene.sensor.see()
        scene.loop.drain()
        let login = scene.verify()
        scene.sensor.poor()
        scene.loop.drain()
        #expect(app.progress.last?.event == .queued)
        #expect(login.answers.last == .waitingForFinger)
    }

    @Test("A cancelled login returns the reader, and the app's call may be answered by PIN meanwhile")
    func back() throws {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        let login = scene.verify()
        #expect(scene.holder() === login.call)
        try scene.end(login)
        #expect(login.end == .some(.failed(.cancelled)))
        #expect(scene.holder() === app)
        scene.awaitPrompt()
        #expect(app.progress.last?.event == .waitingForFinger)
        let another = scene.verify()
        #expect(scene.holder() === another.call)
        scene.leave(app.connection)
        scene.loop.drain()
        #expect(!app.isUnanswered)
        try scene.end(another)
        #expect(scene.leftover == nil)
    }

    @Test("A login waits one second for a call that does not yield, and is then refused")
    func busy() {
        let scene = Scene()
        let enrolment = scene.enroll(.leftThumb, on: Scene.reader, connection: 2)
        #expect(scene.sensor.wantsFinger())
        let login = scene.verify()
        let claim = scene.keepOpen(on: 3)
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

    @Test("A login that waits for its finger takes turns with the apps, which are told before each turn")
    func sharing() throws {
        let scene = Scene()
        let login = scene.verify()
        let app = scene.retrieve(on: 2)
        scene.loop.advance(by: .seconds(31))
        #expect(login.answers.last == .queued)
        #expect(scene.holder() === app)
        // A touch now counts for the app, whose prompt is shown.
        #expect(app.progress.last?.event == .waitingForFinger)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(app.isGranted)
        #expect(login.answers.suffix(2) == [.queued, .waitingForFinger])
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(login.end == .some(nil))
        #expect(scene.leftover == nil)
    }

    @Test("Successive logins that keep an app waiting leave half of the time to the apps")
    func oneAfterAnother() throws {
        let scene = Scene()
        let app = scene.retrieve(on: 2)
        for _ in 0..<3 {
            let login = scene.verify()
            #expect(login.answers.last == .waitingForFinger)
            #expect(app.progress.last?.event == .queued)
            scene.loop.advance(by: .seconds(25))
            try scene.end(login)
        }
        #expect(scene.holder() === app)
        let login = scene.verify()
        #expect(scene.holder() === app)
        scene.loop.advance(by: .seconds(1))
        #expect(login.end == .some(.failed(.busy)))
        scene.loop.advance(by: .seconds(24))
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(app.isGranted)
        scene.loop.advance(by: .seconds(60))
        let other = scene.retrieve(on: 2)
        let later = scene.verify()
        #expect(scene.holder() === later.call)
        #expect(other.progress.last?.event == .queued)
    }

    @Test("A login that keeps no call waiting uses up none of the time in which logins come first")
    func alone() throws {
        let scene = Scene()
        for _ in 0..<5 {
            let login = scene.verify()
            scene.loop.advance(by: .seconds(29))
            try scene.end(login)
        }
        let app = scene.retrieve(on: 2)
        let login = scene.verify()
        #expect(scene.holder() === login.call)
        #expect(app.progress.last?.event == .queued)
    }

    @Test("An enrolment that keeps an app waiting uses up none of that time either")
    func enrolment() throws {
        let scene = Scene()
        // From then on the time is counted at that reader.
        try scene.end(scene.verify())
        let enrolment = scene.enroll(.leftThumb, on: 3)
        let app = scene.retrieve(on: 2)
        scene.loop.advance(by: .seconds(10))
        try scene.end(enrolment)
        scene.loop.advance(by: .seconds(5))
        #expect(scene.holder() === app)
        scene.loop.advance(by: .seconds(60))
        let other = scene.retrieve(on: 4)
        try scene.end(scene.verify(on: 5))
        scene.awaitPrompt()
        #expect(other.progress.last?.event == .waitingForFinger)
        let login = scene.verify(on: 6)
        #expect(scene.holder() === login.call)
    }

    @Test("A user's logins do not lengthen the turn of the user's own app before another user's")
    func another() throws {
        let scene = Scene()
        let app = scene.authenticate(on: 2)
        let other = scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: 3)
        #expect(other.progress.last?.event == .queued)
        // None of the app's 30 s is granted again.
        for second in stride(from: 0, to: 30, by: 10) {
            #expect(scene.holder() === app, "\(second)")
            scene.loop.advance(by: .milliseconds(9999))
            let login = scene.verify()
            #expect(scene.holder() === login.call)
            try scene.end(login)
        }
        scene.loop.advance(by: .milliseconds(3))
        #expect(scene.holder() === other)
        scene.awaitPrompt()
        #expect(other.progress.last?.event == .waitingForFinger)
        #expect(!app.isUnanswered)
    }

    @Test("Misses that lock logins end the asking at another reader as well")
    func lockedElsewhere() throws {
        let scene = Scene()
        let enrolment = scene.enroll(.leftThumb, on: Scene.otherReader, connection: 100)
        while scene.sensor.touch("alice's thumb", on: Scene.otherReader.id) { scene.loop.drain() }
        #expect(enrolment.outcomes == [.done])
        let elsewhere = scene.verify(at: Scene.otherReader, on: 7)
        #expect(elsewhere.answers.last == .waitingForFinger)
        for number in 1...5 {
            #expect(!elsewhere.isOver)
            let login = scene.verify(on: 10 + UInt64(number))
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
            #expect(login.answers.last == .noMatch)
        }
        #expect(elsewhere.end == .some(.failed(.lockedOut)))
        #expect(!scene.sensor.wantsFinger(on: Scene.otherReader.id))
        #expect(scene.faceMisses(of: Scene.alice) == 5)
    }

    @Test("Prints are not deleted during another enrolment, which is reported within a second")
    func deletion() {
        let scene = Scene()
        let enrolment = scene.enroll(.leftThumb, on: Scene.reader, connection: 2)
        let deletion = scene.deleteFingers()
        scene.loop.advance(by: .milliseconds(999))
        #expect(!deletion.isOver)
        scene.loop.advance(by: .milliseconds(1))
        #expect(deletion.end == .some(.failed(.busy)))
        scene.leave(enrolment.connection)
        scene.loop.drain()
        #expect(scene.deleteFingers(on: 3).end == .some(nil))
        #expect(scene.leftover == nil)
    }
}
