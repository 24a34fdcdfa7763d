import GateModel
import GateSensor
import VirtualReaders

/// A reader, and the results of the steps so far.
final class StepSession {
    private let reader: Reader
    private let sensor: LibfprintSensor
    /// The finger that touches whenever one is wanted; nil if a person does that.
    private let finger: VirtualTouch?
    private var touches = 0
    /// Only the newest.
    private var enrolled: GalleryPrint?
    private var listed: [GalleryPrint] = []

    private var gallery: [GalleryPrint] { enrolled.map { [$0] } ?? listed }

    init(on reader: Reader, of sensor: LibfprintSensor, touchedBy finger: VirtualTouch?) {
        self.reader = reader
        self.sensor = sensor
        self.finger = finger
    }

    /// Returns the message of a success; throws `SensorError`, `StepFailure` or a virtual reader's error.
    func run(_ step: Step) async throws -> String {
        switch step {
        case .open:
            try await sensor.open(reader.id)
            return "done"
        case .clear:
            try await finger?.proceed(on: reader, of: sensor)
            try await sensor.clearStorage(of: reader.id)
            return "done"
        case .enroll: return try await enroll()
        case .list: return try await list()
        case .verify: return try await match(verification())
        case .identify: return try await match(identification())
        case .cancel: return try await cancel()
        case .delete: return try await delete()
        case .capture: return try await capture()
        case .close:
            try await sensor.close(reader.id)
            return "done"
        }
    }

    // MARK: Scans

    private typealias Report = @Sendable (ScanEvent) -> Void
    private typealias Scan = @Sendable (@escaping Report) async throws -> ScanOutcome

    private func verification() throws -> Scan {
        guard let print = gallery.last else { throw StepFailure.noPrint }
        return { [sensor, reader] in try await sensor.outcome(verifying: print, on: reader.id, report: $0) }
    }

    private func identification() throws -> Scan {
        if gallery.isEmpty { throw StepFailure.noPrint }
        return { [sensor, reader, gallery] in try await sensor.outcome(identifying: gallery, on: reader.id, report: $0)
        }
    }

    private func match(_ scan: Scan) async throws -> String {
        let (outcome, poorScans) = try await touched(scan)
        guard case .matched = outcome else { throw StepFailure.noMatch }
        return "matched\(poorScans)"
    }

    private func enroll() async throws -> String {
        let (template, poorScans) = try await touched { [sensor, reader] in
            try await sensor.enrollUnnamed(on: reader.id, report: $0)
        }
        enrolled = print(template, number: 0)
        return "a print of \(template.bytes.count) bytes\(poorScans)"
    }

    private func capture() async throws -> String {
        let (image, poorScans) = try await touched { [sensor, reader] in
            try await sensor.capture(on: reader.id, report: $0)
        }
        return "\(image.width) by \(image.height) pixels\(poorScans)"
    }

    /// Arms the reader, and withdraws as soon as it wants a finger.
    private func cancel() async throws -> String {
        let scan = try reader.capabilities.contains(.identify) ? identification() : verification()
        let (events, report) = AsyncStream.makeStream(of: ScanEvent.self)
        let armed = Task {
            defer { report.finish() }
            return try await scan { report.yield($0) }
        }
        for await event in events where event == .waitingForFinger { armed.cancel() }
        do {
            throw StepFailure.notCancelled(try await armed.value)
        } catch SensorError.cancelled {
            return "done"
        }
    }

    /// Runs an operation that wants fingers, puts one on each time, and reports how many scans were too poor.
    private func touched<Value: Sendable>(
        _ body: @Sendable (@escaping Report) async throws -> Value
    ) async throws -> (Value, String) {
        let (events, report) = AsyncStream.makeStream(of: ScanEvent.self)
        // Off the sensor's thread, which sends the reports, because the virtual drivers listen there.
        let counting = Task { [finger, touches] in
            var (wanted, poor) = (0, 0)
            for await event in events {
                switch event {
                case .waitingForFinger:
                    try finger?.press(touches + wanted)
                    wanted += 1
                case .retry: poor += 1
                case .fingerPresent, .fingerLifted, .stagePassed, .judged: break
                }
            }
            return (wanted, poor)
        }
        defer { report.finish() }
        let value = try await body { report.yield($0) }
        report.finish()
        let (wanted, poor) = try await counting.value
        touches += wanted
        return (value, poor == 0 ? "" : ", poor scans: \(poor)")
    }

    // MARK: Storage

    private func list() async throws -> String {
        try await finger?.proceed(on: reader, of: sensor)
        listed = try await sensor.storedPrints(on: reader.id).enumerated().map { print($1.template, number: $0) }
        let count = listed.count == 1 ? "1 print" : "\(listed.count) prints"
        guard let enrolled else { return count }
        for print in listed where await sensor.isSamePrint(print.template, enrolled.template) {
            return "\(count), the enrolled one among them"
        }
        return "\(count), the enrolled one not among them"
    }

    private func delete() async throws -> String {
        guard let print = gallery.last else { throw StepFailure.noPrint }
        try await finger?.proceed(on: reader, of: sensor)
        try await sensor.delete(print.template, on: reader.id)
        if enrolled == nil { listed.removeLast() }
        enrolled = nil
        return "done"
    }

    /// The finger does not matter: a template has its own.
    private func print(_ template: Template, number: Int) -> GalleryPrint {
        GalleryPrint(id: PrintID(rawValue: "\(number)"), finger: .rightIndex, template: template)
    }
}
