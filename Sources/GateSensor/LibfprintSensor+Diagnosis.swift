package import GateModel

/// Single steps for a tool that tests a reader; the daemon never calls them, and its interface returns no image.
extension LibfprintSensor {
    /// Opens the reader, unless it is open, and keeps it open for the rest of the burst.
    package func open(_ reader: ReaderID) async throws(SensorError) {
        try await operate(on: reader, needing: nil) { _, _ throws(SensorError) in }
    }

    /// Closes the reader once it is free; does nothing if it is closed.
    ///
    /// - Throws: libfprint's error; the reader is closed nevertheless.
    package func close(_ reader: ReaderID) async throws(SensorError) {
        guard let slot = slot(reader) else { throw .readerNotFound }
        while !slot.isFree {
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: true)
            if Task.isCancelled { throw .cancelled }
        }
        guard slot.device.isOpen else { return }
        // Not an operation of a call, so it cannot be cancelled.
        let operation = ReaderOperation(number: nextNumber(), progress: nil)
        let result = await answer(from: slot, to: operation) { self.close(slot, completion: $0) }
        if case .failure(let error)? = result {
            throw SensorError(error, isSuspended: isSuspended, coolingTime: .zero)
        }
    }

    /// Captures one image on a reader that gives images; reports poor scans and scans again.
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

    /// Enrols a print without finger, user and date. Many drivers build the chip's name of a print from these, and
    /// recorded traffic holds a print without them.
    package func enrollUnnamed(
        on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        try await enroll(on: reader, report: report) { FprintPrint(blankFor: $0) }
    }
}
