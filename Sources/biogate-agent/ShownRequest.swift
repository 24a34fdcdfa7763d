import BiometricGate
import GateGuidance
import GateModel
import GateWire

/// What is shown of one waiting call: who asks for what, and how far it is.
struct ShownRequest: Hashable {
    let notice: RequestNotice
    private let language: Language
    /// What happened since a touch was asked for.
    private var happened: String?
    /// What to do now.
    private var demand: String?
    private var triesLeft: Int?

    init(_ request: Request, in language: Language) {
        notice = RequestNotice(
            program: request.command, operation: request.operation, item: request.item, label: request.label,
            reason: request.reason, in: language)
        self.language = language
    }

    /// The reason, what happened, what to do, how often it can fail.
    var lines: [String] {
        let tries = triesLeft.map(language.triesLeft)
        // A miss says it itself.
        let isSaid = tries.map { happened?.contains($0) == true } ?? true
        return [notice.reason, happened, demand, isSaid ? nil : tries].compactMap(\.self)
    }

    /// Takes a report in; whether now is the time to show it.
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
