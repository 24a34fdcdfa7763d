public import GateModel

extension LibfprintSensor {
    public func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        try await enroll(on: reader, report: report) { device in
            FprintPrint(blankFor: device, finger: finger, label: label, user: user)
        }
    }

    /// - Parameter blank: makes the print that the enrolment completes.
    func enroll(
        on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void,
        blank: (FprintDevice) -> FprintPrint
    ) async throws(SensorError) -> Template {
        try await operate(on: reader, needing: nil, progress: ScanProgress(report)) {
            slot, operation throws(SensorError) in
            let blank = blank(slot.device)
            operation.unfinishedPrint = blank
            operation.progress?.wantTouch()
            let result = await self.answer(from: slot, to: operation, unwanted: { self.discardUnwanted($0, slot) }) {
                slot.device.enroll(
                    blank, cancellable: operation.cancellable,
                    report: { self.enrollReported($0, slot, operation) }, completion: $0)
                self.promptUnlessAsked(slot, operation)
            }
            switch result {
            case .success(let print):
                // The reader may have stored the print before the cancellation reached it or this thread.
                let isCancelled = operation.isCancelled || Task.isCancelled
                if !isCancelled, let template = print.template { return template }
                try await self.discard(print, slot, operation)
                throw operation.isEndedForSleep ? .suspended : isCancelled ? .cancelled : .faulted
            case .failure(let error):
                if slot.isRemoved || error.spoilsReader { self.noteUnfinished(blank, slot) }
                throw self.failure(error, on: slot, of: operation)
            case nil:
                self.noteUnfinished(blank, slot)
                throw slot.givenUp
            }
        }
    }

    public func unfinishedPrint(on reader: ReaderID) -> Template? {
        guard let slot = slot(reader), let print = slot.operation?.unfinishedPrint else { return nil }
        return nameOnChip(of: print, slot)
    }

    public func takeUnfinishedPrints(of reader: ReaderID) -> [Template] {
        unfinishedPrints.removeValue(forKey: reader) ?? []
    }

    /// Notes an enrolment that was cut off: if the driver had named the print, the chip may have stored it.
    private func noteUnfinished(_ print: FprintPrint, _ slot: ReaderSlot) {
        if let template = nameOnChip(of: print, slot) { unfinishedPrints[slot.id, default: []].append(template) }
    }

    /// The template that deletes a print from the chip that has it or is about to.
    private func nameOnChip(of print: FprintPrint, _ slot: ReaderSlot) -> Template? {
        guard slot.capabilities.contains(.storageDelete), print.isNamedByDriver else { return nil }
        return print.template
    }

    private func enrollReported(
        _ report: FprintDevice.EnrollReport, _ slot: ReaderSlot, _ operation: ReaderOperation
    ) {
        guard slot.operation === operation, let progress = operation.progress else { return }
        scanTaken(by: slot)
        switch report {
        case .stagePassed(let stage):
            let stages = slot.device.enrollStages
            progress.stagePassed(stage, of: stages)
            guard stage < stages else { return }
        case .poor(let hint):
            progress.scanWasPoor(hint)
        }
        progress.wantTouch()
        // Some drivers keep asking throughout; the others report when they are ready for the next touch.
        if slot.device.fingerStatus.isNeeded { progress.askForTouch() }
        promptUnlessAsked(slot, operation)
    }

    /// Deletes an unwanted print from the reader's storage.
    private func discard(
        _ print: FprintPrint, _ slot: ReaderSlot, _ operation: ReaderOperation
    ) async throws(SensorError) {
        guard slot.capabilities.contains(.storageDelete) else { return }
        switch await answer(from: slot, to: operation, { slot.device.deletePrint(print, completion: $0) }) {
        case .success, .failure(.device(.dataNotFound)): return
        case .failure(let error): throw failure(error, on: slot, of: operation)
        case nil: throw slot.givenUp
        }
    }

    /// Deletes the print of an enrolment that succeeded after its call was given up.
    private func discardUnwanted(_ print: FprintPrint, _ slot: ReaderSlot) {
        guard slot.capabilities.contains(.storageDelete), !slot.isRemoved else { return ended(slot, with: nil) }
        slot.device.deletePrint(print) { result in
            switch result {
            case .success: self.ended(slot, with: nil)
            case .failure(let error): self.ended(slot, with: error)
            }
        }
    }
}
