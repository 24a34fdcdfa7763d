public import GateModel

extension LibfprintSensor {
    /// The end of a libfprint scan, for its call.
    private enum Scan {
        case judged
        case poor
        case failed(FprintError)
    }

    /// The delay after which the touch is requested for a driver that may not do so itself.
    private static let promptDelay = Duration.milliseconds(500)

    public func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        try await operate(on: reader, needing: .identify, progress: ScanProgress(report)) {
            slot, operation throws(SensorError) in
            var prints: [FprintPrint] = []
            for print in gallery { prints.append(try self.print(print.template, for: slot)) }
            try await self.waitToArm(slot, for: operation, mayArm)
            try await self.scan(gallery, on: slot, for: operation) { report, completion in
                slot.device.identify(
                    prints, cancellable: operation.cancellable, report: report, completion: completion)
            }
        }
    }

    public func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        try await operate(on: reader, needing: .verify, progress: ScanProgress(report)) {
            slot, operation throws(SensorError) in
            let stored = try self.print(print.template, for: slot)
            try await self.waitToArm(slot, for: operation, mayArm)
            try await self.scan([print], on: slot, for: operation) { report, completion in
                slot.device.verify(
                    stored, cancellable: operation.cancellable, report: report, completion: completion)
            }
        }
    }

    /// Converts a template into a print that libfprint can compare on this reader.
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

    /// Repeats a libfprint scan until one is good enough to judge.
    private func scan(
        _ gallery: [GalleryPrint], on slot: ReaderSlot, for operation: ReaderOperation,
        _ start: (@escaping (FprintDevice.MatchReport) -> Void, @escaping FprintDevice.Completion<Void>) -> Void
    ) async throws(SensorError) {
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
            case .judged: return
            case .poor: try checkMayGoOn(slot, operation)
            case .failed(let error):
                // Trusted only if the reader repeats it after reopening.
                if error == .device(.dataNotFound) { slot.isSpoiled = true }
                throw failure(error, on: slot, of: operation)
            case nil: throw slot.givenUp
            }
        }
    }

    /// The reader judged the scan: the call has its end, though the finger is still there.
    private func judged(
        _ outcome: ScanOutcome, _ slot: ReaderSlot, _ operation: ReaderOperation, _ answer: AwaitedResult<Scan>
    ) {
        guard answer.give(.judged) else { return }
        slot.hotSince = nil
        finish(slot, operation)
        operation.progress?.judged(outcome)
        publish(slot)
    }

    /// Handles the end of libfprint's operation: tells the call, unless it has its end or gave up.
    private func scanEnded(_ scan: Scan, _ error: FprintError?, _ slot: ReaderSlot, _ answer: AwaitedResult<Scan>) {
        if !answer.give(scan) { ended(slot, with: error) }
    }

    /// Requests the touch for a driver that does not: at once if that is known, else after a delay.
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

    /// A scan was taken: a driver that has not requested the touch by now never does.
    func scanTaken(by slot: ReaderSlot) {
        if slot.asksForTouch == nil { slot.asksForTouch = false }
    }

    private func prompt(_ number: UInt64) {
        slot(ofOperation: number)?.operation?.progress?.askForTouch()
    }
}
