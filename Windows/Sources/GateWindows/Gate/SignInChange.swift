// Turning on an app's fingerprint sign-in.

internal import BiometricGate
internal import GateGuidance
internal import GateScreen

enum SignInChange {
    /// Why it was not turned on.
    enum Failure: Hashable {
        /// The user or the app cancelled it.
        case cancelled
        /// The text is for the screen; `isError`: it is about a failure, and not about the state of a reader.
        case refused(String, isError: Bool)
    }

    /// Asks for a finger and seals the app's token, replacing an earlier one; returns nil on success.
    static func enable(
        _ login: AppLogin, _ reason: Reason, _ token: @MainActor () async -> SecretBytes?, in language: Language,
        show: @escaping @MainActor @Sendable (PromptProgress) -> Void
    ) async -> Failure? {
        guard let token = await token() else { return .refused(SignInScreen.noToken(in: language), isError: true) }
        let progress: ProgressHandler = { now in Task { @MainActor in show(now) } }
        do throws(GateClientError) {
            try await login.reenroll(freshToken: token, reason: reason, progress: progress)
            return nil
        } catch {
            switch error.code {
            case .cancelled, .taskCancelled: return .cancelled
            default: return .refused(text(of: error, in: language), isError: error.obstacle == nil)
            }
        }
    }

    /// A screen's text for an error.
    static func text(of error: GateClientError, in language: Language) -> String {
        if let gateError = error.gateError { return gateError.screenText(offering: .own, in: language) }
        let message: ScreenMessage = error.obstacle == .notRunning ? .notRunning : .unexpected
        return error.guidance?.spoken ?? message.text(offering: .own, in: language)
    }
}
