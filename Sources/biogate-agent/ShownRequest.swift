import BiometricGate
import GateGuidance
import GateModel

/// The text of one waiting call: what happens, what is proved and claimed of it, and its progress.
struct ShownRequest: Hashable {
    private(set) var notice: RequestNotice
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

    /// Takes a request that was reported again: its user may have chosen another account.
    mutating func saw(_ request: Request, in language: Language) {
        guard !request.accounts.isEmpty else { return }
        notice = RequestNotice(request, AskerFacts(of: request), in: language)
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
