internal import GateModel
internal import GateSystem

extension LibfprintSensor {
    /// How long a reader may take to end an operation that was cancelled, or to close.
    static let patience = Duration.seconds(5)
    /// What libfprint's thermal model makes a reader wait that has run hot: from the hot threshold to where it lets an
    /// operation begin (idle time constant 540 s, active 180 s).
    private static let coolingTime = Duration.seconds(205)

    /// Runs `body` on an open reader that nobody else has, and lets go of the reader afterwards.
    ///
    /// - Parameters:
    ///   - capability: what the reader has to have, for `notSupported` otherwise.
    ///   - onlyOpens: whether `body` asks nothing of the reader.
    func operate<Value: Sendable>(
        on id: ReaderID, needing capability: Reader.Capability?, progress: ScanProgress? = nil, onlyOpens: Bool = false,
        _ body: (ReaderSlot, ReaderOperation) async throws(SensorError) -> Value
    ) async throws(SensorError) -> Value {
        let (slot, operation) = try await admit(to: id, needing: capability, progress, onlyOpens)
        let number = operation.number
        let result: Result<Value, SensorError> = await withTaskCancellationHandler {
            do throws(SensorError) {
                try await open(slot, for: operation)
                return .success(try await body(slot, operation))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            // On any thread; libfprint's cancellation belongs on the sensor's.
            Task(executorPreference: executor) { await self.cancel(number) }
        }
        leave(slot, operation, failure: result.failure)
        return try result.get()
    }

    /// Waits until the reader is free, unless somebody's call holds it, and takes it.
    private func admit(
        to id: ReaderID, needing capability: Reader.Capability?, _ progress: ScanProgress?, _ onlyOpens: Bool
    ) async throws(SensorError) -> (ReaderSlot, ReaderOperation) {
        while true {
            if Task.isCancelled { throw .cancelled }
            // Looked up again after every wait: the reader may have been unplugged.
            guard !isStopped, let slot = slot(id) else { throw .readerNotFound }
            if let capability, !slot.capabilities.contains(capability) { throw .notSupported }
            if isSuspended { throw .suspended }
            switch slot.occupancy {
            case .free where slot.isSuspended:
                // libfprint is still about to resume it.
                await occupancyChange(of: slot, after: slot.changeCount, isCancellable: true)
            case .free:
                progress?.tellsLifts = slot.isHeld
                let operation = ReaderOperation(number: nextNumber(), progress: progress, onlyOpens: onlyOpens)
                slot.occupancy = .operating(operation)
                slot.burstEnd?.cancel()
                setCondition(nil, of: slot)
                publish(slot)
                return (slot, operation)
            case .operating(let running) where !running.onlyOpens: throw .busy
            case .unanswered: throw .faulted
            case .operating, .finishing, .closing:
                await occupancyChange(of: slot, after: slot.changeCount, isCancellable: true)
            }
        }
    }

    /// Returns when the reader's occupancy has changed after `count` changes, or, where that ends the wait, on
    /// cancellation.
    func occupancyChange(of slot: ReaderSlot, after count: UInt64, isCancellable: Bool) async {
        let number = nextNumber()
        await withTaskCancellationHandler {
            await self.wait(for: slot, after: count, as: number, isCancellable: isCancellable)
        } onCancel: {
            if isCancellable { Task(executorPreference: executor) { await self.stopWaiting(number) } }
        }
    }

    private func wait(for slot: ReaderSlot, after count: UInt64, as number: UInt64, isCancellable: Bool) async {
        await withCheckedContinuation { continuation in
            // On the actor, but perhaps after other jobs: a change, or stopWaiting, may have come before the waiter.
            self.preconditionIsolated()
            if isCancellable && Task.isCancelled {
                continuation.resume()
            } else {
                slot.wake(ReaderSlot.Waiter(number: number, continuation: continuation), afterChange: count)
            }
        }
    }

    private func stopWaiting(_ number: UInt64) {
        for slot in slots + departed { slot.wakeWaiter(number) }
    }

    private func open(_ slot: ReaderSlot, for operation: ReaderOperation) async throws(SensorError) {
        if !slot.device.isOpen {
            // Not cancellable itself: drivers know how to stop a scan, not how to stop half open.
            switch await answer(from: slot, to: operation, { slot.device.open(completion: $0) }) {
            // Wakes `hold`, which waits for the opening alone.
            case .success: slot.occupancyChanged()
            case .failure(let error):
                // One that was unplugged while libfprint probed it stays in libfprint's list for ever.
                if error == .noUSBDevice { removed(slot.number) }
                throw SensorError(opening: error, coolingTime: coolingTime(of: slot, after: error))
            case nil: throw slot.givenUp
            }
        }
        try checkMayGoOn(slot, operation)
    }

    /// Whether the call still wants the reader, and may have it, after a wait.
    func checkMayGoOn(_ slot: ReaderSlot, _ operation: ReaderOperation) throws(SensorError) {
        if slot.isRemoved { throw .disconnected }
        if operation.isEndedForSleep || isSuspended { throw .suspended }
        if operation.isCancelled || Task.isCancelled { throw .cancelled }
    }

    /// Waits for one libfprint call; nil where the wait was given up.
    ///
    /// - Parameter unwanted: what to do with a success that comes after that; it vacates the reader.
    func answer<Value>(
        from slot: ReaderSlot, to operation: ReaderOperation, unwanted: ((Value) -> Void)? = nil,
        _ start: (@escaping FprintDevice.Completion<Value>) -> Void
    ) async -> Result<Value, FprintError>? {
        let answer = AwaitedResult<Result<Value, FprintError>>()
        operation.abandonAnswer = { answer.give(nil) }
        await withCheckedContinuation { continuation in
            answer.waits(continuation)
            start { result in
                if answer.give(result) { return }
                switch result {
                case .success(let value): unwanted?(value) ?? self.vacate(slot)
                case .failure(let error): self.ended(slot, with: error)
                }
            }
        }
        operation.abandonAnswer = nil
        return answer.value
    }

    /// What a failed libfprint call means to its caller, and leaves behind.
    func failure(_ error: FprintError, on slot: ReaderSlot, of operation: ReaderOperation) -> SensorError {
        if error.spoilsReader { slot.isSpoiled = true }
        if slot.isRemoved { return .disconnected }
        if error == .cancelled {
            return operation.isEndedForSleep ? .suspended : operation.isCancelled ? .cancelled : .faulted
        }
        return SensorError(error, isSuspended: isSuspended, coolingTime: coolingTime(of: slot, after: error))
    }

    /// What a reader that is too hot still needs, counted from when it became so.
    private func coolingTime(of slot: ReaderSlot, after error: FprintError) -> Duration {
        guard error == .device(.tooHot) else { return .zero }
        let now = SuspendingClock.now
        // Where the model has it hot, its signal told since when; else the driver knows by itself, and says so anew
        // each time that it stops.
        let since = slot.device.isHot ? slot.hotSince ?? now : now
        slot.hotSince = since
        return max(.seconds(1), Self.coolingTime - (now - since))
    }

    /// Ends a call; where libfprint's operation has not ended, its completion lets go of the reader.
    private func leave(_ slot: ReaderSlot, _ operation: ReaderOperation, failure: SensorError?) {
        operation.patience?.cancel()
        guard slot.operation === operation else { return }
        if let failure { setCondition(Reader.State(after: failure), of: slot) }
        vacate(slot)
    }

    /// The end of a libfprint operation that no call waits for.
    func ended(_ slot: ReaderSlot, with error: FprintError?) {
        if error?.spoilsReader == true { slot.isSpoiled = true }
        if case .unanswered = slot.occupancy { setCondition(nil, of: slot) }
        vacate(slot)
    }

    /// Nobody has the reader and nothing runs on it: closes it now, later or not.
    func vacate(_ slot: ReaderSlot) {
        slot.overdue?.cancel()
        slot.occupancy = .free
        defer { forgetIfDeparted(slot) }
        if slot.device.isOpen && !slot.isSuspended {
            if slot.isRemoved || isSuspended || isStopped || slot.isSpoiled && !slot.isHeld {
                close(slot)
            } else if !slot.isHeld {
                scheduleClose(slot)
            }
        }
        publish(slot)
    }

    /// Closes the reader when the burst is over.
    func scheduleClose(_ slot: ReaderSlot) {
        slot.burstEnd?.cancel()
        guard let burst = configuration.burst else { return }
        let number = slot.number
        slot.burstEnd = timeout(after: burst) { $0.burstEnded(on: number) }
    }

    private func burstEnded(on number: UInt64) {
        guard let slot = slot(numbered: number), slot.isFree, slot.device.isOpen, !slot.isSuspended, !slot.isHeld else {
            return
        }
        close(slot)
    }

    /// Closes a free reader; whatever libfprint answers, it is closed then (`REMOVED` after unplugging is the rule).
    /// While it does not answer, the reader counts as faulted after a while.
    ///
    /// - Parameter completion: hears that answer.
    func close(_ slot: ReaderSlot, completion: FprintDevice.Completion<Void>? = nil) {
        let (number, closing) = (slot.number, nextNumber())
        slot.occupancy = .closing(closing)
        slot.isSpoiled = false
        slot.burstEnd?.cancel()
        slot.device.close { result in
            slot.overdue?.cancel()
            if case .unanswered = slot.occupancy { self.setCondition(nil, of: slot) }
            slot.occupancy = .free
            self.forgetIfDeparted(slot)
            self.publish(slot)
            completion?(result)
        }
        slot.overdue = timeout(after: Self.patience) { $0.closingIsOverdue(closing, of: number) }
    }

    private func closingIsOverdue(_ closing: UInt64, of number: UInt64) {
        if let slot = slot(numbered: number), case .closing(closing) = slot.occupancy { giveUp(slot) }
    }

    /// The call has its outcome, and the finger is to lift: while it does not, the scan is cancelled after a while, and a
    /// reader that does not end it even then is given up.
    func finish(_ slot: ReaderSlot, _ operation: ReaderOperation) {
        slot.occupancy = .finishing(operation.cancellable)
        let (number, count, lifting) = (slot.number, slot.changeCount, configuration.lifting)
        slot.overdue = timeout(after: lifting) { $0.cancelFinishing(on: number, unchangedAfter: count) }
    }

    func cancelFinishing(on number: UInt64, unchangedAfter count: UInt64) {
        guard let slot = slot(numbered: number), slot.changeCount == count else { return }
        guard case .finishing(let cancellable) = slot.occupancy else { return }
        cancellable.cancel()
        slot.overdue = timeout(after: Self.patience) { $0.liftingIsOverdue(on: number, unchangedAfter: count) }
    }

    private func liftingIsOverdue(on number: UInt64, unchangedAfter count: UInt64) {
        guard let slot = slot(numbered: number), slot.changeCount == count else { return }
        if case .finishing = slot.occupancy { giveUp(slot) }
    }

    /// Cancels a call; does nothing where it has returned.
    func cancel(_ number: UInt64) {
        guard let operation = slot(ofOperation: number)?.operation, !operation.isCancelled else { return }
        operation.cancellable.cancel()
        operation.patience = timeout(after: Self.patience) { $0.abandon(number) }
    }

    /// Ends the call that has a reader which does not answer; one that waits for no answer goes on by itself.
    func abandon(_ number: UInt64) {
        guard let slot = slot(ofOperation: number), slot.operation?.abandonAnswer?() == true else { return }
        giveUp(slot)
    }

    /// Calls `body` as a job of its own when the delay is over: the timeout itself may ring in the middle of one.
    func timeout(
        after delay: Duration, _ body: @escaping @Sendable (isolated LibfprintSensor) -> Void
    ) -> LoopTimer {
        executor.timer(after: delay) { [weak self, executor] in
            Task(executorPreference: executor) {
                if let self { await body(self) }
            }
        }
    }

    /// Gives up a reader that does not answer; it counts as faulted until it does.
    private func giveUp(_ slot: ReaderSlot) {
        setCondition(nil, of: slot)
        slot.condition = .faulted
        slot.occupancy = .unanswered
        publish(slot)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

extension Reader.State {
    /// What a reader says of itself after a call failed on it; nil where that is no matter of the reader's.
    fileprivate init?(after error: SensorError) {
        switch error {
        case .inUse: self = .inUse
        case .overheated: self = .overheated
        case .faulted, .protocolBroken, .driverLost, .unknown: self = .faulted
        case .readerNotFound, .cancelled, .busy, .suspended, .disconnected, .notSupported, .printNotStored,
            .storageFull, .duplicate, .invalidTemplate:
            return nil
        }
    }
}
