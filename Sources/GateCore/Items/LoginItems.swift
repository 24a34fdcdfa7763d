import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// Binds items for logins to the account's password, opens them for logins, and takes note of a password typed at one.
///
/// Confined to the Gatekeeper's loop.
final class LoginItems {
    private let keystore: any CredentialStore
    private let users: Users
    private let credentials: Credentials
    private let passwords: Passwords
    private let situations: Situations
    private let touches: LoginTouches
    private let rules: GateRules
    private let clock: GateClock
    private let audit: Audit
    /// The last results, of users who have an item for logins.
    private var results: [UserID: LoginResult] = [:]

    init(
        keystore: any CredentialStore, users: Users, credentials: Credentials, passwords: Passwords,
        situations: Situations, touches: LoginTouches, rules: GateRules, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.users = users
        self.credentials = credentials
        self.passwords = passwords
        self.situations = situations
        self.touches = touches
        self.rules = rules
        self.clock = clock
        self.audit = audit
    }

    // MARK: Storing

    /// Throws the refusals of an item for logins that need no answer of the user's.
    func requireStorable(_ account: Account) throws(GateError) {
        // A system account has no login with a keyring.
        guard account.hasName, !account.user.id.isSystemAccount else { throw .notPermitted(.noAccount) }
        guard rules.isLoginSealed else { throw .sealingUnavailable(.noTPM) }
    }

    /// Checks that the secret is the account's password, as any password is checked, and binds the item to it.
    func bind(
        _ secret: borrowing SecretBytes, of account: Account, by caller: Caller
    ) async throws(GateError) -> LoginBinding {
        try await passwords.require(of: account)
        // No password has a NUL: such a secret asks what else would refuse the item, and makes no guess.
        guard unsafe !secret.withBytes({ unsafe $0.contains(0) }) else {
            throw .credentialRequired(accepted: [.password])
        }
        // Before the check: a password that changes in between leaves the binding out of date, and nothing is released.
        let key = Self.freshKey()
        let binding = try await binding(of: account, under: key)
        guard let credential = PresentedCredential(.password, secret.duplicate()) else {
            throw .credentialNotSet(.password)
        }
        _ = try await credentials.check(credential, of: account, by: caller, accepting: [.password])
        results[account.user.id] = nil
        return binding
    }

    private func binding(of account: Account, under key: [UInt8]) async throws(GateError) -> LoginBinding {
        let digest: PasswordDigest
        do throws(PasswordUnavailable) {
            digest = try await passwords.digest(of: account, under: key)
        } catch {
            throw .credentialUnavailable(.password)
        }
        switch digest {
        case .set(let digest): return LoginBinding(key: key, digest: digest)
        case .notSet: throw .credentialNotSet(.password)
        }
    }

