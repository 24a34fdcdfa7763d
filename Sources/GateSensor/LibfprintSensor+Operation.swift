internal import GateModel
internal import GateSystem

extension LibfprintSensor {
    /// The longest time for a reader to end a cancelled operation, or to close.
    static let patience = Duration.seconds(5)
    /// The time that libfprint's thermal model takes from the hot threshold until it allows an operation again (idle
    /// time constant 540 s, active 180 s).
    private static let coolingTime = Duration.seconds(205)

    /// Runs `body` on an open reader without other users, and releases the reader afterwards.
    ///
    /// - Parameters:
    ///   - capability: a capability that the reader needs; throws `notSupported` without it.
    ///   - onlyOpens: whether `body` uses the reader no further.
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
            // Called on any thread; libfprint must be cancelled on the sensor's.
            Task(executorPreference: executor) { await self.cancel(number) }
        }
        leave(slot, operation, failure: result.failure)
        return try result.get()
    }

    /// Waits until the reader is free, and takes it; throws if another call has it.
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
                // libfprint has yet to resume it.
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

    /// Returns when the reader's occupancy has changed after `count` changes, or, if `isCancellable`, on cancellation.
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
            // On the actor, but other jobs may have run before: a change or stopWaiting can precede the waiter.
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
            // Not cancellable: drivers can stop a scan, but not an open half done.
            switch await answer(from: slot, to: operation, { slot.device.open(completion: $0) }) {
            // Wakes `hold`, which waits only for the opening.
            case .success: slot.occupancyChanged()
            case .failure(let error):
                // A reader unplugged while libfprint probed it stays in libfprint's list forever.
                if error == .noUSBDevice { removed(slot.number) }
                throw SensorError(opening: error, coolingTime: coolingTime(of: slot, after: error))
            case nil: throw slot.givenUp
            }
        }
        try checkMayGoOn(slot, operation)
    }

    /// Throws unless the call still wants the reader, and may have it, after a wait.
    func checkMayGoOn(_ slot: ReaderSlot, _ operation: ReaderOperation) throws(SensorError) {
        if slot.isRemoved { throw .disconnected }
        if operation.isEndedForSleep || isSuspended { throw .suspended }
        if operation.isCancelled || Task.isCancelled { throw .cancelled }
    }

    /// Waits for one libfprint call; nil if the wait was given up.
    ///
    /// - Parameter unwanted: handles a success that comes after that; it vacates the reader.
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

    /// Translates a failed libfprint call for its caller, and notes its effect on the reader.
    func failure(_ error: FprintError, on slot: ReaderSlot, of operation: ReaderOperation) -> SensorError {
        if error.spoilsReader { slot.isSpoiled = true }
        if slot.isRemoved { return .disconnected }
        if error == .cancelled {
            return operation.isEndedForSleep ? .suspended : operation.isCancelled ? .cancelled : .faulted
        }
        return SensorError(error, isSuspended: isSuspended, coolingTime: coolingTime(of: slot, after: error))
    }

    /// The time that an overheated reader still needs, counted from when it became hot.
    private func coolingTime(of slot: ReaderSlot, after error: FprintError) -> Duration {
        guard error == .device(.tooHot) else { return .zero }
        let now = SuspendingClock.now
        // libfprint's model signalled since when it is hot. A driver that knows by itself reports it each time that it
        // stops.
        let since = slot.device.isHot ? slot.hotSince ?? now : now
        slot.hotSince = since
        return max(.seconds(1), Self.coolingTime - (now - since))
    }

    /// Ends a call. If libfprint's operation still runs, its completion frees the reader.
    private func leave(_ slot: ReaderSlot, _ operation: ReaderOperation, failure: SensorError?) {
        operation.patience?.cancel()
        guard slot.operation === operation else { return }
        if let failure { setCondition(Reader.State(after: failure), of: slot) }
        vacate(slot)
    }

    /// Handles the end of a libfprint operation without a waiting call.
    func ended(_ slot: ReaderSlot, with error: FprintError?) {
        if error?.spoilsReader == true { slot.isSpoiled = true }
        if case .unanswered = slot.occupancy { setCondition(nil, of: slot) }
        vacate(slot)
    }

    /// Frees a reader on which nothing runs; closes it now, later or not at all.
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

    /// Closes the reader at the end of the burst.
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

    /// Closes a free reader, which is closed whatever libfprint answers (`REMOVED` is usual after unplugging). Until it
    /// answers, the reader counts as faulted after a while.
    ///
    /// - Parameter completion: takes libfprint's answer.
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

    /// Waits for the finger to lift after the call's result. If it stays, the scan is cancelled after a while; a reader
    /// that does not end even then is given up.
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

    /// Cancels a call, unless it has returned.
    func cancel(_ number: UInt64) {
        guard let operation = slot(ofOperation: number)?.operation, !operation.isCancelled else { return }
        operation.cancellable.cancel()
        operation.patience = timeout(after: Self.patience) { $0.abandon(number) }
    }

    /// Ends the wait of a call whose reader does not answer; a call that does not wait goes on.
    func abandon(_ number: UInt64) {
        guard let slot = slot(ofOperation: number), slot.operation?.abandonAnswer?() == true else { return }
        giveUp(slot)
    }

    /// Calls `body` as a job after the delay: the timer itself may fire in the middle of another job.
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
    /// The reader's state after a failed call; nil if the failure is not the reader's.
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
