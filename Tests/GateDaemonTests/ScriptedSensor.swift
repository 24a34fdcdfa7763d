import GateModel

/// Readers that do what a test says; one operation a reader at a time, as the real ones.
final class ScriptedSensor: FingerprintSensor, @unchecked Sendable {
    // Unchecked: it stays on the thread of its test, as `ManualLoop` does.

    /// A scan that wants a finger, or has one.
    private struct Armed {
        let gallery: [PrintID]
        let report: @Sendable (ScanEvent) -> Void
        let end: CheckedContinuation<Result<ScanOutcome, SensorError>, Never>
    }

    private var present: [Reader]
    private var armed: [ReaderID: Armed] = [:]
    private var watchers: [AsyncStream<ReaderChange>.Continuation] = []
    /// Operations that were begun and have not ended.
    private(set) var running: Set<ReaderID> = []

    init(_ readers: [Reader]) {
        present = readers
    }

    // MARK: What the test does

    func isArmed(_ reader: ReaderID) -> Bool { armed[reader] != nil }

    func layFinger(on reader: ReaderID) { armed[reader]?.report(.fingerPresent) }

    func scanPoorly(on reader: ReaderID) { armed[reader]?.report(.retry(.notCentered)) }

    /// The finger is judged; a print that is not in the gallery of the scan matches nothing.
    func judge(_ print: PrintID?, on reader: ReaderID) {
        guard let scan = armed[reader] else { return }
        let outcome: ScanOutcome = if let print, scan.gallery.contains(print) { .matched(print) } else { .noMatch }
        scan.report(.judged(outcome))
        end(reader, .success(outcome))
    }

    func fail(_ error: SensorError, on reader: ReaderID) { end(reader, .failure(error)) }

    func unplug(_ reader: ReaderID) {
        guard let gone = present.first(where: { $0.id == reader }) else { return }
        present.removeAll { $0.id == reader }
        for watcher in watchers { watcher.yield(.removed(gone)) }
        end(reader, .failure(.disconnected))
    }

    func plug(_ reader: Reader) {
        guard !present.contains(where: { $0.id == reader.id }) else { return }
        present.append(reader)
        for watcher in watchers { watcher.yield(.added(reader)) }
    }

    private func end(_ reader: ReaderID, _ result: Result<ScanOutcome, SensorError>) {
        armed.removeValue(forKey: reader)?.end.resume(returning: result)
    }

    // MARK: FingerprintSensor

    func readers() -> [Reader] { present }

    func changes() async -> AsyncStream<ReaderChange> {
        let (stream, watcher) = AsyncStream<ReaderChange>.makeStream()
        watchers.append(watcher)
        return stream
    }

    func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        guard present.contains(where: { $0.id == reader }) else { throw .readerNotFound }
        guard running.insert(reader).inserted else { throw .busy }
        defer { running.remove(reader) }
        guard await mayArm() else { throw .cancelled }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (end: CheckedContinuation<Result<ScanOutcome, SensorError>, Never>) in
                guard !Task.isCancelled else { return end.resume(returning: .failure(.cancelled)) }
                guard present.contains(where: { $0.id == reader }) else {
                    return end.resume(returning: .failure(.disconnected))
                }
                armed[reader] = Armed(gallery: gallery.map(\.id), report: report, end: end)
                report(.waitingForFinger)
            }
        } onCancel: {
            self.end(reader, .failure(.cancelled))
        }
        return try result.get()
    }

    func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        try await identify([print], on: reader, once: mayArm, report: report)
    }

    func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        // The touches are taken together: what an enrolment is judged by is its end.
        let outcome = try await identify([], on: reader, once: { true }, report: report)
        guard outcome == .noMatch else { throw .faulted }
        return Template(bytes: Array(finger.rawValue.utf8))
    }

    func unfinishedPrint(on reader: ReaderID) async -> Template? { nil }

    func takeUnfinishedPrints(of reader: ReaderID) async -> [Template] { [] }

    func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint] { throw .notSupported }

    func delete(_ template: Template, on reader: ReaderID) async throws(SensorError) {}

    func clearStorage(of reader: ReaderID) async throws(SensorError) {}

    func isSamePrint(_ one: Template, _ other: Template) async -> Bool { one.bytes == other.bytes }
}
