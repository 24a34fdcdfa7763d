import GateModel
import GateTestSupport
import GateWire
import Testing

@testable import GateCore
@testable import GateDaemon

/// With `readers.ownStorage`, unknown prints on a reader's chip make room, and no others.
@Suite("A reader's own storage, in memory") struct OwnStorageTests {
    private static let chip = ScriptedSensor.reader("chip", onChip: true)
    private static let strange = ScriptedSensor.template(of: "a strange finger")

    private func scene(ownsStorage: Bool = true) -> Scene {
        var configuration = Configuration()
        configuration.ownsStorage = ownsStorage
        let scene = Scene(configuration: configuration)
        scene.sensor.plugIn(Self.chip)
        scene.loop.drain()
        return scene
    }

    private func enroll(_ scene: Scene, _ finger: Finger, touching touch: String) -> Call {
        let call = scene.enroll(finger, on: Self.chip, connection: 3)
        while call.isUnanswered, scene.sensor.wantsFinger(on: Self.chip.id) {
            scene.sensor.touch(touch, on: Self.chip.id)
            scene.loop.drain()
        }
        return call
    }

    @Test("On a full chip a print that no user has is deleted and the touches are repeated; users' prints stay")
    func full() {
        for ownsStorage in [true, false] {
            let scene = scene(ownsStorage: ownsStorage)
            #expect(enroll(scene, .leftThumb, touching: "alice's thumb").outcomes == [.done])
            let kept = scene.sensor.storedPrints(of: Self.chip.id)
            scene.sensor.setStoredPrints(kept + [Self.strange], of: Self.chip.id)
            let call = scene.enroll(.leftIndex, on: Self.chip, connection: 3)
            scene.sensor.touch("alice's other", on: Self.chip.id)
            scene.loop.drain()
            scene.sensor.fail(.storageFull, on: Self.chip.id)
            scene.loop.drain()
            #expect(call.isUnanswered == ownsStorage)
            let left = scene.sensor.storedPrints(of: Self.chip.id).map(\.bytes)
            #expect(left.contains(Self.strange.bytes) != ownsStorage)
            for print in kept { #expect(left.contains(print.bytes)) }
            guard ownsStorage else { continue }
            // Nothing more can be deleted.
            scene.sensor.fail(.storageFull, on: Self.chip.id)
            scene.loop.drain()
            #expect(call.outcomes == [.refused(.readerFull(Self.chip.id))])
            for print in kept {
                #expect(scene.sensor.storedPrints(of: Self.chip.id).contains { $0.bytes == print.bytes })
            }
        }
    }

    @Test(
        "An unknown print of the finger is replaced on the chip; another user's is a duplicate"
    )
    func foreign() {
        for ownsStorage in [true, false] {
            let scene = scene(ownsStorage: ownsStorage)
            #expect(enroll(scene, .leftThumb, touching: "alice's thumb").outcomes == [.done])
            let kept = scene.sensor.storedPrints(of: Self.chip.id)
            scene.sensor.setStoredPrints(kept + [Self.strange], of: Self.chip.id)
            let call = enroll(scene, .leftIndex, touching: "a strange finger")
            #expect(call.outcomes == [ownsStorage ? .done : .refused(.fingerKnownToReader(Self.chip.id))])
            #expect(
                enroll(scene, .leftMiddle, touching: "alice's thumb").outcomes.first.map {
                    if case .refused(.fingerAlreadyEnrolled) = $0 { true } else { false }
                } == true)
        }
    }
}
