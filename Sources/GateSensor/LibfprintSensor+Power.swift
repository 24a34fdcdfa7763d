internal import GateModel
internal import GateSystem
internal import Synchronization

extension LibfprintSensor {
    /// How long `stop`, `resume` and, by default, `suspend` wait for readers to end their operations.
    public static let powerPatience = Duration.seconds(3)

    /// Returns after one job on the sensor thread, for a watchdog.
    public func ping() {}

    /// Whether the sensor can be dropped without loss: nothing runs, no reader is open or warm, all possible leftovers
    /// of enrolments were reported, and each reader will surely be found again.
    ///
    /// libfprint finds readers that match on their chip by talking to them (`FpDeviceClass.probe`): if another program
    /// has one open then, libfprint ignores it for good.
    public func isAtRest() -> Bool {
        unfinishedPrints.isEmpty && departed.isEmpty
            && slots.allSatisfy { slot in
                slot.isFree && !slot.device.isOpen && slot.device.isCold && slot.hotSince == nil
                    && slot.device.matching == .onHost
            }
    }

    /// Prepares the readers for the machine's sleep: scans end with `suspended`, as does every call until `resume`;
    /// open readers are closed, and libfprint is told (`fp_device_suspend`). Returns when nothing runs on the readers,
    /// or when `patience` is over, which is at once if it is zero or less.
    public func suspend(within patience: Duration = powerPatience) async {
        guard !isSuspended, !isStopped else { return }
        isSuspended = true
        for slot in slots {
            publish(slot)
            switch slot.occupancy {
            case .operating(let operation): operation.endForSleep()
            case .finishing(let cancellable): cancellable.cancel()
            // Closed before it sleeps: libfprint never releases a reader that is unplugged asleep and open.
            case .free: vacate(slot)
            case .unanswered, .closing: break
            }
        }
        let deadline = Deadline()
        let timer = start(deadline, after: patience)
        defer { timer.cancel() }
        for slot in slots {
            await changes(of: slot, until: \.isFree, orPast: deadline)
            guard isSuspended else { return }
            if slot.isRemoved || slot.isSuspended { continue }
            if let operation = slot.operation { abandon(operation.number) }
            fallAsleep(slot)
            await changes(of: slot, until: { !$0.isFallingAsleep }, orPast: deadline)
        }
    }

    private func fallAsleep(_ slot: ReaderSlot) {
        slot.isSuspended = true
        slot.isFallingAsleep = true
        // NOT_SUPPORTED is not a failure: libfprint counts the device as suspended.
        slot.device.suspend { _ in
            slot.isFallingAsleep = false
            slot.occupancyChanged()
            // The answer came after the machine slept and woke.
            if !self.isSuspended { self.wake(slot) }
        }
    }

    /// Ends `suspend` (`fp_device_resume`). A reader that has not answered `suspend` is usable once it does.
    public func resume() async {
        guard isSuspended else { return }
        isSuspended = false
        let deadline = Deadline()
        let timer = start(deadline)
        defer { timer.cancel() }
        for slot in slots where slot.isSuspended && !slot.isFallingAsleep {
            wake(slot)
            await changes(of: slot, until: { !$0.isSuspended }, orPast: deadline)
        }
        for slot in slots { publish(slot) }
    }

    private func wake(_ slot: ReaderSlot) {
        slot.device.resume { _ in
            slot.isSuspended = false
            if slot.isFree { self.vacate(slot) } else { slot.occupancyChanged() }
            if slot.isHeld { self.openAgain(slot) }
        }
    }

    /// Cancels operations, closes and forgets the readers, and ends the streams of changes: every later call throws
    /// `readerNotFound`. Waits 3 s for a reader that does not answer.
    public func stop() async {
        guard !isStopped else { return }
        await resume()
        isStopped = true
        let deadline = Deadline()
        let timer = start(deadline)
        defer { timer.cancel() }
        let everySlot = slots + departed
        for slot in everySlot {
            switch slot.occupancy {
            case .operating(let operation): cancel(operation.number)
            case .finishing(let cancellable): cancellable.cancel()
            case .free: vacate(slot)
            case .unanswered, .closing: break
            }
        }
        for slot in everySlot { await changes(of: slot, until: \.isFree, orPast: deadline) }
        for slot in everySlot {
            if let operation = slot.operation { abandon(operation.number) }
        }
        if everySlot.contains(where: { !$0.isFree || $0.device.isOpen }) { leakContext() }
        forgetEverything()
    }

    /// The end of waiting for the readers.
    private final class Deadline: Sendable {
        let isPast = Atomic(false)
    }

    private func start(_ deadline: Deadline, after patience: Duration = powerPatience) -> LoopTimer {
        timeout(after: patience) { $0.pass(deadline) }
    }

    private func pass(_ deadline: Deadline) {
        deadline.isPast.store(true, ordering: .relaxed)
        for slot in slots + departed { slot.occupancyChanged() }
    }

    /// Waits until the reader's occupancy is as wished, regardless of cancellation.
    private func changes(
        of slot: ReaderSlot, until isAsWished: (ReaderSlot) -> Bool, orPast deadline: Deadline
    ) async {
        while !isAsWished(slot) && !deadline.isPast.load(ordering: .relaxed) {
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: false)
        }
    }
}
