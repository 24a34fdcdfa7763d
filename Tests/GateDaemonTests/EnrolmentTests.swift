import GateModel
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

@Suite("Enrolments, in memory") struct EnrolmentTests {
    @Test("A user has at most ten prints")
    func limit() {
        let scene = Scene()
        for finger in Finger.allCases where finger != .rightIndex {
            let call = scene.enroll(finger, on: Scene.reader, connection: 1)
            while call.isUnanswered, scene.sensor.touch("alice's \(finger)") { scene.loop.drain() }
            #expect(call.outcomes == [.done])
        }
        let refusal = GateError.limitExceeded(Limit(name: "printsPerUser", maximum: 10))
        #expect(scene.enroll(.leftThumb, on: Scene.reader, connection: 1).outcomes == [.refused(refusal)])
    }

    @Test("An administrator who turns fingerprints off leaves the PIN")
    func administrator() {
        var configuration = Configuration()
        configuration.fingerprintEnabled = false
        let scene = Scene(configuration: configuration)
        func refusal(_ fallbacks: [Factor]) -> Call.Outcome {
            .refused(.hardwareUnavailable(.administrator, retryAfter: nil, fallbacks: fallbacks))
        }
        #expect(scene.retrieve(on: 1).outcomes == [refusal([.password, .pin])])
        #expect(scene.enroll(.leftThumb, on: Scene.reader, connection: 1).outcomes == [refusal([])])
        #expect(scene.retrieve(on: 1, credential: (.pin, Scene.rightPIN)).outcomes == [.opened])
    }
}
