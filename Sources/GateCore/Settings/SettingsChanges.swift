import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// A change whose cost can be asked for; the raw value is the contract's name.
package enum PreviewedChange: String, CaseIterable, Sendable {
    case enroll, deletePrint, deleteAllPrints, disableFingerprint, setPIN, removePIN, revokeAll, reset
}

/// Changes a user's settings: PIN, fingerprint unlocking, onboarding answers, revoke and reset.
///
/// Confined to the Gatekeeper's loop.
final class SettingsChanges {
    private let keystore: any CredentialStore
    private let users: Users
    private let records: Records
    private let authority: Authority
    private let credentials: Credentials
    private let passwords: Passwords
    private let prints: Prints
    private let calls: WaitingCalls
    private let authentications: Authentications
    private let rules: GateRules
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, users: Users, records: Records, authority: Authority,
        credentials: Credentials, passwords: Passwords, prints: Prints, calls: WaitingCalls,
        authentications: Authentications, rules: GateRules, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.users = users
        self.records = records
        self.authority = authority
        self.credentials = credentials
        self.passwords = passwords
        self.prints = prints
        self.calls = calls
        self.authentications = authentications
        self.rules = rules
        self.clock = clock
        self.audit = audit
    }

    /// Sets the PIN. The first one needs the password if it can be checked; a later one the old PIN or the password.
    func setPIN(
        _ pin: borrowing SecretBytes, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let minimum = rules.pinMinimumLength
        // The bytes are only read during the call.
        if let rule = unsafe pin.withBytes({ unsafe PINRule.broken(by: $0, minimumLength: minimum) }) {
            throw .pinUnacceptable(rule, minimumLength: minimum)
        }
        let account = try await users.lasting(user)
        let authority = try await authority(credential, for: account, by: caller)
        // Stretching the new PIN takes as long as a comparison, so it counts as the user's one.
        await account.comparisons.enter()
        defer { calls.comparisonEnded(of: account) }
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        let invalidated: Int
        do throws(KeystoreError) {
            invalidated = try await keystore.setPIN(pin, of: account.user, authorizedBy: authority)
        } catch {
            // Another call may have set the PIN meanwhile.
            throw audit.refused(error, fallbacks: account.hasPassword ? [.password, .pin] : [.pin])
        }
        endWhatPINAllowed(of: account)
        account.policy.credentialGiven(.pin, at: clock.now())
        try await records.save(account)
        try await settingsChanged(account)
        audit.changed(caller, user, .pinSet)
        return invalidated
    }

    private func authority(
        _ credential: consuming PresentedCredential?, for account: Account, by caller: Caller
    ) async throws(GateError) -> PINAuthority {
        guard !account.kept.pinSet else {
            // Only a right PIN unlocks a key, so without one it was the password.
            guard let unlocked = try await credentials.authorize(credential, for: account, by: caller) else {
                return .password
            }
            return .old(unlocked)
        }
        guard try await passwords.isSet(of: account) else {
            // A PIN allows enrolling a finger, so a PIN without a credential must not join prints that a credential
            // allowed.
            guard account.kept.vouchedPrints.isEmpty, !account.isKeepingPrint else {
                throw .credentialNotSet(.password)
            }
            return .first
        }
        _ = try await credentials.authorize(credential, accepting: [.password], for: account, by: caller)
        return .password
    }

    func removePIN(
        credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        guard account.kept.pinSet else { throw .credentialNotSet(.pin) }
        if !account.kept.vouchedPrints.isEmpty { try await passwords.require(of: account) }
        _ = try await credentials.authorize(credential, for: account, by: caller)
        // A running enrolment depends on the PIN that is removed.
        endWhatPINAllowed(of: account)
        // A finger may have been enrolled while the credential was compared.
        if account.isKeepingPrint || !account.kept.vouchedPrints.isEmpty {
            try await passwords.require(of: account)
        }
        let invalidated = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.removePIN(of: account.user)
        }
        // Ends calls that the PIN has allowed meanwhile.
        endWhatPINAllowed(of: account)
        try await settingsChanged(account)
        audit.changed(caller, user, .pinRemoved)
        return invalidated
    }

    /// Turns fingerprint unlocking on, after a match of an enrolled finger.
    func enableFingerprint(_ ask: Ask) async throws(GateError) {
        let account = try await users.lasting(ask.user)
        let timesTurnedOff = account.timesTurnedOff
        let presence = try await authority.presence(ask, of: account, enabling: true)
        _ = presence.takeProof()
        // DisableFingerprint may have started since the match. Written after it, "on" would win.
        guard account.timesTurnedOff == timesTurnedOff else { throw .cancelled(by: .revoked) }
        _ = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.setFingerprint(true, of: account.user)
        }
        try await settingsChanged(account)
        audit.changed(ask.caller, ask.user, .fingerprintEnabled)
    }

    /// When this returns, every fingerprint slot is destroyed on disk, and with it each item that has no other slot.
    func disableFingerprint(of user: UserID, by caller: Caller) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        account.timesTurnedOff += 1
        let wasOff = account.kept.fingerprintSwitch == .off
        let invalidated = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.setFingerprint(false, of: account.user)
        }
        // A call that still waits for a finger must not turn it on again.
        for call in calls.all(of: user) where call.ask.operation == .enable {
            call.cancel(by: .revoked)
        }
        try await settingsChanged(account)
        if !wasOff { audit.changed(caller, user, .fingerprintDisabled) }
        return invalidated
    }

    func answerOnboarding(
        app: AppName?, accepted: Bool, of user: UserID, by caller: Caller
    ) async throws(GateError) {
        let account = try await users.lasting(user)
        let isNews = account.kept.onboarding[app] != (accepted ? .accepted : .skipped)
        try await records.stored { keystore throws(KeystoreError) in
            try await keystore.answerOnboarding(app: app, accepted: accepted, of: account.user)
        }
        // An answer for one app, or a repeated one, changes nothing that an authentication could depend on.
        if app == nil, isNews { try await settingsChanged(account) } else { try await records.refresh(account) }
        if isNews { audit.changedAtWill(caller, account, .onboardingAnswered) }
    }

    func revokeAll(of user: UserID, by caller: Caller) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        let invalidated = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.revokeAll(of: account.user)
        }
        calls.cancel(of: user, by: .revoked)
        try await settingsChanged(account)
        audit.changedAtWill(caller, account, .everythingRevoked)
        return invalidated
    }

    /// Destroys everything of a user: the way out of a forgotten PIN, and for a number that changed hands.
    func reset(
        _ user: UserID, credential: consuming PresentedCredential?, by caller: Caller
    ) async throws(GateError) {
        if caller.peer.user != .root {
            let account = try await users.account(user)
            _ = try await credentials.authorize(credential, accepting: [.password], for: account, by: caller)
        }
        calls.cancel(of: user, by: .revoked)
        // A number that changed hands has no account here, and its prints stay on their chips.
        let account = try? await users.account(user)
        let present = account?.kept.prints ?? []
        let copies = Set(present.filter(prints.isOnChip).map(\.id))
        // A miss of which the disk has only the scan's record must be forgiven by a completed reset only, not by a
        // refused one.
        if let account, !account.entry.leftoverScans.isEmpty { try await records.save(account) }
        // A scan or comparison that is still running must not write its counts for the user's new start.
        account?.entry.isErased = true
        // Ends calls that began meanwhile.
        calls.cancel(of: user, by: .revoked)
        do throws(GateError) {
            try await records.forgetScans(of: user)
            try await records.stored { keystore throws(KeystoreError) in
                try await keystore.reset(user, chipCopies: copies)
            }
        } catch {
            account?.entry.isErased = false
            // Writes the misses that were judged meanwhile, since the scans' records may be gone.
            if let account, !account.entry.isPolicyOnDisk { try? await records.save(account, isSetback: true) }
            throw error
        }
        await prints.forgetWaiting(on: Set(present.map(\.reader)))
        authentications.end(of: user)
        users.drop(user)
        audit.changed(caller, user, .reset)
    }

    func preview(
        _ change: PreviewedChange, of user: UserID
    ) async throws(GateError) -> ChangePreview {
        let account = try await users.account(user)
        let keystoreChange: KeystoreChange =
            switch change {
            case .enroll: .enroll
            case .deletePrint: .deletePrint
            case .deleteAllPrints: .deleteAllPrints
            case .disableFingerprint: .disableFingerprint
            // The old PIN keeps everything, but a user with a password may set a new one without it.
            case .setPIN: account.hasPassword ? .resetPIN : .changePIN
            case .removePIN: .removePIN
            case .revokeAll: .revokeAll
            case .reset: .reset
            }
        return try await records.stored { keystore throws(KeystoreError) in
            try await keystore.preview(keystoreChange, of: account.user)
        }
    }

    /// Ends the calls that wait for a finger because of an earlier PIN or password.
    private func endWhatPINAllowed(of account: Account) {
        account.timesPINChanged += 1
        for call in calls.all(of: account.user.id) where !call.ask.isPermittedElsewhere {
            switch call.ask.operation {
            case .enroll, .renew: call.cancel(by: .revoked)
            case .authenticate, .enable, .store, .retrieve, .createKey, .sign: break
            }
        }
    }

    private func settingsChanged(_ account: Account) async throws(GateError) {
        authentications.end(of: account.user.id)
        try await records.refresh(account)
    }
}
