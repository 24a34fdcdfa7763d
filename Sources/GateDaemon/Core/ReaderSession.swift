import GateModel
import GatePolicy
import GateSystem

/// One call's use of a reader, or of several at a time, from its place in the queue to its leaving.
struct ReaderSession {
    let request: WaitingRequest
    /// The reader that the call names or prefers.
    let reader: Reader
    /// Further readers that may judge the finger as well.
    let others: [Reader]
    let account: Account
    var timers: ScanTimers
    /// The call's progress, without the event and the reader.
    var template: Progress
    /// The finger that a reader is asked for which can only verify.
    var expected: [ReaderID: Finger] = [:]
    /// The readers that wait for a touch.
    var ready: [ReaderID] = []
    /// What a touch of an enrolment failed with.
    var sensorError: SensorError?
    /// Whether another call had the reader when this one wanted it.
    var hasQueued = false
    /// The readers that are this call's now.
    var held: [Reader] = []
    /// Operations that were told to end and had not ended; their readers are not free before they do.
    var leftBehind: [ReaderID: Task<Void, Never>] = [:]
    /// Called when a finger that was told of lies on a reader no more.
    var lifted: (@Sendable () -> Void)?
    /// Called once, when a reader first wants a finger.
    var wanted: (@Sendable () -> Void)?
    /// Its place where it has to wait for a reader.
    var place = FairQueue<RequestID>.Place.inTurn

    init(
        _ request: WaitingRequest, on reader: Reader, besides others: [Reader], of account: Account,
        isLimitPerTouch: Bool, timers: any Timers
    ) {
        self.request = request
        self.reader = reader
        self.others = others
        self.account = account
        self.timers = ScanTimers(
            inbox: request.inbox, limit: request.ask.timeout, isPerTouch: isLimitPerTouch, timers: timers)
        template = Progress(.queued, reader: reader.id)
        if request.ask.isForFace { place = .first }
        request.readers = readers.map(\.id)
    }

    var readers: [Reader] { [reader] + others }

    /// Returns the progress that reports an event at a reader.
    func progress(_ event: ScanEvent, at place: ReaderID) -> Progress {
        var progress = template.with(event)
        progress.reader = place
        if !others.isEmpty {
            progress.readers = ready
            progress.finger = expected[place]
        }
        return progress
    }

    /// A reader that did not get ready: it was in use before, or it does not answer.
    func unresponsive(fallbacks: [Factor]) -> GateError {
        hasQueued
            ? .timedOut(waitedFor: .reader, fallbacks: fallbacks)
            : .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
    }
}
