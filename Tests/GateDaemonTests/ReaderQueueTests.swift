import GateModel
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

@Suite("The queue for a reader, in memory") struct ReaderQueueTests {
    private static let thumb = "alice's thumb"

    private func isTimeOver(_ call: Call) -> Bool {
        if case .refused(.timedOut) = call.outcomes.first { true } else { false }
    }

    @Test("Calls take turns in order of arrival, and are told that they wait")
    func turns() {
        let scene = Scene()
        let calls = (UInt64(1)...3).map { scene.retrieve(on: $0) }
        #expect(calls.map { $0.progress.first?.event } == [.waitingForFinger, .queued, .queued])
        for call in calls {
            #expect(call.progress.last?.event == .waitingForFinger)
            scene.sensor.touch(Scene.finger(of: Scene.alice.id))
            scene.awaitPrompt()
            #expect(call.outcomes == [.opened])
        }
    }

    private static var shortLine: Configuration {
        var configuration = Configuration()
        configuration.linePerUser = 1
        return configuration
    }

    @Test(
        "A user's fifth call queues, one beyond the queue is refused, and a call without a reader needs no place"
    )
    func limit() {
        let scene = Scene(configuration: Self.shortLine)
        for connection in UInt64(1)...4 { scene.retrieve(on: connection) }
        let fifth = scene.retrieve(on: 5)
        #expect(fifth.progress.map(\.event) == [.queued])
        let refusal = Call.Outcome.refused(.limitExceeded(Limit(name: "limits.linePerUser", maximum: 1)))
        #expect(scene.retrieve(on: 6).outcomes == [refusal])
        #expect(scene.authenticate(on: 6).outcomes == [refusal])
        #expect(scene.givePIN(on: 6).outcomes == [.authenticated])
        #expect(fifth.isUnanswered)
        scene.leave(ConnectionID(rawValue: 4))
        #expect(scene.retrieve(on: 7).isUnanswered)
        scene.leave(ConnectionID(rawValue: 5))
        scene.leave(ConnectionID(rawValue: 7))
        #expect(scene.waiting().count == 3)
    }

    @Test("Ten calls of a user are served in order of arrival, one touch each")
    func ten() {
        let scene = Scene()
        let calls = (UInt64(1)...10).map { scene.retrieve(on: $0) }
        for call in calls {
            #expect(call.isUnanswered)
            scene.sensor.touch(Scene.finger(of: Scene.alice.id))
            scene.awaitPrompt()
            #expect(call.outcomes == [.opened])
        }
        #expect(scene.waiting().isEmpty)
    }

    private func watch(_ scene: Scene) throws -> Inbox<RequestChange> {
        try scene.gatekeeper.assumeIsolated { try $0.watchRequests(of: Scene.alice.id, prompts: false).changes }
    }

    @Test("A queued call is hidden from other programs until it has a place, and takes a PIN from its own connection")
    func inLine() async throws {
        let scene = Scene()
        let changes = try watch(scene)
        for connection in UInt64(1)...4 { scene.retrieve(on: connection) }
        let fifth = scene.retrieve(on: 5)
        scene.answer(.pin, Scene.rightPIN, to: nil, on: 5)
        #expect(fifth.outcomes == [.opened])
        #expect(fifth.factor == .pin)
        let sixth = scene.retrieve(on: 6)
        scene.leave(ConnectionID(rawValue: 1))
        #expect(sixth.isUnanswered)
        changes.finish()
        var kinds: [RequestChange.Kind] = []
        while let change = await changes.next() { if change.kind != .changed { kinds.append(change.kind) } }
        #expect(kinds == [.added, .added, .added, .added, .ended, .added])
    }

