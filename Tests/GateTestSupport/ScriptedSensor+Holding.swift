public import GateModel
import Synchronization

/// Held readers, and fingers that rest where they were judged.
extension ScriptedSensor {
    public func hold(_ reader: ReaderID) async throws(SensorError) {
        await opening.pass()
        let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
        if let failure { throw failure }
        try set(reader, isHeld: true)
    }

    public func letGo(of reader: ReaderID) async throws(SensorError) {
        await closing.pass()
        let failure = state.withLock { $0.closingFailures.isEmpty ? nil : $0.closingFailures.removeFirst() }
        try set(reader, isHeld: false)
        if let failure { throw failure }
    }

    private func set(_ reader: ReaderID, isHeld: Bool) throws(SensorError) {
        try state.withLock { state throws(SensorError) in
            guard let index = state.index(of: reader) else { throw .disconnected }
            state.readers[index].isHeld = isHeld
        }
    }

    public func settle(_ reader: ReaderID, within patience: Duration?) async throws(SensorError) {
        let number = state.withLock { state in
            state.operations += 1
            return state.operations
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let waits = state.withLock { state in
                    // If the caller gave a limit, its scan has been cancelled by now.
                    guard !Task.isCancelled, patience == nil, let index = state.index(of: reader),
                        state.readers[index].isFingerResting
                    else { return false }
                    state.readers[index].settling[number] = waiter
                    return true
                }
                if !waits { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.index(of: reader).flatMap { state.readers[$0].settling.removeValue(forKey: number) }
            }
            waiter?.resume()
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Whether the reader is held open.
    public func isHeld(_ reader: ReaderID = ReaderID(rawValue: "reader")) -> Bool {
        state.withLock { state in state.index(of: reader).map { state.readers[$0].isHeld } ?? false }
    }

    /// Lets fingers judged from now on rest on the reader until `lift`.
    public func rest(on reader: ReaderID = ReaderID(rawValue: "reader")) {
        state.withLock { state in
            if let index = state.index(of: reader) { state.readers[index].isFingerResting = true }
        }
    }

    /// Lifts the finger off the reader.
    public func lift(from reader: ReaderID = ReaderID(rawValue: "reader")) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard let index = state.index(of: reader) else { return [] }
            defer { state.readers[index].settling = [:] }
            state.readers[index].isFingerResting = false
            return Array(state.readers[index].settling.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Lets the next readers fail with these errors when they are released, one each.
    public func failNextClosing(_ errors: SensorError...) {
        state.withLock { $0.closingFailures.append(contentsOf: errors) }
    }
}
