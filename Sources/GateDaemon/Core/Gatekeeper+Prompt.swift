import GateModel
import GatePolicy
import GateSystem

/// Calls that the desktop's prompt asks for: where no finger can be asked for they wait on for a PIN or a password.
extension Gatekeeper {
    /// Ends a call that came without a credential and has no reader with this error, unless the prompt asks on.
    func denied(
        _ error: GateError, _ ask: Ask, _ presence: PresenceRequest, of account: Account
    ) async throws(GateError) -> Presence {
        guard isPrompted(ask, of: account, after: error) else { throw error }
        let request: WaitingRequest
        do throws(GateError) {
            request = try await calls.open(ask, begunIn: authentications.era(of: ask.user))
        } catch .limitExceeded {
            throw error
        } catch let ended {
            // It was ended while it stood in line.
            throw ended
        }
        defer { calls.close(request) }
        var timers = ScanTimers(inbox: request.inbox, limit: ask.timeout, isPerTouch: false, timers: loop)
        return try await request.noting(by: { $0.authentication.factor }) { () throws(GateError) in
            try await promptedCredential(for: request, &timers, presence, of: account, after: error)
        }
    }

    /// The same for a call that has a reader, or waits for one: that is the next call's from now on.
    func denied(
        _ error: GateError, _ session: inout ReaderSession, _ presence: PresenceRequest
    ) async throws(GateError) -> Presence {
        let (request, account) = (session.request, session.account)
        if let answer = request.takeAnswer() { return try decided(by: answer, request, presence) }
        guard !request.isDecided, isPrompted(request.ask, of: account, after: error) else { throw error }
        giveUpReaders(&session)
        // What stands behind an answer does not wait for this one.
        answered(request.ask.caller.life)
        return try await promptedCredential(for: request, &session.timers, presence, of: account, after: error)
    }

    /// Whether the call that would end with this error waits on instead. Nobody is asked who is not in front of the
    /// machine, or while it falls asleep.
    private func isPrompted(_ ask: Ask, of account: Account, after error: GateError) -> Bool {
        ask.interaction == .prompt && error.isWithoutFinger && calls.hasPrompt(ask.caller.peer.user)
            && !situations.isSuspending && situations.isInteractive(ask.caller) && !account.isErased
            && !credentials(of: account, for: ask).isEmpty
    }

    /// Waits for a right PIN or password, for the time of the call; throws `error` where none is asked for any more.
    private func promptedCredential(
        for request: WaitingRequest, _ timers: inout ScanTimers, _ presence: PresenceRequest, of account: Account,
        after error: GateError
    ) async throws(GateError) -> Presence {
        // It may have been decided while it stood in line.
        if let answer = request.takeAnswer() { return try decided(by: answer, request, presence) }
        if let interruption = request.interruption { throw interrupted(interruption, presence, account) }
        request.endWait(at: clock.now())
        request.wantsFinger = false
        var progress = Progress(.credentialWanted)
        progress.denial = Progress.Denial(error, credentials: credentials(of: account, for: request.ask))
        timers.begin()
        calls.give(timers.touchWanted(), to: request)
        calls.report(progress, of: request)
        defer { timers.cancel() }
        while let event = await request.inbox.next() {
            // Whoever gave a right credential was told that it decides.
            if let answer = request.takeAnswer() { return try decided(by: answer, request, presence) }
            switch event {
            case .interrupted(let interruption): throw interrupted(interruption, presence, account)
            case .held: calls.held(request, timers.restart())
            case .deadline(let limit) where timers.isCurrent(limit): throw timedOut(presence, account)
            case .promptChanged:
                guard calls.hasPrompt(request.ask.caller.peer.user) else { throw error }
                // What is being compared is counted as wrong, until it was right.
                guard account.comparisons.areTaken || !credentials(of: account, for: request.ask).isEmpty else {
                    throw error
                }
            case .answered, .placed, .turn, .scan, .finished, .deadline, .turnOver, .wanted, .settled, .graceOver,
                .abandoned, .waitOver:
                break
            }
        }
        throw .cancelled(by: .client)
    }

    /// The credentials that the call takes, and that could be right now or after a wait.
    private func credentials(of account: Account, for ask: Ask) -> [Factor] {
        let situation = situations.situation(of: account)
        return ask.factors.filter { factor in
            Credential(factor).map {
                situation.policy.takes($0, situation.credentials, limits, at: clock.now())
            } ?? false
        }
    }
}

extension GateError {
    /// Whether it is about a finger, or about its not being taken; another credential may do then.
    fileprivate var isWithoutFinger: Bool {
        switch self {
        case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent,
            .authenticationFailed, .credentialRequired, .factorNotAllowed:
            true
        case .timedOut, .cancelled, .credentialNotSet, .credentialWrong, .credentialUnavailable, .credentialThrottled,
            .signInRequired, .pinUnacceptable, .itemNotFound, .itemExists, .itemInvalidated, .printNotFound,
            .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound,
            .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
            false
        }
    }
}
