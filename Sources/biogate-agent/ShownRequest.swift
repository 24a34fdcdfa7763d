import GateGuidance
import GateModel

/// The text of one waiting call: what happens, what is proved and claimed of it, and its progress.
struct ShownRequest: Hashable {
    let notice: RequestNotice
    /// Whether it is a password's prompt, which ends where it is shown.
    let isPasswordPrompt: Bool
    private var story: CallStory

    init(_ request: Request, _ known: AskerFacts, in language: Language) {
        notice = RequestNotice(request, known, in: language)
        isPasswordPrompt = request.passwordPrompt != nil
        story = CallStory(in: language)
    }

    /// The proofs and claims, the last event, the next step, and the tries left.
    var lines: [String] {
        notice.sentences(isWhole: false)
            + [story.alert?.text ?? story.status, story.step, story.triesLeft].compactMap(\.self)
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
