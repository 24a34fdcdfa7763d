import GateModel
import GateTestSupport
import Testing

@testable import GateCore

/// A program that could watch how a finger is judged, and then withdraw the call, would have unlimited guesses.
@Suite("A finger that was seen, in memory") struct GuessTests {
    /// Ways to end a call before the finger is judged.
    enum End: CaseIterable, Sendable {
        case leaving, cancelling, timeLimit, sleep, lock, unplugging, stop, rightPIN, poorScan

        /// Whether the finger was no guess.
        var forgives: Bool { self == .rightPIN || self == .poorScan }
    }

    @Test(
        "A seen finger is a miss whatever ends its call, also after a restart",
        arguments: End.allCases, [true, false])
    func unjudged(_ end: End, isSeen: Bool) {
        let scene = Scene()
        let call = scene.authenticate(on: 1)
        if isSeen { scene.sensor.see() }
        scene.loop.drain()
        Self.end(call, by: end, scene)
        #expect(!call.isUnanswered)
        let misses = isSeen && !end.forgives ? 1 : 0
        #expect(scene.misses(of: Scene.alice) == misses)
        let restarted = scene.restarted()
        #expect(restarted.misses(of: Scene.alice) == misses)
        restarted.end()
    }

    private static func end(_ call: Call, by end: End, _ scene: Scene) {
        let request = scene.waiting().first
        switch end {
        case .leaving: scene.leave(call.connection)
        case .cancelling: cancel(request, scene)
        case .timeLimit: scene.loop.advance(by: .seconds(30))
        case .sleep: scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        case .lock: scene.gatekeeper.assumeIsolated { $0.sessionLocked(of: Scene.alice.id) }
        case .unplugging: scene.sensor.unplug()
        case .stop:
            scene.run { gatekeeper in
                gatekeeper.cancelRequests(of: nil, by: .shutdown)
                await gatekeeper.allWritten()
            }
        case .rightPIN: scene.answer(.pin, Scene.rightPIN, to: request, on: 2)
        case .poorScan:
            scene.sensor.poor()
            scene.loop.drain()
            scene.leave(call.connection)
        }
        // The reader has this long to judge it.
        scene.loop.advance(by: .seconds(5))
    }

    private static func cancel(_ request: RequestID?, _ scene: Scene) {
        scene.begin(on: 2) { gatekeeper, caller, _ throws(GateError) in
            try gatekeeper.cancelRequest(request, by: caller)
            return .done
        }
    }

    @Test("A seen finger is judged although its call ended, and costs nothing if it matches", arguments: [true, false])
    func judgedLater(_ isRight: Bool) {
        let scene = Scene()
        let call = scene.authenticate(on: 1)
        scene.sensor.see()
        scene.loop.drain()
        Self.cancel(scene.waiting().first, scene)
        #expect(call.isUnanswered)
        scene.sensor.touch(isRight ? Scene.finger(of: Scene.alice.id) : Scene.stranger)
        scene.loop.drain()
        #expect(call.outcomes == [.refused(.cancelled(by: .user))])
        #expect(scene.misses(of: Scene.alice) == (isRight ? 0 : 1))
        #expect(scene.missesOnDisk(of: Scene.alice) == (isRight ? 0 : 1))
    }
}
