import BiometricGate
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
    private let lastPrompt = Mutex<String?>(nil)

    init(_ screen: Screen, _ words: any CommandWords, isAttended: Bool, alternative: Factor?) {
        self.screen = screen
        self.words = words
        self.isAttended = isAttended
        self.alternative = alternative
    }

    func show(_ prompt: PromptProgress) {
        let (progress, message) = (prompt.progress, prompt.message)
        switch progress.event {
        case .waitingForFinger: ask(message)
        case .fingerPresent: screen.pass(message)
        // The refusal after the last miss says it itself.
        case .noMatch where progress.attemptsRemaining == 0: break
        case .queued where isAttended && alternative != nil: screen.say(message + " " + words.waysOut(alternative))
        case .queued, .retry, .noMatch, .matched, .stagePassed, .credentialWrong, .credentialWanted: screen.say(message)
        }
    }

    /// Shows the same request for a touch once, the first one with the alternative.
    private func ask(_ message: String) {
        let (isNew, isFirst) = lastPrompt.withLock { last in
            defer { last = message }
            return (last != message, last == nil)
        }
        guard isNew else { return }
        let line = message.last.map { ".!?".contains($0) } == true ? message : message + "."
        guard isFirst, isAttended else { return screen.say(line) }
        screen.say(line + " " + words.waysOut(alternative))
    }
}
