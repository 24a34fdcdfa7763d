// What a reader wants while an app's sign-in is turned on.

public import BiometricGate
public import GateGuidance

/// The touch that a call waits for, and what the one before came to.
public struct TouchWanted: Hashable, Sendable {
    /// What to do now.
    public let text: String
    /// What did not serve, while the next touch is waited for.
    public let missed: String?

    /// What is wanted once a call has reported `progress`, and `previous` before.
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
