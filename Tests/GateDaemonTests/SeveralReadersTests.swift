import GateModel
import GatePolicy
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDaemon

@Suite("Calls that several readers can serve, in memory") struct SeveralReadersTests {
    private static let thumb = "alice's thumb"

    /// Alice has a finger on each of two readers.
    private func scene(_ configuration: Configuration = Configuration()) -> Scene {
        let scene = Scene(configuration: configuration)
        let enrolment = scene.enroll(.leftThumb, on: Scene.otherReader, connection: 100)
        while scene.sensor.touch(Self.thumb, on: Scene.otherReader.id) { scene.loop.drain() }
        #expect(enrolment.outcomes == [.done])
        return scene
    }

    private func touch(_ finger: String, on reader: Reader, _ scene: Scene) {
        scene.sensor.touch(finger, on: reader.id)
        scene.loop.drain()
    }

    @Test("A call that names no reader arms all with the user's prints, and the first judgement decides")
    func both() {
        for (reader, finger) in [(Scene.reader, Scene.finger(of: Scene.alice.id)), (Scene.otherReader, Self.thumb)] {
            let scene = scene()
            let call = scene.authenticate(on: 1)
            #expect(scene.sensor.wantsFinger() && scene.sensor.wantsFinger(on: Scene.otherReader.id))
            #expect(Set(call.progress.last?.readers ?? []) == [Scene.reader.id, Scene.otherReader.id])
            touch(finger, on: reader, scene)
            #expect(call.outcomes == [.authenticated])
            #expect(call.authentication?.reader == reader.id)
            #expect(!scene.sensor.wantsFinger() && !scene.sensor.wantsFinger(on: Scene.otherReader.id))
            #expect(scene.misses(of: Scene.alice) == 0)
            #expect(scene.waiting().isEmpty)
        }
    }

    @Test("A call that names a reader leaves the others alone")
    func named() {
        let scene = scene()
        scene.authenticate(on: 1, at: Scene.reader)
        #expect(scene.sensor.wantsFinger() && !scene.sensor.wantsFinger(on: Scene.otherReader.id))
    }

    @Test("A miss at one reader is one miss, and both are armed again")
    func miss() {
        let scene = scene()
        let call = scene.authenticate(on: 1)
        touch(Scene.stranger, on: Scene.otherReader, scene)
        #expect(scene.misses(of: Scene.alice) == 1)
        #expect(call.progress.contains { $0.event == .noMatch })
        #expect(scene.sensor.wantsFinger() && scene.sensor.wantsFinger(on: Scene.otherReader.id))
        touch(Self.thumb, on: Scene.otherReader, scene)
        #expect(call.outcomes == [.authenticated])
    }

    /// The outcomes of calls at both readers: a stranger's finger is on the first one, and then `finger` on the other.
    private func outcomes(_ finger: String, _ change: (inout PolicyLimits) -> Void) -> (calls: [Call], misses: Int) {
        var configuration = Configuration()
        change(&configuration.policy)
        let scene = scene(configuration)
        let calls = [scene.authenticate(on: 1, at: Scene.reader), scene.authenticate(on: 2, at: Scene.otherReader)]
        #expect(scene.sensor.wantsFinger() && scene.sensor.wantsFinger(on: Scene.otherReader.id))
        touch(Scene.stranger, on: Scene.reader, scene)
        touch(finger, on: Scene.otherReader, scene)
        return (calls, scene.misses(of: Scene.alice))
    }

    @Test("Once misses at one reader have locked the user out, a miss at the other one counts, and ends its call")
    func missWhileLocked() {
        let (calls, misses) = outcomes(Scene.stranger) { $0.lockoutFreeFailures = 1 }
        for (call, wait) in zip(calls, [30, 60]) {
            let refusal = GateError.lockout(
                retryAfter: .seconds(wait), clearedBy: [.password, .pin], fallbacks: [.password, .pin])
            #expect(call.outcomes == [.refused(refusal)])
        }
        #expect(misses == 2)
    }

