internal import GateModel

/// Turns a reader's finger status into the events of one call: each wanted touch is asked for once, when the reader is
/// ready for it, and each finger is seen once.
final class ScanProgress {
    private let report: (ScanEvent) -> Void
    /// Whether it is told when a finger lifts without a result: one message more on the way of each scan.
    var tellsLifts = false
    private(set) var isTouchWanted = false
    private var isFingerPresent = false
    /// Whether the finger was told of, and no result since.
    private var isFingerTold = false
    /// Whether the last touch was taken: what the reader sees after it belongs to no touch.
    private var isOver = false

    init(_ report: @escaping (ScanEvent) -> Void) {
        self.report = report
    }

    /// A touch is wanted from now on.
    func wantTouch() {
        isTouchWanted = true
    }

    /// The reader said what it sees.
    func fingerStatusIs(needed: Bool, present: Bool) {
        if isOver { return }
        if needed { askForTouch() }
        guard present != isFingerPresent else { return }
        isFingerPresent = present
        // Behind a result it is the finger of that.
        guard present || isFingerTold && tellsLifts else { return }
        isFingerTold = present
        report(present ? .fingerPresent : .fingerLifted)
    }

    /// Asks for the touch that is wanted, if it has not been asked for.
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
