public import GateModel
internal import GateSystem

extension LibfprintSensor {
    /// The longest time for a storage operation, including its answer: no user is there to cancel it.
    private static let storageLimit = Duration.seconds(15)

    public func foreignPrint(on reader: ReaderID) -> Template? { slot(reader)?.foreignPrint }

    /// Leaves out prints that libfprint cannot serialize.
    public func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint] {
        try await withinStorageLimit { () async throws(SensorError) in try await self.list(reader) }
    }

    /// Cancelling does not stop a deletion that has begun; the call then waits at most 5 s for it.
    public func delete(_ template: Template, on reader: ReaderID) async throws(SensorError) {
        try await withinStorageLimit { () async throws(SensorError) in try await self.erase(template, on: reader) }
    }

    /// Cancelling does not stop an erasure that has begun; the call then waits at most 5 s for it.
    public func clearStorage(of reader: ReaderID) async throws(SensorError) {
        try await withinStorageLimit { () async throws(SensorError) in try await self.clear(reader) }
    }

    private func list(_ reader: ReaderID) async throws(SensorError) -> [StoredPrint] {
        try await operate(on: reader, needing: .storageList) { slot, operation throws(SensorError) in
            let result = await self.answer(from: slot, to: operation) {
                slot.device.listPrints(cancellable: operation.cancellable, completion: $0)
            }
            let prints = try self.value(result, slot, operation)
            let newestFirst = prints.sorted { ($0.enrolledOn ?? 0) > ($1.enrolledOn ?? 0) }
            return newestFirst.compactMap(\.template).map { StoredPrint(template: $0) }
        }
    }

    private func erase(_ template: Template, on reader: ReaderID) async throws(SensorError) {
        try await operate(on: reader, needing: .storageDelete) { slot, operation throws(SensorError) in
            let print = try self.print(template, for: slot)
            let result = await self.answer(from: slot, to: operation) {
                slot.device.deletePrint(print, completion: $0)
            }
            try self.value(result, slot, operation)
        }
    }

    private func clear(_ reader: ReaderID) async throws(SensorError) {
        try await operate(on: reader, needing: .storageClear) { slot, operation throws(SensorError) in
            let result = await self.answer(from: slot, to: operation) {
                slot.device.clearStorage(completion: $0)
            }
            try self.value(result, slot, operation)
        }
    }

    /// Runs `body`; cancels it after the limit and then throws `faulted`.
    private func withinStorageLimit<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(SensorError) -> Value
    ) async throws(SensorError) -> Value {
        let work = Task(executorPreference: executor) { () async -> Result<Value, SensorError> in
            do throws(SensorError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        let isOverdue = Task(executorPreference: executor) { [executor] in
            let isOver = await executor.sleep(for: Self.storageLimit)
            if isOver { work.cancel() }
            return isOver
        }
        let result = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        isOverdue.cancel()
        if case .failure(.cancelled) = result, await isOverdue.value { throw .faulted }
        return try result.get()
    }

    /// False if one of them is not a template.
    public func isSamePrint(_ one: Template, _ other: Template) -> Bool {
        guard let one = FprintPrint(one), let other = FprintPrint(other) else { return false }
        return one.isEqual(to: other)
    }

    public func describe(
        _ template: Template, as finger: Finger?, of user: UserName?
    ) throws(SensorError) -> PrintDescription {
        guard let print = FprintPrint(template) else { throw .invalidTemplate }
        if let finger { print.finger = finger }
        if let user { print.user = user.rawValue }
        guard let written = print.template else { throw .invalidTemplate }
        return PrintDescription(
            template: written, driver: print.driver, deviceID: print.deviceID, finger: print.finger, user: print.user,
            isOnChip: print.isOnChip, readers: slots.filter { print.isCompatible(with: $0.device) }.map(\.id))
    }

    /// Returns a libfprint call's value, or throws its failure.
    func value<Value>(
        _ result: Result<Value, FprintError>?, _ slot: ReaderSlot, _ operation: ReaderOperation
    ) throws(SensorError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw failure(error, on: slot, of: operation)
        case nil: throw slot.givenUp
        }
    }
}
