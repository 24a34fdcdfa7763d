import GateModel
@_spi(Evidence) import GatePolicy
import GateSecret
import GateSystem
import GateVault

extension PresentedCredential {
    /// `PresentedCredential` holds only typed factors; its initialiser guarantees that.
    var kind: CredentialKind { factor == .pin ? .pin : .password }
}

/// Compares PINs and passwords, and counts the tries.
///
/// Confined to the Gatekeeper's loop.
final class Credentials {
    private let keystore: any CredentialStore
    private let records: Records
    private let users: Users
    private let passwords: Passwords
    private let calls: WaitingCalls
    private let situations: Situations
    private let authentications: Authentications
    private let proofs: Proofs
    private let limits: PolicyLimits
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, records: Records, users: Users, passwords: Passwords, calls: WaitingCalls,
        situations: Situations, authentications: Authentications, proofs: Proofs, limits: PolicyLimits,
        clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.records = records
        self.users = users
        self.passwords = passwords
        self.calls = calls
        self.situations = situations
        self.authentications = authentications
        self.proofs = proofs
        self.limits = limits
        self.clock = clock
        self.audit = audit
    }

    /// Compares a credential.
    ///
    /// The try is on disk before the comparison, so that a crash in between forgives nothing. A right credential counts
    /// as an authentication of the caller's connection, unless `isRecorded` is false or an event has ended the user's
    /// authentications meanwhile.
    ///
    /// Compares one credential of a user at a time, because all users share scrypt and the password helper. Throws
    /// `requestNotFound` without a comparison if `call` has been decided.
    ///
    /// - Parameters:
    ///   - accepting: the credentials that the call accepts; nil for those of the `call`.
    ///   - isRecorded: whether a right credential counts as an authentication.
    func check(
        _ credential: borrowing PresentedCredential, of account: Account, by caller: Caller,
        accepting: [CredentialKind]? = nil, for call: WaitingCall? = nil, isRecorded: Bool = true
    ) async throws(GateError) -> ComparedCredential {
        await account.comparisons.enter()
        defer { calls.comparisonEnded(of: account) }
        if let call { try calls.requireUndecided(call) }
        let kind = credential.kind
        let begun = authentications.era(of: account.user.id)
        let now = clock.now()
        let taken = accepting ?? call?.ask.factors.compactMap(CredentialKind.init) ?? CredentialKind.allCases
        if let refusal = account.policy.refusal(of: kind, among: taken, account.credentials, limits, at: now) {
            throw refusal
        }
        // A text that cannot be a PIN cannot be right, so it is not counted. Its bytes are only read during the call.
        let couldBePIN = unsafe credential.secret.withBytes { unsafe PINRule.couldBePIN($0) }
        guard kind != .pin || couldBePIN else { throw wrong(.pin, account) }
        let before = account.policy
        account.policy.credentialTried(kind, at: now)
        do throws(GateError) {
            try await records.save(account, isSetback: true, mayBeRefused: true)
        } catch {
            // Without a comparison there was no try. Otherwise a disk that fails for a while would block a right PIN.
            account.policy.credentialNotCompared(kind, restoring: before)
            calls.changed(account)
            throw error
        }
        // For a waiting call, the authentication is recorded when the credential decides the call.
        let recording = call == nil && isRecorded ? caller : nil
        switch kind {
        case .pin:
            guard let unlocked = try await unlock(credential.secret, of: account) else {
                caller.life.noteMiss()
                throw wrong(.pin, account)
            }
            let authentication = try await accepted(.pin, account, by: recording, begunIn: begun)
            return ComparedCredential(RightCredential(.pin, of: account.user.id), unlocked, authentication)
        case .password:
            switch try await judge(credential.secret, of: account, restoring: before) {
            case .right: break
            case .wrong, .refused:
                caller.life.noteMiss()
                throw wrong(.password, account)
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

    private func judge(
        _ password: borrowing SecretBytes, of account: Account, restoring before: UserPolicy
    ) async throws(GateError) -> PasswordVerdict {
        do throws(PasswordUnavailable) {
            return try await passwords.judge(password, of: account)
        } catch {
            // A try that may have been compared stays counted. Otherwise slowing down the machine would give free
            // guesses.
            if error != .timeOver {
                account.policy.credentialNotCompared(.password, restoring: before)
                try await records.save(account)
            }
            throw .credentialUnavailable(.password)
        }
    }

    private func wrong(_ credential: CredentialKind, _ account: Account) -> GateError {
        calls.changed(account)
        return account.policy.wrong(credential, limits, at: clock.now())
    }

    private func accepted(
        _ credential: CredentialKind, _ account: Account, by caller: Caller?, begunIn begun: AuthenticationEra
    ) async throws(GateError) -> Authentication {
        let authentication = Authentication(factor: credential.factor, at: clock.now(), reader: nil)
        account.policy.credentialGiven(credential, at: authentication.at)
        try await records.save(account)
        if let caller { proofs.record(authentication, by: caller, of: account.user.id, begunIn: begun) }
        return authentication
    }

    /// Guards a change that a finger never authorises. Throws the error that names the accepted credentials, unless a
    /// right one is given.
    func authorize(
        _ credential: consuming PresentedCredential?, accepting: [CredentialKind] = [.password, .pin],
        for account: Account, by caller: Caller
    ) async throws(GateError) -> UnlockedPIN? {
        let present = try await passwords.present(accepting, given: credential?.kind, of: account)
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

    // MARK: Answers to waiting calls

    /// Gives a credential to a waiting call. A right one decides the call.
    func answer(
        _ id: RequestID?, _ credential: consuming PresentedCredential, by caller: Caller
    ) async throws(GateError) {
        let call = try calls.waiting(id, for: caller)
        try calls.requireUndecided(call)
        let factor = credential.factor
        let compared: ComparedCredential
        do throws(GateError) {
            compared = try await compare(credential, given: call, by: caller)
        } catch {
            if calls[call.id] != nil, !call.isDecided {
                calls.report((call.progress ?? Progress(.queued)).refusing(factor, error), of: call)
            }
            throw error
        }
        guard calls[call.id] != nil, call.answer(by: compared) else {
            throw .requestNotFound(call.id)
        }
    }

    private func compare(
        _ credential: consuming PresentedCredential, given call: WaitingCall, by caller: Caller
    ) async throws(GateError) -> ComparedCredential {
        let account = try await users.account(call.ask.user)
        guard call.ask.factors.contains(credential.factor) else {
            throw situations.situation(of: account).refusal(
                of: credential.factor, allowed: call.ask.factors, item: call.ask.opened, at: clock.now())
        }
        if credential.factor == .password { try await passwords.require(of: account) }
        return try await check(credential, of: account, by: caller, for: call)
    }

    /// Whether misses have locked the user's fingers, for items or at logins.
    func isLockedOut(_ account: Account) -> Bool {
        let (policy, now) = (account.policy, clock.now())
        return policy.lockout.state(limits, at: now) != .open || policy.loginLockout(limits, at: now) != nil
    }
}

extension Progress {
    /// This progress, with the report that a credential did not decide the call.
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
            // The credential was not compared.
            case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent,
                .authenticationFailed, .timedOut, .cancelled, .userNeeded, .credentialUnavailable, .pinUnacceptable,
                .itemNotFound,
                .itemExists, .itemInvalidated, .signatureRefused, .printNotFound, .fingerAlreadyEnrolled,
                .fingerKnownToReader,
                .readerNotFound, .readerFull, .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed,
                .notPermitted:
                (nil, nil, nil)
            }
        return progress
    }
}
