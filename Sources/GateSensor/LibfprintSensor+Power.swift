internal import GateModel

extension LibfprintSensor {
    /// How long `stop`, `suspend` and `resume` wait for a reader that does not end what it does.
    private static let patience = Duration.seconds(3)

    /// Returns when a job has gone through the sensor thread, for a watchdog.
    public func ping() {}

    /// Prepares the readers for the machine's sleep (`fp_device_suspend`): what waits for a finger ends with
    /// `suspended`, and so does every call until `resume`. Returns when nothing runs on them,
    /// or after 3 s where a reader does not answer.
    public func suspend() async {
        guard !isSuspended, !isStopped else { return }
        isSuspended = true
        for slot in slots { publish(slot) }
        let deadline = startDeadline()
        defer { deadline.timer?.cancel() }
        for slot in slots {
            await changes(of: slot, until: { !$0.isOpeningOrClosing }, orPast: deadline)
            guard isSuspended, slot.device.isOpen, !slot.isSuspended else { continue }
            slot.isSuspended = true
            slot.burstEnd?.cancel()
            // NOT_SUPPORTED is no fault: libfprint has cancelled what ran, and counts the device as suspended.
            await completion { slot.device.suspend(completion: $0) }
        }
    }

    /// Ends `suspend` (`fp_device_resume`).
    public func resume() async {
        guard isSuspended else { return }
        for slot in slots where slot.isSuspended {
            await completion { slot.device.resume(completion: $0) }
            slot.isSuspended = false
        }
        isSuspended = false
        for slot in slots {
            if slot.isFree && slot.device.isOpen { scheduleClose(slot) }
            publish(slot)
        }
    }

    /// Cancels what runs, closes the readers, ends the streams of changes and forgets the readers: every later call
    /// throws `readerNotFound`. A reader that does not answer is given 3 s.
    public func stop() async {
        guard !isStopped else { return }
        await resume()
        isStopped = true
        let deadline = startDeadline()
        defer { deadline.timer?.cancel() }
        for slot in slots {
            switch slot.occupancy {
            case .operating(let operation): cancel(operation.number)
            case .finishing(let cancellable): cancellable.cancel()
            case .free: settle(slot)
            case .unanswered, .closing: break
            }
        }
        for slot in slots { await changes(of: slot, until: \.isFree, orPast: deadline) }
        for slot in slots {
            if let operation = slot.operation { abandon(operation.number) }
        }
        forgetEverything()
    }

    /// When waiting for the readers ends.
    private final class Deadline {
        var isPast = false
        var timer: Task<Void, Never>?
    }

    private func startDeadline() -> Deadline {
        let deadline = Deadline()
        deadline.timer = Task {
            try? await Task.sleep(for: Self.patience)
            self.pass(deadline)
        }
        return deadline
    }

    private func pass(_ deadline: Deadline) {
        deadline.isPast = true
        for slot in slots { slot.occupancyChanged() }
    }

    /// Waits, whoever is cancelled, until the reader's occupancy is as wished.
    private func changes(
        of slot: ReaderSlot, until isAsWished: (ReaderSlot) -> Bool, orPast deadline: Deadline
    ) async {
        while !isAsWished(slot) && !deadline.isPast {
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: false)
        }
    }

    /// Waits for a libfprint call whose result decides nothing, but not longer than the machine waits to sleep.
    private func completion(_ start: (@escaping FprintDevice.Completion<Void>) -> Void) async {
        let answer = Answer<Void>()
        var deadline: Task<Void, Never>?
        await withCheckedContinuation { continuation in
            answer.waits(continuation)
            start { _ in answer.give(()) }
            deadline = Task {
                try? await Task.sleep(for: Self.patience)
                self.giveUp(answer)
            }
        }
        deadline?.cancel()
    }

    private func giveUp(_ answer: Answer<Void>) {
        answer.give(nil)
    }
}

extension ReaderSlot {
    /// Whether suspending has to wait: libfprint suspends open devices only.
    fileprivate var isOpeningOrClosing: Bool {
        switch occupancy {
        case .operating: !device.isOpen
        case .closing: true
        case .free, .finishing, .unanswered: false
        }
    }
}
