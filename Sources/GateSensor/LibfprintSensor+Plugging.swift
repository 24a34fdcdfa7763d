internal import GateModel
internal import GateSystem

/// Readers that are plugged in and out.
extension LibfprintSensor {
    func addNewDevices(of context: FprintContext) {
        for device in context.devices() where !device.isRemoved {
            guard configuration.allowVirtual || !device.isVirtual else { continue }
            if !slots.contains(where: { $0.device.isSameDevice(as: device) }) { add(device) }
        }
    }

    private func add(_ device: FprintDevice) {
        let id = ReaderIdentity(device).readerID(besides: Set(slots.map(\.id)))
        let number = nextNumber()
        let slot = ReaderSlot(number: number, id: id, device: device)
        slots.append(slot)
        device.onFingerStatus { [weak self] in self?.assumeIsolated { $0.fingerStatusChanged(on: number) } }
        device.onFactsChanged { [weak self] in self?.assumeIsolated { $0.factsChanged(of: number) } }
        device.onTemperature { [weak self] in self?.assumeIsolated { $0.temperatureChanged(of: number) } }
        device.onRemoved { [weak self] in self?.assumeIsolated { $0.removed(number) } }
        // A reader plugged in while the machine sleeps is reported as suspended.
        _ = slot.refresh(sensorIsSuspended: isSuspended)
        tell(.added(slot.published))
    }

    /// Handles an unplugged reader: it is not found any more, and its call ends.
    func removed(_ number: UInt64) {
        guard let slot = slots.first(where: { $0.number == number }) else { return }
        slots.removeAll { $0 === slot }
        departed.append(slot)
        slot.isRemoved = true
        slot.burstEnd?.cancel()
        slot.conditionEnd?.cancel()
        tell(.removed(slot.published))
        // Not within libfprint's signal.
        Task(executorPreference: executor) { await self.dismiss(number) }
    }

    /// Ends the work on an unplugged reader and closes it.
    private func dismiss(_ number: UInt64) {
        guard let slot = slot(numbered: number) else { return }
        switch slot.occupancy {
        case .free: vacate(slot)
        case .operating(let operation):
            // The call need not wait for the driver to notice.
            operation.cancellable.cancel()
            abandon(operation.number)
        case .finishing(let cancellable): cancellable.cancel()
        case .unanswered, .closing: break
        }
        // Calls that wait for the reader look it up again and fail.
        slot.occupancyChanged()
    }

    /// Forgets an unplugged reader once nothing runs on it.
    func forgetIfDeparted(_ slot: ReaderSlot) {
        if slot.isRemoved && slot.isFree { departed.removeAll { $0 === slot } }
    }

    private func fingerStatusChanged(on number: UInt64) {
        guard let slot = slot(numbered: number) else { return }
        let status = slot.device.fingerStatus
        if status.isNeeded { slot.asksForTouch = true }
        slot.operation?.progress?.fingerStatusIs(needed: status.isNeeded, present: status.isPresent)
    }

    private func factsChanged(of number: UInt64) {
        if let slot = slot(numbered: number) { publish(slot) }
    }

    private func temperatureChanged(of number: UInt64) {
        guard let slot = slot(numbered: number) else { return }
        if slot.device.isHot {
            slot.hotSince = .now
        } else if slot.hotSince != nil {
            slot.hotSince = nil
            if slot.condition == .overheated {
                setCondition(nil, of: slot)
                publish(slot)
            }
        }
    }
}
