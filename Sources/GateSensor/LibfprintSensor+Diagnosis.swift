package import GateModel

/// Single steps, for a tool that tries a reader out; the daemon has no use for them, and its interface hands out no
/// image.
extension LibfprintSensor {
    /// Opens the reader, unless it is open, and leaves it open for the rest of the burst.
    package func open(_ reader: ReaderID) async throws(SensorError) {
        try await operate(on: reader, needing: nil) { _, _ throws(SensorError) in }
    }

    /// Closes the reader once nobody has it; does nothing where it is closed.
    ///
    /// - Throws: what libfprint answers, though the reader is closed then.
    package func close(_ reader: ReaderID) async throws(SensorError) {
        guard let slot = slot(reader) else { throw .readerNotFound }
        while !slot.isFree {
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: true)
            if Task.isCancelled { throw .cancelled }
        }
        guard slot.device.isOpen else { return }
        // No operation of the reader's: nobody can cancel it.
        let operation = ReaderOperation(number: nextNumber(), progress: nil)
        let result = await answer(from: slot, to: operation) { self.close(slot, completion: $0) }
        if case .failure(let error)? = result {
            throw SensorError(error, isSuspended: isSuspended, coolingTime: .zero)
        }
    }

    /// Takes one image, on a reader that hands them out; poor scans are reported and scanned again.
    package func capture(
        on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> CapturedImage {
        try await operate(on: reader, needing: .capture, progress: ScanProgress(report)) {
            slot, operation throws(SensorError) in
            while true {
                operation.progress?.wantTouch()
                let result = await self.answer(from: slot, to: operation) {
                    slot.device.capture(cancellable: operation.cancellable, completion: $0)
                    self.promptUnlessAsked(slot, operation)
                }
                guard case .failure(.retry(let hint))? = result else {
                    return try self.value(result, slot, operation)
                }
                operation.progress?.scanWasPoor(hint)
                try self.checkMayGoOn(slot, operation)
            }
        }
    }

    /// Enrols a print that names neither finger nor user nor day, from which many drivers make the name that the
    /// chip keeps it under: recorded traffic holds no other.
    package func enrollUnnamed(
        on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        try await enroll(on: reader, report: report) { FprintPrint(blankFor: $0) }
    }
}
