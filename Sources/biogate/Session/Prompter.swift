import BiometricGate
import GateGuidance
import GateModel
import Synchronization

/// Shows the progress of one call to the user.
final class Prompter: Sendable {
    private let screen: Screen
    private let words: any CommandWords
    /// Whether a user at the terminal can answer.
    private let isAttended: Bool
    /// The credential that may be typed instead of a touch.
    private let alternative: Factor?
    private let shown: Mutex<Shown>

    private struct Shown {
        var story: CallStory
        var hasNamedWaysOut = false
    }

    init(_ screen: Screen, _ words: any CommandWords, isAttended: Bool, alternative: Factor?) {
        self.screen = screen
        self.words = words
        self.isAttended = isAttended
        self.alternative = alternative
        shown = Mutex(Shown(story: CallStory(in: words.language)))
    }

    func show(_ prompt: PromptProgress) {
        let (news, line) = shown.withLock { shown -> (CallStory.News, String) in
            let news = shown.story.report(prompt.progress, prompt.instruction)
            switch news {
            case .step:
                // The first request for a touch names the alternative.
                let isFirst = shown.story.isTouchWanted && !shown.hasNamedWaysOut
                if isFirst { shown.hasNamedWaysOut = true }
                return (news, withWaysOut(shown.story.line, if: isFirst))
            case .queued: return (news, withWaysOut(shown.story.line, if: alternative != nil))
            case .passing, .event, .lastMiss, .refused: return (news, shown.story.said ?? "")
            }
        }
        switch news {
        case .step(isNew: true), .queued, .event, .refused: screen.say(line)
        case .passing: screen.pass(line)
        case .step(isNew: false), .lastMiss: break
        }
    }

    private func withWaysOut(_ line: String?, if isNamed: Bool) -> String {
        isNamed && isAttended ? "\(line ?? "") \(words.waysOut(alternative))" : line ?? ""
    }
}
