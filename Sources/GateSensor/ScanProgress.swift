internal import GateModel

/// Turns a reader's finger status into the events of one call: each wanted touch is requested once, when the reader is
/// ready, and each finger is reported once.
final class ScanProgress {
    private let report: (ScanEvent) -> Void
    /// Whether to report a finger that lifts without a result, which adds a message to each scan.
    var tellsLifts = false
    private(set) var isTouchWanted = false
    private var isFingerPresent = false
    /// Whether the finger was reported, without a result since.
    private var isFingerTold = false
    /// Whether the last touch was taken: later status belongs to no touch.
    private var isOver = false

    init(_ report: @escaping (ScanEvent) -> Void) {
        self.report = report
    }

    /// A touch is wanted from now on.
    func wantTouch() {
        isTouchWanted = true
    }

    /// Takes the reader's finger status.
    func fingerStatusIs(needed: Bool, present: Bool) {
        if isOver { return }
        if needed { askForTouch() }
        guard present != isFingerPresent else { return }
        isFingerPresent = present
        // After a result, the lift belongs to it.
        guard present || isFingerTold && tellsLifts else { return }
        isFingerTold = present
        report(present ? .fingerPresent : .fingerLifted)
    }

    /// Requests the wanted touch, unless it has been requested.
    func askForTouch() {
        guard isTouchWanted else { return }
        isTouchWanted = false
        report(.waitingForFinger)
    }

    func scanWasPoor(_ hint: ScanHint) {
        isTouchWanted = false
        isFingerTold = false
        report(.retry(hint))
    }

    func judged(_ outcome: ScanOutcome) {
        report(.judged(outcome))
    }

    func stagePassed(_ stage: Int, of stages: Int) {
        isTouchWanted = false
        isFingerTold = false
        isOver = stage >= stages
        report(.stagePassed(stage, of: stages))
    }
}
