import GateModel
@_spi(Evidence) import GatePolicy
import GateSecret
import GateSystem
import GateVault

extension PresentedCredential {
    /// `PresentedCredential` holds only typed factors, which its initialiser guarantees.
    var kind: Credential { factor == .pin ? .pin : .password }
}

extension Gatekeeper {
    /// Compares a credential.
    ///
    /// The try is on disk before the comparison, so that a crash in between forgives nothing. A right one counts as an
    /// authentication of the caller's connection, where it is to be recorded and nothing ended it meanwhile.
    ///
    /// One of a user's at a time: scrypt and the password helper are everybody's. A credential that is given to a
    /// `request` is not compared once that is decided.
    ///
    /// - Parameters:
    ///   - accepting: the credentials that the call takes; nil for those of the `request`.
    ///   - isRecorded: whether it is to count as an authentication of the caller's at all.
    func check(
        _ credential: borrowing PresentedCredential, of account: Account, by caller: Caller,
        accepting: [Credential]? = nil, for request: WaitingRequest? = nil, isRecorded: Bool = true
    ) async throws(GateError) -> ComparedCredential {
        await account.comparisons.enter()
        defer { calls.comparisonEnded(of: account) }
        if let request { try calls.requireUndecided(request) }
        let kind = credential.kind
        let begun = authentications.era(of: account.user.id)
        let now = clock.now()
        let taken = accepting ?? request?.ask.factors.compactMap(Credential.init) ?? Credential.allCases
        if let refusal = account.policy.refusal(of: kind, among: taken, account.credentials, limits, at: now) {
            throw refusal
        }
        // What is no PIN at all cannot be right, so that nothing has to count it. The bytes are only looked at during the
        // call.
        let couldBePIN = unsafe credential.secret.withBytes { unsafe PINRule.couldBePIN($0) }
        guard kind != .pin || couldBePIN else { throw wrong(.pin, account) }
        let before = account.policy
        account.policy.credentialTried(kind, at: now)
        do throws(GateError) {
            try await save(account, isSetback: true, mayBeRefused: true)
        } catch {
            // It is not compared, so it was no try; else a disk that fails for a while would block a right PIN.
            account.policy.credentialNotCompared(kind, restoring: before)
            calls.changed(account)
            throw error
        }
        // Given to a waiting call, it counts where it decides that, not before.
        let recording = request == nil && isRecorded ? caller : nil
        switch kind {
        case .pin:
            guard let unlocked = try await unlock(credential.secret, of: account) else {
                caller.life.noteMiss()
                throw wrong(.pin, account)
            }
            let authentication = try await accepted(.pin, account, by: recording, begunIn: begun)
            return ComparedCredential(RightCredential(.pin, of: account.user.id), unlocked, authentication)
        case .password:
            switch await judge(credential.secret, of: account) {
            case .success(.right): break
            case .success(.wrong), .success(.refused):
                caller.life.noteMiss()
                throw wrong(.password, account)
            case .failure(let failure):
                // What may have been compared stays counted: else whoever slows the machine down guesses for free.
                noteHelper(failure)
                if failure != .timeOver {
                    account.policy.credentialNotCompared(.password, restoring: before)
                    try await save(account)
                }
                throw .credentialUnavailable(.password)
            }
            let authentication = try await accepted(.password, account, by: recording, begunIn: begun)
            return ComparedCredential(RightCredential(.password, of: account.user.id), nil, authentication)
        }
    }

    private func unlock(
        _ pin: borrowing SecretBytes, of account: Account
    ) async throws(GateError) -> UnlockedPIN? {
        do throws(KeystoreError) {
            return try await keystore.unlock(pin: pin, of: account.user)
        } catch {
            throw audit.refused(error)
        }
    }

    /// The system's verdict.
    private func judge(
        _ password: borrowing SecretBytes, of account: Account
    ) async -> Result<PasswordVerdict, PasswordUnavailable> {
        guard let passwords else { return .failure(.missing) }
        do throws(PasswordUnavailable) {
            return .success(try await passwords.check(password, of: account.user))
        } catch {
            return .failure(error)
        }
    }

