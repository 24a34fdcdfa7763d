import GateModel
import GatePolicy
import GateSystem

/// One call's use of one or more readers, from its place in the queue until it leaves.
struct ReaderSession {
    let call: WaitingCall
    /// The reader that the call names or prefers.
    let reader: Reader
    /// Further readers whose judgement counts, too.
    let others: [Reader]
    let account: Account
    var timers: ScanTimers
    /// The call's progress, without the event and the reader.
    var template: Progress
    /// The finger that each verify-only reader asks for.
    var expected: [ReaderID: Finger] = [:]
    /// The readers that wait for a touch.
    var ready: [ReaderID] = []
    /// The error of an enrolment's failed touch.
    var sensorError: SensorError?
    /// Whether another call had the reader when this call wanted it.
    var hasQueued = false
    /// How long no finger may be seen before the call's prompt is shown, because another call's prompt was shown before;
    /// nil once it is shown.
    var quiet: Duration?
    /// The readers that this call has now.
    var held: [Reader] = []
    /// Cancelled operations that have not ended. Their readers are free only after they end.
    var leftBehind: [ReaderID: Task<Void, Never>] = [:]
    /// Called when a reported finger is lifted.
    var lifted: (@Sendable () -> Void)?
    /// Called once, when a reader first waits for a finger.
    var wanted: (@Sendable () -> Void)?
    /// Its place in a reader's queue.
    var place = FairQueue<RequestID>.Place.inTurn

    init(
        _ call: WaitingCall, on reader: Reader, besides others: [Reader], of account: Account,
        isLimitPerTouch: Bool, patience: Duration, timers: any Timers
    ) {
        self.call = call
        self.reader = reader
        self.others = others
        self.account = account
        self.timers = ScanTimers(
            inbox: call.inbox, limit: call.ask.timeout, isPerTouch: isLimitPerTouch,
            patience: call.givesWay ? patience : nil, timers: timers)
        template = Progress(.queued, reader: reader.id)
        if call.ask.comesFirst { place = .first }
        call.readers = readers.map(\.id)
    }

    var readers: [Reader] { [reader] + others }

    /// A touch within this time after another call's prompt was meant for that.
    static let quietAfterPrompt: Duration = .milliseconds(500)
    /// A finger that a reader sees this soon after it was armed lay there before.
    static let quietAfterFinger: Duration = .milliseconds(150)

    /// The progress that reports an event of a reader.
    func progress(_ event: ScanEvent, at place: ReaderID) -> Progress {
        var progress = template.with(event)
        progress.reader = place
        if !others.isEmpty {
            progress.readers = ready
            progress.finger = expected[place]
        }
        return progress
    }

    /// The error for a reader that did not get ready: it was in use before, or it does not respond.
    func unresponsive(fallbacks: [Factor]) -> GateError {
        hasQueued
            ? .timedOut(waitedFor: .reader, fallbacks: fallbacks)
            : .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
    }
}
