internal import GateSystem

/// One call on a reader, from its admission until it returns.
final class ReaderOperation {
    /// Identifies the call across isolation boundaries, since the operation is not Sendable.
    let number: UInt64
    let cancellable = Cancellable()
    let progress: ScanProgress?
    /// Whether it ends once the reader is open, so that another call may wait for it.
    let onlyOpens: Bool
    /// The print that an enrolment completes.
    var unfinishedPrint: FprintPrint?
    /// Ends the wait for libfprint without an answer; false if the answer has come.
    var abandonAnswer: (() -> Bool)?
    /// Fires when a cancelled reader does not answer.
    var patience: LoopTimer?
    /// Requests the touch for a driver that does not.
    var prompt: LoopTimer?

    /// Whether it ends because the machine goes to sleep, not on its caller's request.
    private(set) var isEndedForSleep = false

    var isCancelled: Bool { cancellable.isCancelled }

    func endForSleep() {
        guard !isCancelled else { return }
        isEndedForSleep = true
        cancellable.cancel()
    }

    init(number: UInt64, progress: ScanProgress?, onlyOpens: Bool = false) {
        self.number = number
        self.progress = progress
        self.onlyOpens = onlyOpens
    }
}

/// The one answer that a call waits for, or none if the wait was abandoned.
///
/// The answer stays here, on the sensor thread; the continuation only wakes the call.
final class AwaitedResult<Value> {
    private(set) var value: Value?
    private var continuation: CheckedContinuation<Void, Never>?

    func waits(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    /// Returns whether the call was still waiting.
    @discardableResult
    func give(_ value: Value?) -> Bool {
        guard let continuation else { return false }
        self.continuation = nil
        self.value = value
        continuation.resume()
        return true
    }
}
