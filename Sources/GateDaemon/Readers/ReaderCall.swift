import GateModel
import GateReader
import GateSystem

/// An operation that the reader's process is asked for, and what it may say in it.
final class ReaderCall: CustomStringConvertible {
    enum Kind {
        /// Compared with these prints.
        case scan([PrintID])
        case enrolment
        /// Ends with templates.
        case list
        case comparison
        /// Ends with what a template says of itself.
        case description
        case plain
        /// Ends with a reader that stays open.
        case hold
    }

    /// Messages of one operation before its end: far more than touches in its time.
    private static let events = 2000

    private let kind: Kind
    private let reader: ReaderID?
    private let report: (@Sendable (ScanEvent) -> Void)?
    private let continuation: CheckedContinuation<ReaderReport, Never>
    private var told = 0
    /// Once it was cancelled.
    var overdue: LoopTimer?
    /// What is left of the time for questions about an enrolment.
    var patience = Duration.seconds(30)
    /// What the chip has of an enrolment that does not end.
    var unfinished: (reader: ReaderID, template: Template)?

    init(
        _ kind: Kind, on reader: ReaderID?, _ report: (@Sendable (ScanEvent) -> Void)?,
        _ continuation: CheckedContinuation<ReaderReport, Never>
    ) {
        self.kind = kind
        self.reader = reader
        self.report = report
        self.continuation = continuation
    }

    var description: String {
        let name =
            switch kind {
            case .scan: "scan"
            case .enrolment: "enrolment"
            case .list: "list"
            case .comparison: "comparison"
            case .description: "description"
            case .plain: "other"
            case .hold: "opening"
            }
        return reader.map { "\(name) on \($0)" } ?? name
    }

    func isEnrolment(on reader: ReaderID) -> Bool {
        if case .enrolment = kind { self.reader == reader } else { false }
    }

    /// The reader that stays open once it is done.
    var held: ReaderID? { if case .hold = kind { reader } else { nil } }

    /// Whether the process may say so in this operation.
    func isFitting(_ report: ReaderReport) -> Bool {
        switch (report, kind) {
        case (.failed, _): true
        case (.waitingForFinger, .scan), (.fingerPresent, .scan), (.fingerLifted, .scan), (.retry, .scan):
            told < Self.events
        case (.waitingForFinger, .enrolment), (.fingerPresent, .enrolment), (.fingerLifted, .enrolment),
            (.retry, .enrolment), (.stagePassed, .enrolment):
            told < Self.events
        case (.judged(.matched(let index)), .scan(let prints)): prints.indices.contains(index)
        case (.judged(.noMatch), .scan), (.judged(.foreign), .scan): true
        case (.done(let templates), .enrolment): templates.count == 1
        case (.done, .list): true
        case (.done(let templates), .plain), (.done(let templates), .hold): templates.isEmpty
        case (.compared, .comparison), (.described, .description): true
        case (.readers, _), (.waitingForFinger, _), (.fingerPresent, _), (.fingerLifted, _), (.retry, _),
            (.stagePassed, _), (.judged, _), (.done, _), (.compared, _), (.described, _):
            false
        }
    }

    /// Whether a finger was judged or enrolled by it: such a process is no broken one.
    func isGoodEnd(_ report: ReaderReport) -> Bool {
        switch (report, kind) {
        case (.judged, .scan), (.done, .enrolment): true
        case (.judged, _), (.done, _), (.failed, _), (.compared, _), (.described, _), (.readers, _),
            (.waitingForFinger, _), (.fingerPresent, _), (.fingerLifted, _), (.retry, _), (.stagePassed, _):
            false
        }
    }

    func tell(_ event: ReaderReport) {
        told += 1
        switch event {
        case .waitingForFinger: report?(.waitingForFinger)
        case .fingerPresent: report?(.fingerPresent)
        case .fingerLifted: report?(.fingerLifted)
        case .retry(let hint): report?(.retry(hint))
        case .stagePassed(let stage, let stages): report?(.stagePassed(stage, of: stages))
        case .readers, .judged, .done, .compared, .described, .failed: break
        }
    }

    /// The outcome of a scan is reported as the sensor's contract has it, before the call returns.
    func end(_ end: ReaderReport) {
        overdue = nil
        if case .judged(let judgement) = end, case .scan(let prints) = kind {
            report?(.judged(ScanOutcome(judgement, among: prints)))
        }
        continuation.resume(returning: end)
    }
}

extension ReaderReport {
    /// Whether nothing follows in its operation.
    var isEnd: Bool {
        switch self {
        case .judged, .done, .compared, .described, .failed: true
        case .readers, .waitingForFinger, .fingerPresent, .fingerLifted, .retry, .stagePassed: false
        }
    }
}

extension ScanOutcome {
    /// What the reader's process says of a finger, the one thing in which it is believed: the index is one of `prints`.
    init(_ judgement: ReaderReport.Judgement, among prints: [PrintID]) {
        switch judgement {
        case .matched(let index): self = .matched(prints[index])
        case .noMatch: self = .noMatch
        case .foreign: self = .foreign
        }
    }
}

extension Reader {
    func with(_ state: State) -> Reader {
        var reader = self
        reader.state = state
        return reader
    }
}