    private static func freshKey() -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<LoginBinding.keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    }

    // MARK: Opening

    /// The content of the user's item for logins, if the process may have it: once, after a touch that was for it. Nil
    /// for any refusal; the journal has the reason if there is an item.
    func open(_ user: UserID, service: String, by caller: Caller) async -> SecretBytes? {
        defer { users.askedAbout(user) }
        guard let account = try? await users.account(user) else { return nil }
        do throws(LoginRefusal) {
            guard let item = try await item(of: account) else { return nil }
            let secret = try await open(item, of: account, service: service, by: caller)
            results[user] = LoginResult(at: clock.now(), refusal: nil)
            audit.loginOpened(caller, user, item.closed.item.name, service: service)
            return secret
        } catch {
            audit.loginRefused(caller, user, error, service: service)
            if error != .noLoginService { results[user] = LoginResult(at: clock.now(), refusal: error) }
            return nil
        }
    }

    /// The item's result at the newest login; nil if none asked for it since it was stored, or since the refusal's cause
    /// has ended.
    func lastLogin(of user: UserID) async -> LoginResult? {
        guard let refusal = results[user]?.refusal, let account = try? await users.account(user) else {
            return results[user]
        }
        if await hasEnded(refusal, of: account), results[user]?.refusal == refusal { results[user] = nil }
        return results[user]
    }

    /// Whether a login would not be refused for this any more.
    private func hasEnded(_ refusal: LoginRefusal, of account: Account) async -> Bool {
        switch refusal {
        case .credentialAge, .boot:
            return LoginRequest.credentialNeeded(situations.situation(of: account), at: clock.now()) == nil
        case .lockedOut: return !credentials.isLockedOut(account)
        case .fingerprintDisabled: return situations.situation(of: account).facts.fingerprintSwitch == .on
        case .passwordChanged, .passwordLocked, .passwordUnknown:
            guard let item = (try? await keystore.itemForLogin(of: account.user)) ?? nil else { return false }
            return (try? await requireUnchangedPassword(of: account, item.binding)) != nil
        // Storing the item again forgets the result.
        case .fingersChanged, .itemClosed: return false
        case .noLoginService, .noTouch, .otherProcess, .touchTooOld, .administrator, .suspending: return false
        }
    }

    private func item(of account: Account) async throws(LoginRefusal) -> LoginItem? {
        do throws(KeystoreError) {
            return try await keystore.itemForLogin(of: account.user)
        } catch {
            throw closed(error)
        }
    }

    private func open(
        _ item: LoginItem, of account: Account, service: String, by caller: Caller
    ) async throws(LoginRefusal) -> SecretBytes {
        guard rules.loginServices.contains(service) else { throw .noLoginService }
        let touch = try touches.take(of: account.user.id, by: caller.peer)
        try await requireUnchangedPassword(of: account, item.binding)
        let name = item.closed.item.name
        let now = clock.now()
        let request = LoginRequest(user: account.user.id, peer: caller.peer, item: name)
        let verdict = request.released(
            by: touch, opening: account.openingPrints, enrollment: account.kept.enrollmentID,
            situation: situations.situation(of: account), at: now)
        switch consume verdict {
        case .deny(let refusal): throw refusal
        case .grant(let proof):
            do throws(KeystoreError) {
                return try await keystore.openForLogin(item.closed, proof: proof, now: clock.now())
            } catch {
                throw closed(error)
            }
        }
    }

    private func requireUnchangedPassword(
        of account: Account, _ binding: LoginBinding
    ) async throws(LoginRefusal) {
        let present: PasswordDigest
        do throws(PasswordUnavailable) {
            present = try await passwords.digest(of: account, under: binding.key)
        } catch {
            throw .passwordUnknown
        }
        switch present {
        case .set(binding.digest): return
        case .set: throw .passwordChanged
        case .notSet: throw .passwordLocked
        }
    }

    // MARK: A typed password

    /// Compares a password that a login has accepted, if misses have locked the user's fingers, or logins by finger or
    /// the user's item for logins wait for it; otherwise ignores it. A right one ends the lockout, and takes the place of a stale one.
    ///
    /// The rules of every password apply. It counts as no authentication, and the caller does not learn the result.
    func typed(_ password: consuming SecretBytes, of user: UserID, by caller: Caller) async {
        defer { users.askedAbout(user) }
        guard let account = try? await users.account(user), account.hasName else { return }
        let (hasItem, stale) = await itemToRenew(of: account)
        func isDue() -> Bool {
            if stale != nil || credentials.isLockedOut(account) { return true }
            // Logins by finger may wait for it.
            if situations.loginRefusal(of: account) != nil { return true }
            // A typed password restarts the 72 hours in which a finger may open the item.
            return hasItem
                && LoginRequest.credentialNeeded(situations.situation(of: account), at: clock.now()) != nil
        }
        guard isDue(), await passwords.learn(of: account) == .set,
            // Another login may have ended the lockout meanwhile.
            isDue(), let credential = PresentedCredential(.password, password)
        else { return }
        let wasLockedOut = credentials.isLockedOut(account)
        do throws(GateError) {
            // Before the check, as when the item is stored.
            let binding = stale == nil ? nil : try await binding(of: account, under: Self.freshKey())
            let compared = try await credentials.check(credential, of: account, by: caller, isRecorded: false)
            if wasLockedOut { audit.changed(caller, user, .lockoutEnded) }
            guard let stale, let binding else { return }
            try await renew(stale, of: account, to: credential.secret, boundBy: binding, compared, by: caller)
            audit.changed(caller, user, .loginRenewed, item: stale.closed.item.name)
        } catch {
            audit.denied(
                caller, user, RefusedCall(method: "PasswordTyped", operation: nil, item: nil, error: error),
                hasAccount: true)
        }
    }

    /// Whether the user has an item for logins, and that item if it was stored under another password than the account
    /// has.
    private func itemToRenew(of account: Account) async -> (hasItem: Bool, stale: LoginItem?) {
        guard let item = (try? await keystore.itemForLogin(of: account.user)) ?? nil else { return (false, nil) }
        do throws(LoginRefusal) {
            try await requireUnchangedPassword(of: account, item.binding)
            return (true, nil)
        } catch {
            return (true, error == .passwordChanged ? item : nil)
        }
    }

    private func renew(
        _ item: LoginItem, of account: Account, to password: borrowing SecretBytes, boundBy binding: LoginBinding,
        _ compared: consuming ComparedCredential, by caller: Caller
    ) async throws(GateError) {
        let name = item.closed.item.name
        let request = LoginRequest(user: account.user.id, peer: caller.peer, item: name)
        switch request.renewed(by: compared.right, at: clock.now()) {
        case .deny: return
        case .grant(let proof):
            do throws(KeystoreError) {
                try await keystore.renewForLogin(
                    item.closed, to: password, boundBy: binding, proof: proof, now: clock.now())
            } catch {
                throw audit.refused(error, item: name)
            }
        }
    }

    private func closed(_ error: KeystoreError) -> LoginRefusal {
        _ = audit.refused(error)
        return .itemClosed
    }
}
