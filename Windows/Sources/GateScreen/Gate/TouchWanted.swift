// A reader's request while an app's sign-in is turned on.

public import BiometricGate
public import GateGuidance

/// The touch that a call waits for, and the result of the one before.
public struct TouchWanted: Hashable, Sendable {
    /// What to do now.
    public let text: String
    /// The problem of the last touch, while the next one is awaited.
    public let missed: String?

    /// The request after a call has reported `progress`, and `previous` before.
    public init(_ progress: PromptProgress, after previous: TouchWanted?, in language: Language) {
        switch progress.progress.event {
        case .retry, .noMatch, .credentialWrong:
            text = previous?.text ?? GateViewState.touch(in: language)
            missed = progress.message
        case .queued, .waitingForFinger, .fingerPresent, .matched, .stagePassed, .credentialWanted:
            text = progress.message
            missed = previous?.missed
        }
    }
}
