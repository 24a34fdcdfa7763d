// Turning an app's fingerprint sign-in on.

internal import BiometricGate
internal import GateGuidance
internal import GateScreen

enum SignInChange {
    /// Why it is not on.
    enum Failure: Hashable {
        /// The user, or the app, wanted no more of it.
        case cancelled
        /// The text is for the screen.
        case refused(String)
    }

    /// Asks for a finger and seals the app's token, in place of one that is there; nil where it is on then.
    static func enable(
        _ login: AppLogin, _ reason: Reason, _ token: @MainActor () async -> SecretBytes?, in language: Language,
        show: @escaping @MainActor @Sendable (PromptProgress) -> Void
    ) async -> Failure? {
        guard let token = await token() else { return .refused(SignInScreen.noToken(in: language)) }
        let progress: ProgressHandler = { now in Task { @MainActor in show(now) } }
        do throws(GateClientError) {
            try await login.reenroll(freshToken: token, reason: reason, progress: progress)
            return nil
        } catch {
            switch error.code {
            case .cancelled, .taskCancelled: return .cancelled
            default: return .refused(text(of: error, in: language))
            }
        }
    }

    /// What a screen says of it.
    static func text(of error: GateClientError, in language: Language) -> String {
        if let gateError = error.gateError { return gateError.screenText(offering: .own, in: language) }
        let message: ScreenMessage = error.obstacle == .notRunning ? .notRunning : .unexpected
        return error.guidance?.spoken ?? message.text(offering: .own, in: language)
    }
}
