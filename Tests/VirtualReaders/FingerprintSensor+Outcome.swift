public import GateModel
import Synchronization

// Scans that return the outcome that the sensor reports.
extension FingerprintSensor {
    public func outcome(
        identifying gallery: [GalleryPrint], on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void = { _ in }
    ) async throws(SensorError) -> ScanOutcome {
        let outcome = ReportedOutcome(report)
        try await identify(gallery, on: reader, report: outcome.report)
        return try outcome.value()
    }

    public func outcome(
        verifying print: GalleryPrint, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void = { _ in }
    ) async throws(SensorError) -> ScanOutcome {
        let outcome = ReportedOutcome(report)
        try await verify(print, on: reader, report: outcome.report)
        return try outcome.value()
    }
}

/// Keeps the outcome of one scan, and passes its reports on.
private final class ReportedOutcome: Sendable {
    private let outcome = Mutex<ScanOutcome?>(nil)
    private let next: @Sendable (ScanEvent) -> Void

    init(_ next: @escaping @Sendable (ScanEvent) -> Void) {
        self.next = next
    }

    var report: @Sendable (ScanEvent) -> Void {
        { [self] event in
            if case .judged(let judged) = event { outcome.withLock { $0 = judged } }
            next(event)
        }
    }

    /// Throws if a scan returned without a judgement.
    func value() throws(SensorError) -> ScanOutcome {
        guard let outcome = outcome.withLock({ $0 }) else { throw .protocolBroken }
        return outcome
    }
}
