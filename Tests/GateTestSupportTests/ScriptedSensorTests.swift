import GateModel
import GateTestSupport
import GateVault
import Synchronization
import Testing

/// An operation's reports.
private final class Reports: Sendable {
    private let events = Mutex<[ScanEvent]>([])

    var all: [ScanEvent] { events.withLock { $0 } }

    func add(_ event: ScanEvent) { events.withLock { $0.append(event) } }
}

@Suite("The scripted sensor")
@MainActor
struct ScriptedSensorTests {
    let reader = ReaderID(rawValue: "reader")
    let sensor = ScriptedSensor()
    private let reports = Reports()
    let gallery = [
        GalleryPrint(
            id: PrintID(rawValue: "1"), finger: .rightIndex, template: ScriptedSensor.template(of: "right index"))
    ]

    /// Begins where it is called, and has suspended when this returns.
    private func scan(
        once mayArm: @escaping @Sendable () async -> Bool = { true }
    ) -> Task<Result<ScanEvent?, SensorError>, Never> {
        Task.immediate { [sensor, gallery, reader, reports] in
            do throws(SensorError) {
                try await sensor.identify(gallery, on: reader, once: mayArm) { reports.add($0) }
                return .success(reports.all.last)
            } catch {
                return .failure(error)
            }
        }
    }

    @Test("A finger matches or not, which is reported before the call returns")
    func judged() async {
        let first = scan()
        #expect(sensor.readers().map(\.state) == [.busy])
        sensor.poor()
        #expect(sensor.touch("right index"))
        #expect(await first.value == .success(.judged(.matched(PrintID(rawValue: "1")))))
        #expect(sensor.readers().map(\.state) == [.ready])
        #expect(
            reports.all == [
                .waitingForFinger, .retry(.poorScan), .waitingForFinger, .fingerPresent,
                .judged(.matched(PrintID(rawValue: "1"))),
            ])
        #expect(!sensor.touch("right index"))
        let second = scan()
        sensor.touch("left thumb")
        #expect(await second.value == .success(.judged(.noMatch)))
    }

    @Test("A reader has one operation, which ends with its task, its reader or a fault")
    func ended() async {
        let first = scan()
        #expect(await scan().value == .failure(.busy))
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        let second = scan()
        sensor.heat(for: .seconds(5))
        #expect(await second.value == .failure(.overheated(retryAfter: .seconds(5))))
        let third = scan()
        sensor.unplug()
        #expect(await third.value == .failure(.disconnected))
        #expect(await scan().value == .failure(.readerNotFound))
        sensor.plugIn()
        sensor.failNext(.inUse)
        #expect(await scan().value == .failure(.inUse))
        #expect(await scan { false }.value == .failure(.cancelled))
    }

    @Test("An operation cancelled while its reader opens wants no finger")
    func cancelledEarly() async {
        sensor.opening.hold()
        let operation = scan()
        #expect(!sensor.wantsFinger())
        operation.cancel()
        sensor.opening.release()
        #expect(await operation.value == .failure(.cancelled))
        #expect(reports.all.isEmpty)
    }

    @Test("An enrolment takes its touches, and leaves its print when it is cut off")
    func enrolment() async throws {
        let chip = ScriptedSensor([ScriptedSensor.reader(onChip: true)])
        func enroll() -> Task<[UInt8]?, Never> {
            Task.immediate { [reader] in
                try? await chip.enroll(.leftThumb, label: nil, user: UserName(rawValue: "a"), on: reader) { _ in }.bytes
            }
        }
        let cutOff = enroll()
        #expect(await chip.unfinishedPrint(on: reader) == nil)
        chip.touch("left thumb")
        let unfinished = try #require(await chip.unfinishedPrint(on: reader))
        chip.unplug()
        #expect(await cutOff.value == nil)
        chip.plugIn()
        #expect(await chip.takeUnfinishedPrints(of: reader).map(\.bytes) == [unfinished.bytes])
        let whole = enroll()
        chip.touch("left thumb")
        chip.touch("left thumb")
        let template = ScriptedSensor.template(of: "left thumb")
        #expect(await whole.value == template.bytes)
        #expect(try await chip.storedPrints(on: reader).map(\.template.bytes) == [template.bytes])
        try await chip.delete(template, on: reader)
        await #expect(throws: SensorError.printNotStored) { try await chip.delete(template, on: reader) }
    }
}
