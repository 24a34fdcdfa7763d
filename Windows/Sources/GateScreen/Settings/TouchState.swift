// The progress of this window's call that waits for a finger.

public import GateModel

/// The reports of a call that asks for a finger.
public struct TouchState: Hashable, Sendable {
    private(set) var instruction: String?
    private(set) var alert: PromptScreen.Alert?
    private(set) var stage: Int?
    private(set) var stages: Int?
    private var alerts = 0

    public init() {}

    /// The call reported its progress; `message` is the text for people.
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
