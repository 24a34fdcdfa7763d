// How far a call of this window's is that waits for a finger.

public import GateModel

/// What a call that asks for a finger has told so far.
public struct TouchState: Hashable, Sendable {
    private(set) var instruction: String?
    private(set) var alert: PromptScreen.Alert?
    private(set) var stage: Int?
    private(set) var stages: Int?
    private var alerts = 0

    public init() {}

    /// The call has told how far it is; `message` says it to people.
    public mutating func take(_ progress: Progress, message: String) {
        if let stages = progress.stages { self.stages = stages }
        switch progress.event {
        case .waitingForFinger, .queued, .fingerPresent:
            instruction = message.last.map { ".!?".contains($0) } == true ? message : message + "."
        case .retry, .noMatch, .credentialWrong, .credentialWanted:
            alerts += 1
            alert = PromptScreen.Alert(text: message, number: alerts)
        case .stagePassed:
            alert = nil
            if let stage = progress.stage { self.stage = stage }
        case .matched:
            alert = nil
        }
    }
}
