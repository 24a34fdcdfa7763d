public import GateModel

extension LibfprintSensor {
    /// Prints that libfprint cannot serialize are left out.
    public func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint] {
        try await operate(on: reader, needing: .storageList) { slot, operation throws(SensorError) in
            let result = await self.answer(from: slot, to: operation) {
                slot.device.listPrints(cancellable: operation.cancellable, completion: $0)
            }
            let prints = try self.value(result, slot, operation)
            return prints.compactMap(\.template).map { StoredPrint(template: $0) }
        }
    }

    /// Once begun, it runs to its end even where the task is cancelled.
    public func delete(_ template: Template, on reader: ReaderID) async throws(SensorError) {
        try await operate(on: reader, needing: .storageDelete) { slot, operation throws(SensorError) in
            let print = try self.print(template, for: slot)
            let result = await self.answer(from: slot, to: operation) {
                slot.device.deletePrint(print, completion: $0)
            }
            try self.value(result, slot, operation)
        }
    }

    /// Once begun, it runs to its end even where the task is cancelled.
    public func clearStorage(of reader: ReaderID) async throws(SensorError) {
        try await operate(on: reader, needing: .storageClear) { slot, operation throws(SensorError) in
            let result = await self.answer(from: slot, to: operation) {
                slot.device.clearStorage(completion: $0)
            }
            try self.value(result, slot, operation)
        }
    }

    /// False also where one of them is not a template.
    public func isSamePrint(_ one: Template, _ other: Template) -> Bool {
        guard let one = FprintPrint(one), let other = FprintPrint(other) else { return false }
        return one.isEqual(to: other)
    }

    /// What a libfprint call returned, or why it did not.
    func value<Value>(
        _ result: Result<Value, FprintError>?, _ slot: ReaderSlot, _ operation: ReaderOperation
    ) throws(SensorError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw failure(error, on: slot, of: operation)
        case nil: throw .faulted
        }
    }
}