    @Test("Once misses at one reader require the PIN, a match at the other one opens nothing")
    func matchWhileLocked() {
        let (calls, misses) = outcomes(Self.thumb) { $0.lockoutPermanentAfter = 1 }
        let refusal = GateError.lockoutPermanent(
            .attempts, clearedBy: [.password, .pin], fallbacks: [.password, .pin])
        for call in calls { #expect(call.outcomes == [.refused(refusal)]) }
        #expect(misses == 1)
    }

    @Test("A reader that is withdrawn under a finger counts a miss, also after a restart")
    func withdrawn() {
        let scene = scene()
        scene.authenticate(on: 1)
        scene.sensor.see(on: Scene.reader.id)
        touch(Scene.stranger, on: Scene.otherReader, scene)
        #expect(scene.misses(of: Scene.alice) == 2)
        #expect(scene.missesOnDisk(of: Scene.alice) >= 2)
    }

    @Test("A reader that fails leaves the call to the other one, and the last one's failure ends it")
    func failures() {
        let scene = scene()
        let call = scene.authenticate(on: 1)
        scene.sensor.fail(.inUse, on: Scene.reader.id)
        scene.loop.drain()
        #expect(call.isUnanswered)
        scene.sensor.unplug(Scene.otherReader.id)
        scene.loop.drain()
        guard case .refused(.hardwareUnavailable(.disconnected, _, _)) = call.outcomes.first else {
            Issue.record("\(call.outcomes)")
            return
        }
        #expect(scene.misses(of: Scene.alice) == 0)
    }

    @Test("A reader in use by another user's call is left out, and one that another user wants is left to that user")
    func shared() {
        let scene = scene()
        let bob = scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: 1)
        let alice = scene.authenticate(on: 2)
        #expect(scene.holder() === bob)
        #expect(scene.holder(of: Scene.otherReader) === alice)
        touch(Self.thumb, on: Scene.otherReader, scene)
        #expect(alice.outcomes == [.authenticated])
        scene.leave(ConnectionID(rawValue: 1))
        let second = scene.authenticate(on: 3)
        let other = scene.authenticate(Scene.bob.id, by: Scene.bob.id, on: 4)
        scene.awaitPrompt()
        #expect(scene.holder() === other && other.progress.last?.event == .waitingForFinger)
        #expect(scene.holder(of: Scene.otherReader) === second)
        touch(Self.thumb, on: Scene.otherReader, scene)
        #expect(second.outcomes == [.authenticated])
    }

    // MARK: A lid

    private func closeLid(_ isClosed: Bool, _ scene: Scene) {
        var seats = SeatFacts()
        seats.isLidClosed = isClosed
        scene.gatekeeper.assumeIsolated { $0.seatsChanged(seats) }
        scene.loop.drain()
        // Rapid changes of the seats are followed after a pause.
        scene.loop.advance(by: .seconds(1))
    }

    @Test("A closed lid ends the calls of the readers under it, and refuses the next at once")
    func lid() {
        let scene = Scene()
        let call = scene.authenticate(on: 1)
        closeLid(true, scene)
        let refusal = Call.Outcome.refused(
            .hardwareUnavailable(.notInteractive, retryAfter: nil, fallbacks: [.password, .pin]))
        #expect(call.outcomes == [refusal])
        #expect(scene.authenticate(on: 2).outcomes == [refusal])
        #expect(scene.authenticate(on: 3, at: Scene.reader).outcomes == [refusal])
        #expect(!scene.enroll(.leftIndex, on: Scene.reader, connection: 4).isUnanswered)
        closeLid(false, scene)
        #expect(scene.authenticate(on: 5).isUnanswered)
    }

    @Test("A reader that is not built in serves while the lid is closed, alone")
    func external() {
        var configuration = Configuration()
        configuration.builtInReaders = [Scene.reader.id]
        let scene = scene(configuration)
        let waiting = scene.authenticate(on: 1)
        closeLid(true, scene)
        #expect(waiting.isUnanswered)
        scene.leave(ConnectionID(rawValue: 1))
        let call = scene.authenticate(on: 2)
        #expect(!scene.sensor.wantsFinger() && scene.sensor.wantsFinger(on: Scene.otherReader.id))
        touch(Self.thumb, on: Scene.otherReader, scene)
        #expect(call.outcomes == [.authenticated])
    }

    @Test("A lid covers nothing if the configuration does not ask who is in front of the machine")
    func notAsked() {
        var configuration = Configuration()
        configuration.fingerprintInteractiveOnly = false
        let scene = Scene(configuration: configuration)
        closeLid(true, scene)
        #expect(scene.authenticate(on: 1).isUnanswered)
    }
}
