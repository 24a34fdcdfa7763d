public import GateModel
internal import GateSystem

extension LibfprintSensor {
    /// How a libfprint scan ended for the call that waits for it.
    private enum Scan {
        case judged(ScanOutcome)
        case poor
        case failed(FprintError)
    }

    /// How long a driver of unknown habits may take to ask for a finger before the touch is asked for without it.
    private static let promptDelay = Duration.milliseconds(500)

    public func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        try await operate(on: reader, needing: .identify, progress: ScanProgress(report)) {
            slot, operation throws(SensorError) in
            var prints: [FprintPrint] = []
            for print in gallery { prints.append(try self.print(print.template, for: slot)) }
            try await self.waitToArm(slot, for: operation, mayArm)
            return try await self.scan(gallery, on: slot, for: operation) { report, completion in
                slot.device.identify(
                    prints, cancellable: operation.cancellable, report: report, completion: completion)
            }
        }
    }

    public func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        try await operate(on: reader, needing: .verify, progress: ScanProgress(report)) {
            slot, operation throws(SensorError) in
            let stored = try self.print(print.template, for: slot)
            try await self.waitToArm(slot, for: operation, mayArm)
            return try await self.scan([print], on: slot, for: operation) { report, completion in
                slot.device.verify(
                    stored, cancellable: operation.cancellable, report: report, completion: completion)
            }
        }
    }

    /// A template as libfprint compares it on this reader.
    func print(_ template: Template, for slot: ReaderSlot) throws(SensorError) -> FprintPrint {
        guard let print = FprintPrint(template), print.isCompatible(with: slot.device) else { throw .invalidTemplate }
        return print
    }

    private func waitToArm(
        _ slot: ReaderSlot, for operation: ReaderOperation, _ mayArm: @Sendable () async -> Bool
    ) async throws(SensorError) {
        guard await mayArm() else { throw .cancelled }
        try checkMayGoOn(slot, operation)
    }

    /// Starts a libfprint scan again and again until one is good enough to judge.
    private func scan(
        _ gallery: [GalleryPrint], on slot: ReaderSlot, for operation: ReaderOperation,
        _ start: (@escaping (FprintDevice.MatchReport) -> Void, @escaping FprintDevice.Completion<Void>) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        while true {
            let answer = AwaitedResult<Scan>()
            operation.abandonAnswer = { answer.give(nil) }
            await withCheckedContinuation { continuation in
                answer.waits(continuation)
                operation.progress?.wantTouch()
                slot.foreignPrint = nil
                var isPoor = false
                start(
                    { report in
                        self.scanTaken(by: slot)
                        switch report {
                        case .matched(let index): self.judged(.matched(gallery[index].id), slot, operation, answer)
                        case .noMatch: self.judged(.noMatch, slot, operation, answer)
                        case .foreign(let print):
                            slot.foreignPrint = print
                            self.judged(.foreign, slot, operation, answer)
                        case .poor(let hint):
                            isPoor = true
                            operation.progress?.scanWasPoor(hint)
                        }
                    },
                    { result in
                        switch result {
                        case .success: self.scanEnded(.failed(.device(.general)), nil, slot, answer)
                        case .failure(.retry(let hint)):
                            if !isPoor { operation.progress?.scanWasPoor(hint) }
                            self.scanEnded(.poor, nil, slot, answer)
                        case .failure(let error): self.scanEnded(.failed(error), error, slot, answer)
                        }
                    })
                promptUnlessAsked(slot, operation)
            }
            operation.abandonAnswer = nil
            switch answer.value {
            case .judged(let outcome): return outcome
            case .poor: try checkMayGoOn(slot, operation)
            case .failed(let error):
                // Only a reader that says so once more after it was opened anew is believed.
                if error == .device(.dataNotFound) { slot.isSpoiled = true }
                throw failure(error, on: slot, of: operation)
            case nil: throw slot.givenUp
            }
        }
    }

    /// The reader reported how the scan was judged: the call has its outcome, though the finger still lies there.
    private func judged(
        _ outcome: ScanOutcome, _ slot: ReaderSlot, _ operation: ReaderOperation, _ answer: AwaitedResult<Scan>
    ) {
        guard answer.give(.judged(outcome)) else { return }
        slot.hotSince = nil
        finish(slot, operation)
        operation.progress?.judged(outcome)
        publish(slot)
    }

    /// libfprint's operation ended: the call hears of it unless it has its outcome or gave up.
    private func scanEnded(_ scan: Scan, _ error: FprintError?, _ slot: ReaderSlot, _ answer: AwaitedResult<Scan>) {
        if !answer.give(scan) { ended(slot, with: error) }
    }

    /// Asks for the touch in the place of a driver that does not: at once where that is known, else after a while.
    func promptUnlessAsked(_ slot: ReaderSlot, _ operation: ReaderOperation) {
        guard let progress = operation.progress, progress.isTouchWanted else { return }
        switch slot.asksForTouch {
        case true?: return
        case false?: progress.askForTouch()
        case nil:
            let number = operation.number
            operation.prompt = executor.timer(after: Self.promptDelay) { [weak self] in
                self?.assumeIsolated { $0.prompt(number) }
            }
        }
    }

    /// The reader took a scan: by now its driver has asked for the touch, if ever it does.
    func scanTaken(by slot: ReaderSlot) {
        if slot.asksForTouch == nil { slot.asksForTouch = false }
    }

    private func prompt(_ number: UInt64) {
        slot(ofOperation: number)?.operation?.progress?.askForTouch()
    }
}
