import GateModel
import GateTestSupport
import Testing

@testable import GateDaemon

@Suite("the queue before a reader, in memory") struct ReaderQueueTests {
    private static let thumb = "alice's thumb"

    private func isTimeOver(_ call: Call) -> Bool {
        if case .refused(.timedOut) = call.outcomes.first { true } else { false }
    }

    @Test("calls take turns in the order they came, and are told that they wait")
    func turns() {
        let scene = Scene()
        let calls = (UInt64(1)...3).map { scene.retrieve(on: $0) }
        #expect(calls.map { $0.progress.first?.event } == [.waitingForFinger, .queued, .queued])
        for call in calls {
            #expect(call.progress.last?.event == .waitingForFinger)
            scene.sensor.touch(Scene.finger(of: Scene.alice.id))
            scene.loop.drain()
            #expect(call.outcomes == [.opened])
        }
    }

    @Test("the fifth call of a user that waits is one too many, and what needs no reader needs no place")
    func limit() {
        let scene = Scene()
        for connection in UInt64(1)...4 { scene.retrieve(on: connection) }
        let refusal = Call.Outcome.refused(.limitExceeded(Limit(name: "limits.waitingPerUser", maximum: 4)))
        #expect(scene.retrieve(on: 5).outcomes == [refusal])
        #expect(scene.authenticate(on: 5).outcomes == [refusal])
        #expect(scene.givePIN(on: 5).outcomes == [.authenticated])
        scene.leave(ConnectionID(rawValue: 4))
        #expect(scene.retrieve(on: 6).isUnanswered)
    }

    @Test("the time limit begins when the reader is armed for the call, not in the queue, and costs nobody a miss")
    func timeLimit() {
        let scene = Scene()
        let first = scene.authenticate(on: 1, timeout: .seconds(20))
        let second = scene.authenticate(on: 2, timeout: .seconds(10))
        scene.loop.advance(by: .seconds(20))
        #expect(isTimeOver(first))
        scene.loop.advance(by: .seconds(9))
        #expect(second.isUnanswered)
        scene.loop.advance(by: .seconds(1))
        #expect(isTimeOver(second))
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("a time limit holds behind that of a call which was ended before it")
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
        "a call's own longer time limit does not count once another user's call waits for that reader",
        arguments: [true, false])
    func sharing(_ isEnrolment: Bool) {
        let scene = Scene()
        let patient = scene.enroll(.leftIndex, on: Scene.otherReader, connection: 1, timeout: .seconds(120))
        let first =
            isEnrolment
            ? scene.enroll(.rightThumb, on: Scene.reader, connection: 2, timeout: .seconds(120))
            : scene.authenticate(on: 2, at: Scene.reader, timeout: .seconds(120))
        let other = scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: 3, at: Scene.reader)
        // An enrolment that nobody is known to attend ends at once.
        if !isEnrolment { #expect(first.isUnanswered) }
        scene.loop.advance(by: .seconds(30))
        #expect(!first.isUnanswered)
        #expect(patient.isUnanswered)
        scene.sensor.touch(Scene.finger(of: Scene.bob.id))
        scene.loop.drain()
        #expect(isEnrolment || other.outcomes == [.authenticated])
    }

    @Test("two readers are two queues, with two time limits")
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
}
