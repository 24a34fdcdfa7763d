public import GateVault
import Synchronization

/// The disk under an in-memory store: it accepts writes at once, unless a test holds it or lets it fail.
public final class ScriptedDisk: Sendable {
    private struct Fault {
        let error: KeystoreError
        let changeStands: Bool
        var count: Int
    }

    private struct State {
        var faults: [Fault] = []
        var readFault: (error: KeystoreError, count: Int)?
        var isInDoubt = false
    }

    /// Where changes wait before they are made, and reads before they are done.
    public let writes = Turnstile()
    public let reads = Turnstile()
    private let state = Mutex(State())

    public init() {}

    /// Lets the next `count` changes fail, after those already set to fail. With `changeStands`, each is made all the
    /// same, as if a disk lost only the confirmation.
    public func failWrites(
        _ count: Int = 1, with error: KeystoreError = .storageFailed(detail: "as the test says"),
        changeStands: Bool = false
    ) {
        state.withLock { $0.faults.append(Fault(error: error, changeStands: changeStands, count: count)) }
    }

    /// Lets the next `count` reads fail.
    public func failReads(_ count: Int = 1, with error: KeystoreError = .storageFailed(detail: "as the test says")) {
        state.withLock { $0.readFault = (error, count) }
    }

    /// Cancels all failures that have not happened yet.
    public func mend() {
        state.withLock { state in
            state.faults = []
            state.readFault = nil
        }
    }

    func read() async throws(KeystoreError) {
        await reads.pass()
        let error = state.withLock { state -> KeystoreError? in
            guard let fault = state.readFault else { return nil }
            state.readFault = fault.count > 1 ? (fault.error, fault.count - 1) : nil
            return fault.error
        }
        if let error { throw error }
    }

    /// Makes a change as a whole, or throws.
    func write<Value>(_ change: () throws(KeystoreError) -> Value) async throws(KeystoreError) -> Value {
        await writes.pass()
        guard let fault = takeFault() else { return try change() }
        guard fault.changeStands else { throw fault.error }
        _ = try change()
        state.withLock { $0.isInDoubt = true }
        throw fault.error
    }

    /// Whether a change that was reported as failed stands; reset by the next one.
    func takeDoubt() -> Bool {
        state.withLock { state in
            defer { state.isInDoubt = false }
            return state.isInDoubt
        }
    }

    private func takeFault() -> Fault? {
        state.withLock { state in
            guard var fault = state.faults.first else { return nil }
            fault.count -= 1
            if fault.count > 0 { state.faults[0] = fault } else { state.faults.removeFirst() }
            return fault
        }
    }
}
