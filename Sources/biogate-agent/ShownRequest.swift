import BiometricGate
import GateGuidance
import GateModel
import GateWire

/// The text of one waiting call: who asks, for what, and its progress.
struct ShownRequest: Hashable {
    let notice: RequestNotice
    private let language: Language
    /// The events since a touch was requested.
    private var happened: String?
    /// The user's next step.
    private var demand: String?
    private var triesLeft: Int?

    init(_ request: Request, in language: Language) {
        notice = RequestNotice(
            program: request.command, operation: request.operation, item: request.item, label: request.label,
            reason: request.reason, in: language)
        self.language = language
    }

    /// The reason, the last event, the next step, and the tries left.
    var lines: [String] {
        let tries = triesLeft.map(language.triesLeft)
        // A miss contains the tries left itself.
        let isSaid = tries.map { happened?.contains($0) == true } ?? true
        return [notice.reason, happened, demand, isSaid ? nil : tries].compactMap(\.self)
    }

    /// Takes a report; returns whether to show the call now.
    mutating func report(_ progress: Progress, _ message: String) -> Bool {
        let message = message.escapingControls
        switch progress.event {
        case .waitingForFinger:
            demand = message.hasSuffix(".") ? message : message + "."
            triesLeft = progress.attemptsRemaining
            return true
        case .queued:
            demand = message
            return true
        case .credentialWrong:
            happened = message
            return true
        case .credentialWanted:
            demand = message
            triesLeft = nil
            return true
        case .retry, .noMatch, .stagePassed:
            // Shown with the call for the next touch, which follows.
            happened = message
            return false
        case .fingerPresent, .matched: return false
        }
    }
}
