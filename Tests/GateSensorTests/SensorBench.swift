import GateModel
import GateSensor
import Testing
import VirtualReaders

/// A sensor with one virtual reader of each kind. The emulation's environment belongs to the process, so tests with a
/// bench run one after the other.
struct SensorBench {
    /// A process has only one, which other tests may need after this.
    static let executor = MainContextExecutor()

    let sensor: LibfprintSensor
    private let virtual: VirtualReaderBench

    /// A burst longer than any test, so that closing never depends on time.
    init(
        _ readers: [VirtualReader.Kind] = VirtualReader.Kind.allCases, allowVirtual: Bool = true,
        burst: Duration = .seconds(600), lifting: Duration = .seconds(600)
    ) async throws {
        virtual = try #require(VirtualReaderBench(readers))
        virtual.install()
        sensor = await LibfprintSensor(
            .init(allowVirtual: allowVirtual, burst: burst, lifting: lifting), on: Self.executor)
    }

    /// Runs `body` on a bench and stops its sensor.
    static func with(
        _ readers: [VirtualReader.Kind] = VirtualReader.Kind.allCases, burst: Duration = .seconds(600),
        lifting: Duration = .seconds(600),
        _ body: (SensorBench) async throws -> Void
    ) async throws {
        let bench = try await SensorBench(readers, burst: burst, lifting: lifting)
        do {
            try await body(bench)
        } catch {
            await bench.sensor.stop()
            throw error
        }
        await bench.sensor.stop()
    }

    func reader(_ kind: VirtualReader.Kind) throws -> VirtualReader { try #require(virtual.reader(kind)) }

    func id(_ kind: VirtualReader.Kind) -> ReaderID {
        switch kind {
        case .device: ReaderID(rawValue: "virtual_device-0")
        case .storage: ReaderID(rawValue: "virtual_device_storage-0")
        case .unlisted: ReaderID(rawValue: "virtual_device_storage-1")
        case .image: ReaderID(rawValue: "virtual_image-0")
        }
    }

    func state(_ kind: VirtualReader.Kind) async -> Reader.State? {
        // Everything that the sensor thread had accepted is done afterwards.
        await sensor.ping()
        return sensor.readers().first { $0.id == id(kind) }?.state
    }

    /// Enrols a finger in as many touches as needed.
    func enroll(
        _ finger: String, as name: Finger = .rightIndex, on kind: VirtualReader.Kind
    ) async throws -> GalleryPrint {
        let log = ScanLog()
        let template = start {
            try await sensor.enroll(
                name, label: nil, user: UserName(rawValue: "alice"), on: id(kind), report: log.report)
        }
        for await event in log.events {
            if event == .waitingForFinger { try reader(kind).send(.scan(finger)) }
            if case .stagePassed(let stage, of: let stages) = event, stage == stages { break }
        }
        return GalleryPrint(id: PrintID(rawValue: finger), finger: name, template: try await template.value)
    }

    /// A scan that waits for its finger.
    func identify(_ gallery: [GalleryPrint], on kind: VirtualReader.Kind, _ log: ScanLog) -> Task<
        ScanOutcome, any Error
    > {
        start { try await sensor.outcome(identifying: gallery, on: id(kind), report: log.report) }
    }

    func verify(_ print: GalleryPrint, on kind: VirtualReader.Kind, _ log: ScanLog) -> Task<ScanOutcome, any Error> {
        start { try await sensor.outcome(verifying: print, on: id(kind), report: log.report) }
    }

    private func start<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        Task { try await body() }
    }
}

/// A scan's reports, awaited one by one.
final class ScanLog: Sendable {
    let events: AsyncStream<ScanEvent>
    private let continuation: AsyncStream<ScanEvent>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Leaves out the outcome, which the scan's task returns.
    var report: @Sendable (ScanEvent) -> Void {
        { [continuation] in
            if case .judged = $0 { return }
            continuation.yield($0)
        }
    }

    /// The next `count` events.
    func next(_ count: Int) async -> [ScanEvent] {
        var seen: [ScanEvent] = []
        for await event in events {
            seen.append(event)
            if seen.count == count { break }
        }
        return seen
    }

    /// The reports that no test awaited; nothing follows.
    func rest() async -> [ScanEvent] {
        continuation.finish()
        return await events.reduce(into: []) { $0.append($1) }
    }
}
