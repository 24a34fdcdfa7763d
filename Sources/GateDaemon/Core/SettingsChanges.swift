import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// A change whose cost can be asked for; the raw value is the contract's name.
enum PreviewedChange: String, CaseIterable, Sendable {
    case enroll, deletePrint, deleteAllPrints, disableFingerprint, setPIN, removePIN, revokeAll, reset
}

/// Changes of a user's settings: PIN, fingerprint unlocking, what was answered, and the ends of all of it.
///
/// It lives on the Gatekeeper's loop.
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

    /// Sets the PIN. The first one takes the password where one can be checked; a later one the old PIN or the password.
    func setPIN(
        _ pin: borrowing SecretBytes, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let minimum = rules.pinMinimumLength
        // The bytes are only looked at during the call.
        if let rule = unsafe pin.withBytes({ unsafe PINRule.broken(by: $0, minimumLength: minimum) }) {
            throw .pinUnacceptable(rule, minimumLength: minimum)
        }
        let account = try await users.lasting(user)
        let authority = try await authority(credential, for: account, by: caller)
        // The new PIN is stretched as one that is compared is: one of a user's at a time.
        await account.comparisons.enter()
        defer { calls.comparisonEnded(of: account) }
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        let invalidated: Int
        do throws(KeystoreError) {
            invalidated = try await keystore.setPIN(pin, of: account.user, authorizedBy: authority)
        } catch {
            // Another call may have set the PIN meanwhile, so that there is one now.
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
            // Only a right PIN unlocks anything: without a key it was the password.
            guard let unlocked = try await credentials.authorize(credential, for: account, by: caller) else {
                return .password
            }
            return .old(unlocked)
        }
        guard try await passwords.isSet(of: account) else {
            // Whoever may set a PIN may enrol a finger: prints that a password let in are not to be joined for nothing.
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
        // A finger that is being enrolled rests on the PIN that goes.
        endWhatPINAllowed(of: account)
        // One may have been enrolled while the credential was compared.
        if account.isKeepingPrint || !account.kept.vouchedPrints.isEmpty {
            try await passwords.require(of: account)
        }
        let invalidated = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.removePIN(of: account.user)
        }
        // Those that the PIN has allowed since.
        endWhatPINAllowed(of: account)
        try await settingsChanged(account)
        audit.changed(caller, user, .pinRemoved)
        return invalidated
    }

    /// Turns fingerprint unlocking on, after a finger that is enrolled was presented.
    func enableFingerprint(_ ask: Ask) async throws(GateError) {
        let account = try await users.lasting(ask.user)
        let timesTurnedOff = account.timesTurnedOff
        let presence = try await authority.presence(ask, of: account, enabling: true)
        _ = presence.takeProof()
        // "Off" may be on its way to the disk since the finger matched; written behind it, "on" would be the last word.
        guard account.timesTurnedOff == timesTurnedOff else { throw .cancelled(by: .revoked) }
        _ = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.setFingerprint(true, of: account.user)
        }
        try await settingsChanged(account)
        audit.changed(ask.caller, ask.user, .fingerprintEnabled)
    }

    /// When this returns, everything that a fingerprint could open is destroyed on disk.
    func disableFingerprint(of user: UserID, by caller: Caller) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        account.timesTurnedOff += 1
        let wasOff = account.kept.fingerprintSwitch == .off
        let invalidated = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.setFingerprint(false, of: account.user)
        }
        // The last word is "off": a finger that is still waited for does not turn it on again.
        for request in calls.all(of: user) where request.ask.operation == .enable {
            request.cancel(by: .revoked)
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
        // An app's own answer, and one that is there already, change nothing that an authentication could rest on.
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

    /// Everything of a user: the way out of a forgotten PIN, and of a number that belongs to somebody else now.
    func reset(
        _ user: UserID, credential: consuming PresentedCredential?, by caller: Caller
    ) async throws(GateError) {
        if caller.peer.user != .root {
            let account = try await users.account(user)
            _ = try await credentials.authorize(credential, accepting: [.password], for: account, by: caller)
        }
        calls.cancel(of: user, by: .revoked)
        // A number that belongs to somebody else now has no account here, and its prints stay on their chips.
        let account = try? await users.account(user)
        let present = account?.kept.prints ?? []
        let copies = Set(present.filter(prints.isOnChip).map(\.id))
        // A miss whose record is all that the disk has of it is forgiven with the reset, not by one that is refused.
        if let account, !account.entry.leftoverScans.isEmpty { try await records.save(account) }
        // What still waits for a judgement, or compares a PIN, would write its counts for the user as new ones.
        account?.entry.isErased = true
        // Those that have begun since.
        calls.cancel(of: user, by: .revoked)
        do throws(GateError) {
            try await records.forgetScans(of: user)
            try await records.stored { keystore throws(KeystoreError) in
                try await keystore.reset(user, chipCopies: copies)
            }
        } catch {
            account?.entry.isErased = false
            // What was judged meanwhile: the scan's record may be gone.
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
            // With the old PIN nothing is lost; whoever has a password may come without it.
            case .setPIN: account.hasPassword ? .resetPIN : .changePIN
            case .removePIN: .removePIN
            case .revokeAll: .revokeAll
            case .reset: .reset
            }
        return try await records.stored { keystore throws(KeystoreError) in
            try await keystore.preview(keystoreChange, of: account.user)
        }
    }

    /// Ends the calls that wait for a finger on the strength of an earlier PIN or password.
    private func endWhatPINAllowed(of account: Account) {
        account.timesPINChanged += 1
        // What the face interface asks for rests on polkit's word.
        for request in calls.all(of: account.user.id) where !request.ask.isForFace {
            switch request.ask.operation {
            case .enroll, .renew: request.cancel(by: .revoked)
            case .authenticate, .enable, .store, .retrieve, .createKey, .sign: break
            }
        }
    }

    private func settingsChanged(_ account: Account) async throws(GateError) {
        authentications.end(of: account.user.id)
        try await records.refresh(account)
    }
}
