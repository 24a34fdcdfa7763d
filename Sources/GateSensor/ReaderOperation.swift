internal import GateModel
internal import GateSystem

/// One call on a reader, from its admission until it returns.
final class ReaderOperation {
    /// Tells the call apart where the operation itself cannot go, as it is not Sendable.
    let number: UInt64
    let cancellable = Cancellable()
    let progress: ScanProgress?
    /// Whether it ends by itself once the reader is open, so that another waits for it.
    let onlyOpens: Bool
    /// What an enrolment fills in.
    var unfinishedPrint: FprintPrint?
    /// Ends the wait for libfprint without an answer; false where the answer has come.
    var abandonAnswer: (() -> Bool)?
    /// Runs out when a cancelled reader does not answer.
    var patience: LoopTimer?
    /// Asks for the touch in the place of a driver that does not.
    var prompt: LoopTimer?

    /// Whether it ends because the machine goes to sleep, and not by its caller's wish.
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

/// What a call waits for: one answer, or none where the wait was abandoned.
///
/// The answer stays in here, on the sensor thread; the continuation only wakes the call.
final class AwaitedResult<Value> {
    private(set) var value: Value?
    private var continuation: CheckedContinuation<Void, Never>?

    func waits(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    /// Whether the call still waited.
    @discardableResult
    func give(_ value: Value?) -> Bool {
        guard let continuation else { return false }
        self.continuation = nil
        self.value = value
        continuation.resume()
        return true
    }
}
