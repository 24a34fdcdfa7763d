// Readers that stay open between operations, and scans that outlast their judgement.
public import GateModel
internal import GateSystem

extension LibfprintSensor {
    public func hold(_ reader: ReaderID) async throws(SensorError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            guard !isStopped, let slot = slot(reader) else { throw .readerNotFound }
            if isSuspended { throw .suspended }
            switch slot.occupancy {
            case .operating, .finishing:
                guard !slot.device.isOpen else { return hold(slot) }
            case .free where !slot.isSuspended:
                try await operate(on: reader, needing: nil, onlyOpens: true) { slot, _ in self.hold(slot) }
                return
            case .free, .closing: break
            case .unanswered: throw .faulted
            }
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: true)
        }
    }

    private func hold(_ slot: ReaderSlot) {
        slot.isHeld = true
        slot.burstEnd?.cancel()
    }

    public func letGo(of reader: ReaderID) async throws(SensorError) {
        guard let slot = slot(reader) else { throw .disconnected }
        slot.isHeld = false
        guard slot.isFree, slot.device.isOpen, !slot.isSuspended else { return }
        let error: FprintError? = await withCheckedContinuation { continuation in
            close(slot) { result in
                if case .failure(let error) = result {
                    continuation.resume(returning: error)
                } else {
                    continuation.resume(returning: nil)
                }
            }
        }
        guard let error else { return }
        throw slot.isRemoved ? .disconnected : SensorError(error, isSuspended: isSuspended, coolingTime: .zero)
    }

    /// Reopens a held reader that was closed for the machine's sleep. On failure, the next operation reports the error.
    func openAgain(_ slot: ReaderSlot) {
        let id = slot.id
        Task(executorPreference: executor) {
            // Not by `hold`: a reader released while it opens is closed like any other.
            do throws(SensorError) {
                try await self.operate(on: id, needing: nil, onlyOpens: true) { _, _ in }
            } catch {}
        }
    }

    public func settle(_ reader: ReaderID, within patience: Duration?) async throws(SensorError) {
        guard let slot = slot(reader) else { throw .disconnected }
        var limit: LoopTimer?
        if case .finishing(let cancellable) = slot.occupancy, let patience {
            let (number, count) = (slot.number, slot.changeCount)
            if patience <= .zero {
                cancellable.cancel()
            } else {
                limit = timeout(after: patience) { $0.cancelFinishing(on: number, unchangedAfter: count) }
            }
        }
        defer { limit?.cancel() }
        while case .finishing = slot.occupancy {
            if Task.isCancelled { throw .cancelled }
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: true)
        }
    }
}
