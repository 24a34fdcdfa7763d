import GateModel
import GateTestSupport
import GateWire

@testable import GateDaemon

/// Something that happens to a daemon.
enum Event: String, CaseIterable {
    case retrieve
    case layFinger, judgeRight, judgeWrong, scanPoorly, readerFails, unplug, plug
    case answerRight, answerWrong, cancel, leave
    case second, halfMinute
    case lock, sleep, wake
    case disable, enable, deletePrint, revokeAll, reset
    case holdDisk, releaseOne, releaseDisk, failWrite, failWriteThatStands
}

/// Plays events to a daemon in memory, and knows beside it what may be and what may not.
final class Play {
    let scene: Scene
    private(set) var events: [Event] = []
    private(set) var broken: String?
    /// Good scans without a match since something cleared them.
    private var misses = 0
    /// Calls that clear the misses, should they be right.
    private var clearing: [Call] = []
    private var lastConnection: UInt64 = 0
    private var isDiskHeld = false
    private var isDiskFaulty = false

    init(_ scene: Scene = Scene()) {
        self.scene = scene
    }

    /// A connection has one call at a time.
    private var nextConnection: UInt64 {
        lastConnection += 1
        return lastConnection
    }

    func play(_ event: Event) {
        guard broken == nil else { return }
        events.append(event)
        make(event)
        scene.loop.settle()
        check()
    }

    /// Lets everything come to its end: the disk works, and a long time goes by.
    func finish() {
        guard broken == nil else { return }
        scene.disk.mend()
        scene.disk.writes.release()
        scene.loop.settle()
        scene.loop.advance(by: .seconds(120))
        check()
        for (number, call) in scene.calls.enumerated() where call.outcomes.count != 1 {
            broken = "call \(number) has \(call.outcomes.count) answers"
        }
        if !scene.waiting.isEmpty { broken = "a call waits for ever" }
    }

    private func make(_ event: Event) {
        let sensor = scene.sensor
        switch event {
        case .retrieve: scene.retrieve(on: nextConnection)
        case .layFinger: sensor.see()
        case .judgeRight:
            guard sensor.wantsFinger() else { break }
            scene.holder?.enrollmentAtMatch = scene.enrollment
            sensor.touch(Scene.finger)
            scene.loop.settle()
            misses = min(misses, scene.missesInMemory)
        case .judgeWrong:
            guard sensor.wantsFinger() else { break }
            // Of somebody who has been reset nothing is counted.
            if let holder = scene.holder, !holder.isOfErased { misses += 1 }
            sensor.touch("a stranger's")
        case .scanPoorly: sensor.poor()
        case .readerFails: sensor.fail(.faulted)
        case .unplug: sensor.unplug()
        case .plug: if sensor.readers().isEmpty { sensor.plugIn(Scene.reader) }
        case .answerRight: answer(Scene.rightPIN)
        case .answerWrong: answer(Scene.wrongPIN)
        case .cancel:
            scene.begin(on: nextConnection) { [request = scene.waiting.first] gatekeeper, caller, _ throws(GateError) in
                try gatekeeper.cancelRequest(request, by: caller)
                return .done
            }
        case .leave: if let call = scene.calls.first(where: { $0.outcomes.isEmpty }) { scene.leave(call.connection) }
        case .second: scene.loop.advance(by: .seconds(1))
        case .halfMinute: scene.loop.advance(by: .seconds(30))
        case .lock: scene.gatekeeper.assumeIsolated { $0.sessionLocked(of: Scene.alice.id) }
        case .sleep: scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        case .wake: scene.run { gatekeeper in await gatekeeper.returnFromSleep() }
        case .disable:
            change { gatekeeper, caller throws(GateError) in
                try await gatekeeper.disableFingerprint(of: Scene.alice.id, by: caller)
            }
        case .enable:
            scene.begin(on: nextConnection) { gatekeeper, caller, _ throws(GateError) in
                try await gatekeeper.enableFingerprint(
                    Ask(
                        caller: caller, user: Scene.alice.id, operation: .enable, item: nil, label: nil, reason: nil,
                        factors: [.fingerprint], reader: nil, timeout: .seconds(30), reuse: .never))
                return .done
            }
        case .deletePrint:
            change { gatekeeper, caller throws(GateError) in
                try await gatekeeper.deletePrint(
                    Scene.print.id, credential: PresentedCredential(.pin, Scene.secret(Scene.rightPIN)),
                    of: Scene.alice.id, by: caller)
            }
        case .revokeAll:
            change { gatekeeper, caller throws(GateError) in
                try await gatekeeper.revokeAll(of: Scene.alice.id, by: caller)
            }
        case .reset:
            let before = scene.calls.filter(\.outcomes.isEmpty)
            change { gatekeeper, caller throws(GateError) in
                try await gatekeeper.reset(Scene.alice.id, credential: nil, by: caller)
                return 0
            }
            // One that the disk refuses, or still writes, is as good: then the misses are too many.
            for call in before { call.isOfErased = true }
        case .holdDisk:
            scene.disk.writes.hold()
            isDiskHeld = true
        case .releaseOne: scene.disk.writes.releaseFirst()
        case .releaseDisk:
            scene.disk.writes.release()
            isDiskHeld = false
        case .failWrite:
            scene.disk.failWrites()
            isDiskFaulty = true
        case .failWriteThatStands:
            scene.disk.failWrites(changeStands: true)
            isDiskFaulty = true
        }
    }

    private func answer(_ pin: String) {
        let request = scene.waiting.first
        if pin == Scene.rightPIN { request.flatMap(scene.call(of:))?.wasAnswered = true }
        clearing.append(scene.answer(pin, to: request, on: nextConnection))
    }

    private func change(
        _ body: @escaping @Sendable (isolated Gatekeeper, Caller) async throws(GateError) -> Int
    ) {
        clearing.append(
            scene.begin(on: nextConnection, by: .root) { gatekeeper, caller, _ throws(GateError) in
                _ = try await body(gatekeeper, caller)
                return .done
            })
    }

    // MARK: What holds at every moment

    private func check() {
        if !clearing.isEmpty { misses = min(misses, scene.missesInMemory) }
        clearing.removeAll { !$0.outcomes.isEmpty }
        for (number, call) in scene.calls.enumerated() where call.outcomes.count > 1 {
            broken = "call \(number) has more than one answer"
        }
        for (number, call) in scene.calls.enumerated() where call.outcomes == [.opened] {
            switch call.factor {
            case .fingerprint where call.enrollmentAtMatch == nil: broken = "call \(number) was opened without a finger"
            case .fingerprint where call.isNew && call.enrollmentAtMatch != scene.enrollment:
                broken = "call \(number) was opened by a finger of an enrolment that has ended"
            case .pin where !call.wasAnswered: broken = "call \(number) was opened without a PIN"
            case .fingerprint, .pin, .password, nil: break
            }
            call.isNew = false
        }
        if scene.waiting.isEmpty, !isDiskHeld, scene.sensor.wantsFinger() {
            broken = "the reader is armed, and nobody waits"
        }
        if scene.missesInMemory < misses { broken = "\(misses - scene.missesInMemory) misses are forgiven" }
        if !isDiskHeld, !isDiskFaulty, scene.missesOnDisk < misses {
            broken = "a restart forgives \(misses - scene.missesOnDisk) misses"
        }
    }
}