    @Test("A call without its turn in time ends with what it waited for, and costs no miss")
    func outwaited() {
        let scene = Scene()
        let holder = scene.authenticate(on: 1, timeout: .seconds(120))
        let behind = scene.authenticate(on: 2, wait: .seconds(5))
        for connection in UInt64(3)...4 { scene.authenticate(on: connection) }
        let inLine = scene.authenticate(on: 5, wait: .seconds(4))
        scene.loop.advance(by: .seconds(4))
        #expect(behind.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        let fallbacks: [Factor] = [.password, .pin]
        #expect(behind.outcomes == [.refused(.timedOut(waitedFor: .reader, fallbacks: fallbacks))])
        #expect(inLine.outcomes == [.refused(.timedOut(waitedFor: .calls, fallbacks: fallbacks))])
        #expect(holder.isUnanswered)
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("The time in which a call waits for its user's touch is not time in the queue")
    func touchIsNoWait() {
        let scene = Scene()
        let call = scene.authenticate(on: 1, wait: .seconds(5))
        scene.loop.advance(by: .seconds(20))
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(call.outcomes == [.authenticated])
    }

    @Test("A stuck reader keeps no call beyond its time, and goes to no other call before it stops")
    func wedged() {
        let scene = Scene()
        scene.sensor.opening.hold()
        let call = scene.authenticate(on: 1, wait: .seconds(5))
        scene.loop.advance(by: .seconds(5))
        scene.loop.advance(by: .seconds(1))
        #expect(
            call.outcomes
                == [.refused(.hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: [.password, .pin]))])
        let next = scene.authenticate(on: 2)
        #expect(!scene.sensor.wantsFinger())
        scene.sensor.opening.release()
        scene.loop.drain()
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(next.outcomes == [.authenticated])
        #expect(scene.leftover == nil)
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("The time limit begins when the reader is armed for the call, not in the queue, and costs no miss")
    func timeLimit() {
        let scene = Scene()
        let first = scene.authenticate(on: 1, timeout: .seconds(20))
        let second = scene.authenticate(on: 2, timeout: .seconds(10))
        scene.loop.advance(by: .seconds(20))
        #expect(isTimeOver(first))
        scene.awaitPrompt()
        scene.loop.advance(by: .seconds(9))
        #expect(second.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(isTimeOver(second))
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("A time limit holds after that of a call which was ended before it")
    func limitBehindAnother() {
        let scene = Scene()
        scene.authenticate(on: 1, timeout: .seconds(10))
        scene.leave(ConnectionID(rawValue: 1))
        let call = scene.authenticate(on: 2, timeout: .seconds(20))
        scene.loop.advance(by: .seconds(19))
        #expect(call.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(isTimeOver(call))
    }

    @Test(
        "A call's own longer time limit does not count once another user's call waits for that reader",
        arguments: [true, false])
    func sharing(_ isEnrolment: Bool) {
        let scene = Scene()
        let patient = scene.enroll(.leftIndex, on: Scene.otherReader, connection: 1, timeout: .seconds(120))
        let first =
            isEnrolment
            ? scene.enroll(.rightThumb, on: Scene.reader, connection: 2, timeout: .seconds(120))
            : scene.authenticate(on: 2, at: Scene.reader, timeout: .seconds(120))
        let other = scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: 3, at: Scene.reader)
        // An enrolment that nobody attends ends at once.
        if !isEnrolment { #expect(first.isUnanswered) }
        scene.loop.advance(by: .seconds(30))
        #expect(!first.isUnanswered)
        #expect(patient.isUnanswered)
        scene.awaitPrompt()
        scene.sensor.touch(Scene.finger(of: Scene.bob.id))
        scene.loop.drain()
        #expect(isEnrolment || other.outcomes == [.authenticated])
    }

    @Test("Two readers have separate queues and time limits")
    func twoReaders() {
        let scene = Scene()
        let enrolment = scene.enroll(.leftThumb, on: Scene.otherReader, connection: 1)
        while scene.sensor.touch(Self.thumb, on: Scene.otherReader.id) { scene.loop.drain() }
        #expect(enrolment.outcomes == [.done])
        let first = scene.authenticate(on: 2, at: Scene.reader, timeout: .seconds(120))
        let second = scene.authenticate(on: 3, at: Scene.otherReader, timeout: .seconds(10))
        #expect(scene.sensor.wantsFinger() && scene.sensor.wantsFinger(on: Scene.otherReader.id))
        scene.loop.advance(by: .seconds(10))
        #expect(isTimeOver(second))
        let third = scene.authenticate(on: 4, at: Scene.otherReader)
        scene.sensor.touch(Self.thumb, on: Scene.otherReader.id)
        scene.loop.drain()
        #expect(third.authentication?.reader == Scene.otherReader.id)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(first.authentication?.reader == Scene.reader.id)
    }

    /// The program whose request comes before the call, as its last report says.
    private func program(ahead call: Call) -> String? {
        if case .request(let request)? = call.progress.last?.ahead { request.command } else { nil }
    }

    @Test("A call that nobody answers gives way to a newer one after half a minute, and then has the rest of its time")
    func unanswered() {
        let scene = Scene()
        let older = scene.authenticate(on: 1, timeout: .seconds(120))
        scene.loop.advance(by: .seconds(5))
        let newer = scene.authenticate(on: 2)
        #expect(program(ahead: newer) == "app")
        scene.loop.advance(by: .seconds(24))
        #expect(newer.progress.last?.event == .queued)
        scene.loop.advance(by: .seconds(2))
        #expect(older.progress.last?.event == .queued)
        #expect(program(ahead: older) == "app")
        #expect(newer.progress.last?.event == .waitingForFinger)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.advance(by: .seconds(1))
        #expect(newer.outcomes == [.authenticated])
        #expect(older.progress.last?.event == .waitingForFinger)
        scene.loop.advance(by: .seconds(89))
        #expect(older.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(isTimeOver(older))
        #expect(scene.misses(of: Scene.alice) == 0)
        #expect(scene.leftover == nil)
    }

    @Test("A call behind as many unanswered ones as its user may have shown has its turn within half a minute")
    func behindAFullHouse() {
        let scene = Scene()
        let others = (UInt64(1)...6).map { scene.authenticate(on: $0, timeout: .seconds(120)) }
        scene.loop.advance(by: .seconds(10))
        let own = scene.authenticate(on: 7)
        #expect(own.progress.map(\.event) == [.queued])
        #expect(own.progress.last?.ahead != nil)
        scene.loop.advance(by: .seconds(21))
        #expect(own.progress.last?.event == .waitingForFinger)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(own.outcomes == [.authenticated])
        for call in others { scene.leave(call.connection) }
        #expect(scene.waiting().isEmpty)
        #expect(scene.leftover == nil)
    }

    @Test("A call that gave its place away waits no longer for another one than it may wait")
    func inLineAgain() {
        let scene = Scene()
        let first = scene.authenticate(on: 1, timeout: .seconds(120), wait: .seconds(10))
        for connection in UInt64(2)...5 { scene.authenticate(on: connection, timeout: .seconds(120)) }
        scene.loop.advance(by: .seconds(39))
        #expect(first.isUnanswered)
        scene.loop.advance(by: .seconds(2))
        #expect(first.outcomes == [.refused(.timedOut(waitedFor: .calls, fallbacks: [.password, .pin]))])
    }

    @Test("A touch keeps a call at the reader, and so does its user's wish for more time")
    func answered() throws {
        for isHeld in [false, true] {
            let scene = Scene()
            let older = scene.authenticate(on: 1, timeout: .seconds(120))
            let newer = scene.authenticate(on: 2)
            scene.loop.advance(by: .seconds(29))
            if isHeld {
                scene.hold(try #require(older.progress.last?.request), on: 3)
            } else {
                scene.sensor.poor()
            }
            scene.loop.advance(by: .seconds(29))
            #expect(scene.holder() === older)
            scene.loop.advance(by: .seconds(2))
            #expect(scene.holder() === newer)
        }
    }

    @Test("A finger that was there before a prompt decides nothing, and costs no miss")
    func earlyFinger() {
        for finger in [Scene.finger(of: Scene.alice.id), Scene.stranger] {
            let scene = Scene()
            let first = scene.authenticate(on: 1, timeout: .seconds(10))
            let second = scene.authenticate(on: 2)
            scene.loop.advance(by: .seconds(10))
            #expect(isTimeOver(first))
            #expect(second.progress.last?.event == .queued)
            scene.sensor.touch(finger)
            scene.loop.drain()
            #expect(second.isUnanswered)
            #expect(second.progress.last?.hint == .removeFinger)
            scene.sensor.touch(finger)
            scene.loop.advance(by: .seconds(1))
            #expect(second.progress.last?.event == .waitingForFinger)
            #expect(scene.misses(of: Scene.alice) == 0)
            scene.sensor.touch(Scene.finger(of: Scene.alice.id))
            scene.loop.drain()
            #expect(second.outcomes == [.authenticated])
            #expect(scene.leftover == nil)
        }
    }

    @Test("Calls that nobody answers arm the reader for some two minutes, then it rests, but not for a login")
    func rest() {
        let scene = Scene()
        for connection in UInt64(1)...5 {
            let call = scene.authenticate(on: connection)
            scene.loop.advance(by: .seconds(30))
            #expect(!call.isUnanswered)
        }
        let last = scene.authenticate(on: 7)
        guard case .refused(.hardwareUnavailable(.overheated, let wait?, let fallbacks)) = last.outcomes.first else {
            Issue.record("\(last.outcomes)")
            return
        }
        #expect(fallbacks == [.password, .pin])
        #expect(scene.givePIN(on: 8).outcomes == [.authenticated])
        #expect(scene.verify().answers.last == .waitingForFinger)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.advance(by: wait)
        let next = scene.authenticate(on: 9)
        #expect(next.isUnanswered)
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
        #expect(next.outcomes == [.authenticated])
    }
}
