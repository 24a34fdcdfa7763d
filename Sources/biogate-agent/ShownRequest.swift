import GateGuidance
import GateModel

/// The text of one waiting call: who asks, for what, and its progress.
struct ShownRequest: Hashable {
    let notice: RequestNotice
    private var story: CallStory

    init(_ request: Request, in language: Language) {
        notice = RequestNotice(
            program: request.command, for: request.onBehalfOf, operation: request.operation, item: request.item,
            label: request.label,
            reason: request.reason, subject: request.subject, in: language)
        story = CallStory(in: language)
    }

    /// The program for which it says that it asks, the reason, the last event, the next step, and the tries left.
    var lines: [String] {
        [notice.claim, notice.reason, story.alert?.text ?? story.status, story.step, story.triesLeft].compactMap(\.self)
    }

    /// Takes a report; returns whether to show the call now.
    mutating func report(_ progress: Progress, _ message: String) -> Bool {
        switch story.report(progress, message) {
        case .step, .queued, .refused: true
        // A notification shows what lasts.
        case .passing, .event, .lastMiss: false
        }
    }
}
