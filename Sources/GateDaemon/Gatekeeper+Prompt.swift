import GateModel
import GatePolicy

/// Calls that the desktop's prompt asks for: where no finger can be asked for they wait on for a PIN or a password.
extension Gatekeeper {
    /// Whether the call that would end with this error waits on instead.
    func isPromptedFor(_ ask: Ask, after error: GateError) -> Bool {
        ask.interaction == .prompt && !error.promptedCredentials.isEmpty && requests.hasPrompt(ask.caller.peer.user)
    }

    /// Waits for a right PIN or password, for the time of the call; throws `error` where none is asked for any more.
    func promptedCredential(
        for request: WaitingRequest, _ presence: PresenceRequest, of account: Account, after error: GateError
    ) async throws(GateError) -> Presence {
        var progress = Progress(.credentialWanted)
        progress.denial = error
        report(progress, of: request)
        var timers = ScanTimers(
            inbox: request.inbox, limit: request.ask.timeout, isPerTouch: false, timers: loop)
        timers.touchWanted()
        defer { timers.cancel() }
        while let event = await request.inbox.next() {
            switch event {
            case .answered(let factor): return try answered(factor, request, presence)
            case .interrupted(let interruption): throw interrupted(interruption, presence, account)
            case .held: timers.restart()
            case .deadline(let limit) where timers.isCurrent(limit): throw timedOut(presence, account)
            case .promptOver:
                guard !requests.hasPrompt(request.ask.caller.peer.user) || !takesCredentials(request.ask, of: account)
                else { break }
                throw error
            case .turn, .scan, .finished, .deadline, .turnOver, .graceOver: break
            }
        }
        throw .cancelled(by: .client)
    }

    /// Whether a PIN or password could still decide the call, now or after a wait.
    func takesCredentials(_ ask: Ask, of account: Account) -> Bool {
        let situation = situation(of: account)
        return ask.factors.compactMap(Credential.init).contains {
            situation.policy.takes($0, situation.credentials, limits, at: clock.now())
        }
    }
}

extension GateError {
    /// The credentials that a prompt asks for in place of the finger that this error is about; none where it is about
    /// something else, or where nobody is there to be asked.
    fileprivate var promptedCredentials: [Factor] {
        switch self {
        case .hardwareUnavailable(.notInteractive, _, _), .hardwareUnavailable(.suspended, _, _): []
        case .noHardware(let fallbacks), .hardwareUnavailable(_, _, let fallbacks), .notEnrolled(_, let fallbacks),
            .disabled(let fallbacks), .lockout(_, _, let fallbacks), .lockoutPermanent(_, _, let fallbacks),
            .authenticationFailed(let fallbacks):
            fallbacks
        case .credentialRequired(let accepted): accepted
        case .factorNotAllowed(_, let refusal): refusal?.fallbacks ?? []
        case .timedOut, .cancelled, .credentialNotSet, .credentialWrong, .credentialUnavailable, .credentialThrottled,
            .signInRequired, .pinUnacceptable, .itemNotFound, .itemExists, .itemInvalidated, .printNotFound,
            .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound,
            .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
            []
        }
    }
}
