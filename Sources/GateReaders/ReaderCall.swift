import GateModel
import GateReader
import GateSystem

/// One operation requested from the reader process, and the reports that the process may send for it.
final class ReaderCall: CustomStringConvertible {
    enum Kind {
        /// Compares a finger with these prints.
        case scan([PrintID])
        case enrolment
        /// Ends with templates.
        case list
        case comparison
        /// Ends with the description of a template.
        case description
        case plain
        /// Ends with the reader open.
        case hold
    }

    /// The limit of reports in one operation: far more than a person's touches produce.
    private static let events = 2000

    private let kind: Kind
    private let reader: ReaderID?
    private let report: (@Sendable (ScanEvent) -> Void)?
    private let continuation: CheckedContinuation<ReaderReport, Never>
    private var told = 0
    /// Set once the operation is cancelled.
    var overdue: LoopTimer?
    /// The time left for asking about an unfinished enrolment.
    var patience = Duration.seconds(30)
    /// The print that an unfinished enrolment has left on the chip so far.
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

    /// The reader that stays open after the operation.
    var held: ReaderID? { if case .hold = kind { reader } else { nil } }

    /// Whether the process may send this report during this operation.
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

    /// Whether it judged or enrolled a finger: then the process is not broken.
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

    /// Reports a scan's outcome before the call returns, as the sensor's contract demands.
    func end(_ end: ReaderReport) {
        overdue = nil
        if case .judged(let judgement) = end, case .scan(let prints) = kind {
            report?(.judged(ScanOutcome(judgement, among: prints)))
        }
        continuation.resume(returning: end)
    }
}

extension ReaderReport {
    /// Whether this report ends its operation.
    var isEnd: Bool {
        switch self {
        case .judged, .done, .compared, .described, .failed: true
        case .readers, .waitingForFinger, .fingerPresent, .fingerLifted, .retry, .stagePassed: false
        }
    }
}

extension ScanOutcome {
    /// The process's judgement of a finger, the only report that the daemon trusts; the index has been checked against
    /// `prints`.
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