    private func wrong(_ credential: Credential, _ account: Account) -> GateError {
        calls.changed(account)
        return account.policy.wrong(credential, limits, at: clock.now())
    }

    private func accepted(
        _ credential: Credential, _ account: Account, by caller: Caller?, begunIn begun: AuthenticationEra
    ) async throws(GateError) -> Authentication {
        let authentication = Authentication(factor: credential.factor, at: clock.now(), reader: nil)
        account.policy.credentialGiven(credential, at: authentication.at)
        try await save(account)
        if let caller { record(authentication, by: caller, of: account.user.id, begunIn: begun) }
        return authentication
    }

    /// Guards a change that a finger never authorises: a right PIN or password, or the error that names what is wanted.
    func authorize(
        _ credential: consuming PresentedCredential?, accepting: [Credential] = [.password, .pin],
        for account: Account, by caller: Caller
    ) async throws(GateError) -> UnlockedPIN? {
        let present = try await present(accepting, given: credential?.kind, of: account)
        guard !present.isEmpty else {
            throw account.policy.wanted(accepting, account.credentials, limits, at: clock.now())
        }
        guard let credential else {
            throw account.policy.wanted(accepting, account.credentials, limits, at: clock.now())
        }
        guard accepting.contains(credential.kind) else {
            throw situations.situation(of: account).refusal(
                of: credential.factor, allowed: accepting.map(\.factor), at: clock.now())
        }
        return try await check(credential, of: account, by: caller, accepting: accepting).takeUnlocked()
    }

    // MARK: Given to a call that waits

    /// Gives a credential to a waiting call; right, it decides the call.
    func answer(
        _ id: RequestID?, _ credential: consuming PresentedCredential, by caller: Caller
    ) async throws(GateError) {
        let request = try calls.waiting(id, for: caller)
        try calls.requireUndecided(request)
        let factor = credential.factor
        let compared: ComparedCredential
        do throws(GateError) {
            compared = try await compare(credential, given: request, by: caller)
        } catch {
            if calls[request.id] != nil, !request.isDecided {
                calls.report((request.progress ?? Progress(.queued)).refusing(factor, error), of: request)
            }
            throw error
        }
        guard calls[request.id] != nil, request.answer(by: compared) else {
            throw .requestNotFound(request.id)
        }
    }

    private func compare(
        _ credential: consuming PresentedCredential, given request: WaitingRequest, by caller: Caller
    ) async throws(GateError) -> ComparedCredential {
        let account = try await account(request.ask.user)
        guard request.ask.factors.contains(credential.factor) else {
            throw situations.situation(of: account).refusal(
                of: credential.factor, allowed: request.ask.factors, item: request.ask.opened, at: clock.now())
        }
        if credential.factor == .password { try await requirePassword(of: account) }
        return try await check(credential, of: account, by: caller, for: request)
    }
}

extension Progress {
    /// This progress, told that a credential did not decide the call.
    fileprivate func refusing(_ factor: Factor, _ error: GateError) -> Progress {
        var progress = self
        progress.event = .credentialWrong
        progress.hint = nil
        progress.factor = factor
        (progress.attemptsRemaining, progress.retryAfter, progress.refusal) =
            switch error {
            case .credentialWrong(_, let remaining, let retryAfter): (remaining, retryAfter, nil)
            case .credentialThrottled(_, let retryAfter): (0, retryAfter, nil)
            case .credentialRequired, .signInRequired: (nil, nil, .blocked)
            case .credentialNotSet, .factorNotAllowed: (nil, nil, .notTaken)
            // It was not compared.
            case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent,
                .authenticationFailed, .timedOut, .cancelled, .credentialUnavailable, .pinUnacceptable, .itemNotFound,
                .itemExists, .itemInvalidated, .printNotFound, .fingerAlreadyEnrolled, .fingerKnownToReader,
                .readerNotFound, .readerFull, .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed,
                .notPermitted:
                (nil, nil, nil)
            }
        return progress
    }
}
