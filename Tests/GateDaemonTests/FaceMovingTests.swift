import GateModel
import GateTestSupport
import GateVault
import GateWire
import Testing

@testable import GateCore
@testable import GateDaemon

/// Prints that root imports from fprintd, or exports to it.
@Suite("Moved prints, in memory") struct FaceMovingTests {
    private static let alice = Scene.alice.id
    private static let chip = ScriptedSensor.reader("chip", onChip: true)
    private static let thumb = ScriptedSensor.template(of: "alice's thumb")

    private final class Move: @unchecked Sendable {
        // Unchecked: it stays on its test's thread, like `ManualLoop`.
        var end: Result<ImportOutcome, FaceFailure>?
        var exported: (PrintDescription, Finger)?
    }

    /// fprintd's record of alice's thumb.
    private func describe(
        _ scene: Scene, _ template: Template = thumb, finger: Finger? = .leftThumb, user: String? = "alice",
        isOnChip: Bool = false, on readers: [Reader] = [Scene.reader]
    ) {
        scene.sensor.tell(
            PrintDescription(
                template: template, driver: "scripted", deviceID: "0", finger: finger, user: user, isOnChip: isOnChip,
                readers: readers.map(\.id)))
    }

    private func bring(
        _ scene: Scene, _ template: Template = thumb, as finger: Finger = .leftThumb, from deviceID: String = "0",
        to reader: Reader? = nil, isDryRun: Bool = false
    ) -> Result<ImportOutcome, FaceFailure>? {
        let move = Move()
        scene.begin(on: 1, by: .root, about: Self.alice) { gatekeeper, caller, _ in
            do throws(FaceFailure) {
                let print = PrintImport(
                    user: Self.alice, finger: finger, driver: "scripted", deviceID: deviceID, reader: reader?.id,
                    isDryRun: isDryRun, template: template)
                move.end = .success(try await gatekeeper.importPrint(print, by: caller))
            } catch {
                move.end = .failure(error)
            }
            return .done
        }
        return move.end
    }

    private func prints(_ scene: Scene) -> [Print] {
        scene.gatekeeper.assumeIsolated { $0.accounts[Self.alice]?.kept.prints ?? [] }
    }

    @Test("An imported print belongs to its user unvouched, and changes the enrolment")
    func imported() throws {
        let scene = Scene()
        describe(scene)
        let before = scene.keystore.written(of: Scene.alice)?.enrollmentID
        #expect(bring(scene, isDryRun: true) == .success(.imported))
        #expect(scene.keystore.written(of: Scene.alice)?.enrollmentID == before)
        #expect(prints(scene).count == 1)
        #expect(bring(scene) == .success(.imported))
        #expect(scene.keystore.written(of: Scene.alice)?.enrollmentID != before)
        let new = try #require(prints(scene).last)
        #expect((new.finger, new.reader, new.vouched) == (.leftThumb, Scene.reader.id, false))
        #expect(prints(scene).count == 2)
        // It opens nothing.
        let call = scene.authenticate(on: 2)
        scene.sensor.touch("alice's thumb")
        scene.loop.drain()
        #expect(scene.misses(of: Scene.alice) == 1)
        scene.leave(call.connection)
        // The second time, it is already there.
        #expect(bring(scene) == .success(.known))
        #expect(prints(scene).count == 2)
        #expect(scene.leftover == nil)
    }

    @Test("A duplicate is reported, and changes nothing")
    func twins() {
        let scene = Scene()
        let index = ScriptedSensor.template(of: Scene.finger(of: Self.alice))
        describe(scene, index, finger: .leftThumb)
        #expect(bring(scene, index) == .failure(.failed(.duplicate)))
        describe(scene, finger: .rightIndex)
        #expect(bring(scene, as: .rightIndex) == .failure(.failed(.fingerTaken)))
        #expect(prints(scene).count == 1)
    }

    @Test("A template that does not match its place, or is no print, is not imported")
    func misplaced() {
        let scene = Scene()
        #expect(bring(scene) == .failure(.failed(.unreadable)))
        describe(scene)
        #expect(bring(scene, as: .leftRing) == .failure(.failed(.misplaced)))
        #expect(bring(scene, from: "1") == .failure(.failed(.misplaced)))
        for (finger, user) in [(nil, "alice"), (Finger.leftThumb, "bob"), (.leftThumb, nil)] {
            describe(scene, finger: finger, user: user)
            #expect(bring(scene) == .failure(.failed(.misplaced)))
        }
        #expect(prints(scene).count == 1)
    }

    @Test("An import uses the only reader that fits, or the named one of several")
    func readers() {
        let scene = Scene()
        describe(scene, on: [])
        #expect(bring(scene) == .failure(.failed(.noReader)))
        describe(scene, on: [Scene.reader, Scene.otherReader])
        #expect(bring(scene) == .failure(.failed(.severalReaders)))
        #expect(bring(scene, to: Self.chip) == .failure(.failed(.noReader)))
        #expect(bring(scene, to: Scene.otherReader) == .success(.imported))
        #expect(prints(scene).last?.reader == Scene.otherReader.id)
    }

    @Test("A print from a reader's own storage is imported only while the storage has it")
    func onChip() {
        let scene = Scene()
        scene.sensor.plugIn(Self.chip)
        scene.loop.drain()
        describe(scene, isOnChip: true, on: [Self.chip])
        #expect(bring(scene) == .failure(.failed(.notStored)))
        scene.sensor.setStoredPrints([Self.thumb], of: Self.chip.id)
        #expect(bring(scene) == .success(.imported))
        // The reader still has it, too.
        #expect(scene.sensor.storedPrints(of: Self.chip.id).map(\.bytes) == [Self.thumb.bytes])
        // A reader without storage has no such print.
        describe(scene, finger: .leftRing, isOnChip: true, on: [Scene.reader])
        #expect(bring(scene, as: .leftRing) == .failure(.failed(.notStored)))
    }

    @Test("An import respects the user's limit of prints and the administrator's switch")
    func limits() {
        let scene = Scene()
        for finger in Finger.allCases where finger != .rightIndex {
            let template = ScriptedSensor.template(of: finger.rawValue)
            describe(scene, template, finger: finger)
            #expect(bring(scene, template, as: finger) == .success(.imported))
        }
        describe(scene, on: [Scene.otherReader])
        #expect(bring(scene) == .failure(.failed(.full)))
        var configuration = Configuration()
        configuration.fingerprintEnabled = false
        let off = Scene(configuration: configuration)
        describe(off)
        #expect(bring(off) == .failure(.failed(.administrator)))
    }

    @Test("A print is exported as its user's, by its identifier")
    func exported() throws {
        let scene = Scene()
        let index = ScriptedSensor.template(of: Scene.finger(of: Self.alice))
        describe(scene, index, finger: nil, user: "biogate")
        let move = Move()
        for id in [Scene.print(of: Scene.bob.id).id, Scene.print(of: Self.alice).id] {
            scene.begin(on: 1, by: .root, about: Self.alice) { gatekeeper, caller, _ in
                do throws(FaceFailure) {
                    move.exported = try await gatekeeper.exportPrint(id, of: Self.alice, by: caller)
                } catch {
                    move.end = .failure(error)
                }
                return .done
            }
        }
        // Another user's print is not.
        #expect(move.end == .failure(.notEnrolled))
        let (print, finger) = try #require(move.exported)
        #expect((finger, print.finger, print.user) == (.rightIndex, .rightIndex, "alice"))
    }
}
