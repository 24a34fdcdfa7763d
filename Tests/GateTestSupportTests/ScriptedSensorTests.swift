import GateKeystore
import GateModel
import GateTestSupport
import Synchronization
import Testing

/// What an operation reported.
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
    ) -> Task<Result<ScanOutcome, SensorError>, Never> {
        Task.immediate { [sensor, gallery, reader, reports] in
            do throws(SensorError) {
                return .success(
                    try await sensor.identify(gallery, on: reader, once: mayArm) { reports.add($0) })
            } catch {
                return .failure(error)
            }
        }
    }

    @Test("a finger is a match or none, and is told before the call returns")
    func judged() async {
        let first = scan()
        #expect(sensor.readers().map(\.state) == [.busy])
        sensor.poor()
        #expect(sensor.touch("right index"))
        #expect(await first.value == .success(.matched(PrintID(rawValue: "1"))))
        #expect(sensor.readers().map(\.state) == [.ready])
        #expect(
            reports.all == [
                .waitingForFinger, .retry(.poorScan), .waitingForFinger, .fingerPresent,
                .judged(.matched(PrintID(rawValue: "1"))),
            ])
        #expect(!sensor.touch("right index"))
        let second = scan()
        sensor.touch("left thumb")
        #expect(await second.value == .success(.noMatch))
    }

    @Test("a reader is one operation's, and that ends with its task, its reader or a fault")
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

    @Test("an operation that is cancelled while its reader opens wants no finger")
    func cancelledEarly() async {
        sensor.opening.hold()
        let operation = scan()
        #expect(!sensor.wantsFinger())
        operation.cancel()
        sensor.opening.release()
        #expect(await operation.value == .failure(.cancelled))
        #expect(reports.all.isEmpty)
    }

    @Test("an enrolment takes its touches, and leaves what was cut off")
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

@Suite("The manual clock")
struct ManualClockTests {
    @Test("timers ring in their order, at their own time, and not while the machine sleeps")
    func rings() {
        let clock = ManualClock()
        let start = clock.now
        let rung = Mutex<[String]>([])
        let note: @Sendable (String) -> @Sendable () -> Void = { name in
            { rung.withLock { $0.append("\(name) \((clock.now.sinceBoot - start.sinceBoot).secondsRoundedUp)") } }
        }
        _ = clock.timer(after: .seconds(3), note("late"))
        let cancelled = clock.timer(after: .seconds(1), note("cancelled"))
        _ = clock.timer(after: .seconds(2)) {
            note("early")()
            _ = clock.timer(after: .seconds(1), note("next"))
        }
        clock.cancel(cancelled)
        clock.sleep(for: .seconds(10))
        #expect(rung.withLock { $0 } == [])
        clock.advance(by: .seconds(5))
        #expect(rung.withLock { $0 } == ["early 12", "late 13", "next 13"])
        #expect(clock.now.wall.since(start.wall) == .seconds(15))
        clock.reboot()
        #expect(clock.now.boot != start.boot && clock.timers == 0)
    }
}

@Suite("The scripted disk")
@MainActor
struct ScriptedDiskTests {
    private let user = User(id: UserID(rawValue: 1000), name: UserName(rawValue: "alice"))

    @Test("a change that fails changes nothing, unless it is to stand, and then there is doubt")
    func faults() async throws {
        let keystore = MemoryKeystore()
        keystore.disk.failWrites()
        keystore.disk.failWrites(with: .storageFailed(detail: "full"), changeStands: true)
        await #expect(throws: KeystoreError.self) { try await keystore.savePolicy([1], of: user) }
        #expect(try await keystore.state(of: user).policy == nil)
        #expect(!keystore.takeDoubt())
        await #expect(throws: KeystoreError.storageFailed(detail: "full")) {
            try await keystore.savePolicy([2], of: user)
        }
        #expect(try await keystore.state(of: user).policy == [2])
        #expect(keystore.takeDoubt() && !keystore.takeDoubt())
        try await keystore.savePolicy([3], of: user)
    }

    @Test("calls that are held are made in the order in which they came")
    func held() async throws {
        let ledger = MemoryScanLedger(found: [user.id: 1])
        ledger.disk.writes.hold()
        let calls = (0..<2).map { _ in Task.immediate { try await ledger.arm(user.id) } }
        #expect(ledger.disk.writes.waiting == 2 && ledger.pending == [user.id: 1])
        ledger.disk.writes.releaseFirst()
        let ticket = try await calls[0].value
        #expect(ledger.pending == [user.id: 2])
        ledger.disk.writes.release()
        _ = try await calls[1].value
        try await ledger.settle(ticket)
        try await ledger.clearFound()
        #expect(ledger.pending == [user.id: 1])
        try await ledger.forget(user.id)
        #expect(ledger.pending == [:])
    }
}
