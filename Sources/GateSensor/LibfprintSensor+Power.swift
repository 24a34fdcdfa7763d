internal import GateModel
internal import GateSystem
internal import Synchronization

extension LibfprintSensor {
    /// How long `stop`, `resume` and, unless it is told otherwise, `suspend` wait for readers that do not end what they
    /// do.
    public static let powerPatience = Duration.seconds(3)

    /// Returns when a job has gone through the sensor thread, for a watchdog.
    public func ping() {}

    /// Whether nothing is lost with the sensor: nothing runs, no reader is open or warm, everything was told that
    /// enrolments may have left in readers' storage, and each reader is found again for certain.
    ///
    /// libfprint talks to readers that match on their chip to find them (`FpDeviceClass.probe`): one that another program
    /// has open at that moment it would ignore for good.
    public func isAtRest() -> Bool {
        unfinishedPrints.isEmpty && departed.isEmpty
            && slots.allSatisfy { slot in
                slot.isFree && !slot.device.isOpen && slot.device.isCold && slot.hotSince == nil
                    && slot.device.matching == .onHost
            }
    }

    /// Prepares the readers for the machine's sleep: what waits for a finger ends with `suspended`, and so does every
    /// call until `resume`; open readers are closed, and libfprint is told (`fp_device_suspend`). Returns when nothing
    /// runs on them, or, where a reader does not answer, when `patience` is over, at once where it is zero or less.
    public func suspend(within patience: Duration = powerPatience) async {
        guard !isSuspended, !isStopped else { return }
        isSuspended = true
        for slot in slots {
            publish(slot)
            switch slot.occupancy {
            case .operating(let operation): operation.endForSleep()
            case .finishing(let cancellable): cancellable.cancel()
            // Closed before it sleeps: libfprint never lets go of one that is unplugged in its sleep while it is open.
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
        // NOT_SUPPORTED is no fault: libfprint counts the device as suspended all the same.
        slot.device.suspend { _ in
            slot.isFallingAsleep = false
            slot.occupancyChanged()
            // It answers when the machine has slept already, and is awake.
            if !self.isSuspended { self.wake(slot) }
        }
    }

    /// Ends `suspend` (`fp_device_resume`). A reader that has yet to answer `suspend` is of use once it has.
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

    /// Cancels what runs, closes the readers, ends the streams of changes and forgets the readers: every later call
    /// throws `readerNotFound`. A reader that does not answer is given 3 s.
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

    /// When waiting for the readers ends.
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

    /// Waits, whoever is cancelled, until the reader's occupancy is as wished.
    private func changes(
        of slot: ReaderSlot, until isAsWished: (ReaderSlot) -> Bool, orPast deadline: Deadline
    ) async {
        while !isAsWished(slot) && !deadline.isPast.load(ordering: .relaxed) {
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: false)
        }
    }
}
