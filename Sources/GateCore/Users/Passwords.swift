import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// Whether users have passwords. The system can change them at any time, so a decision asks the helper again. Status
/// reports follow the system's files, and a helper that failed is asked again.
///
/// Confined to the Gatekeeper's loop.
final class Passwords {
    private let checker: (any PasswordChecker)?
    private let accounts: Accounts
    private let calls: WaitingCalls
    private let helper: String
    private let clock: GateClock
    private let audit: Audit
    private let errands: Errands
    /// How the helper failed when it was last asked; nil if it answered.
    private var failure: PasswordUnavailable?

    /// How long a user's first call waits for a helper that may hang. A later answer reaches the watchers.
    private static let firstAnswer: Duration = .seconds(1)

    init(
        checker: (any PasswordChecker)?, helper: String, accounts: Accounts, calls: WaitingCalls, clock: GateClock,
        audit: Audit, errands: Errands
    ) {
        self.checker = checker
        self.helper = helper
        self.accounts = accounts
        self.calls = calls
        self.clock = clock
        self.audit = audit
        self.errands = errands
    }

    // MARK: For decisions

    /// Asks the helper again.
    @discardableResult
    func learn(of account: Account) async -> PasswordState {
        let asked = clock.now().sinceBoot
        if account.password.isFresh(at: asked) { return account.password.state }
        // Joins a running question, because all users share the helpers.
        if let question = account.password.question { return await question.value() }
        let question = Pledge<PasswordState>()
        account.password.question = question
        defer { question.fulfil(account.password.state) }
        let state = await ask(about: account)
        // The system's files may have changed since the question.
        guard account.password.question === question else { return await learn(of: account) }
        account.password.question = nil
        guard account.password.learn(state, asked: asked, at: clock.now().sinceBoot) else {
            return account.password.state
        }
        calls.changed(account)
        goOnAsking(about: account)
        return state
    }

    /// Guards an action that needs a password.
    func require(of account: Account) async throws(GateError) {
        guard try await isSet(of: account) else { throw .credentialNotSet(.password) }
    }

    /// Whether the user has a password. Throws `credentialUnavailable` if the helper cannot tell, so that no decision
    /// is made without it.
    func isSet(of account: Account) async throws(GateError) -> Bool {
        switch await learn(of: account) {
        case .set: true
        case .notSet: false
        case .unknown: throw .credentialUnavailable(.password)
        }
    }

    /// The accepted credentials that the user has. If the helper cannot be asked, throws for callers who gave the
    /// password, or have no PIN to give instead.
    func present(
        _ accepting: [CredentialKind], given: CredentialKind?, of account: Account
    ) async throws(GateError) -> [CredentialKind] {
        let isPINEnough = accepting.contains(.pin) && account.kept.pinSet && given != .password
        if accepting.contains(.password), !isPINEnough || given == nil {
            let state = await learn(of: account)
            if state == .unknown, !isPINEnough { throw .credentialUnavailable(.password) }
        }
        return accepting.filter(account.credentials.has)
    }

    /// Checks the password with the system; takes at most 10 s if the helper hangs.
    func judge(
        _ password: borrowing SecretBytes, of account: Account
    ) async throws(PasswordUnavailable) -> PasswordVerdict {
        do throws(PasswordUnavailable) {
            guard let checker else { throw .missing }
            return try await checker.check(password, of: account.user)
        } catch {
            note(error)
            throw error
        }
    }

    /// A digest of the account's entry in the shadow database; takes at most 10 s if the helper hangs.
    func digest(of account: Account, under key: [UInt8]) async throws(PasswordUnavailable) -> PasswordDigest {
        do throws(PasswordUnavailable) {
            guard let checker else { throw .missing }
            return try await checker.digest(of: account.user, under: key)
        } catch {
            // An account of a directory service has no entry: the helper did not fail.
            if error != .noAnswer { note(error) }
            throw error
        }
    }

    /// Asks the helper; takes at most 10 s if it hangs.
    private func ask(about account: Account) async -> PasswordState {
        // A number without an account has no password. There may be thousands of them, so the helper is not asked.
        guard let checker, account.hasName else { return .notSet }
        do throws(PasswordUnavailable) {
            let hasPassword = try await checker.hasPassword(account.user)
            note(nil)
            return hasPassword ? .set : .notSet
        } catch {
            note(error)
            return .unknown
        }
    }

    /// Writes a journal line when the helper fails, fails in another way, or answers again.
    private func note(_ failure: PasswordUnavailable?) {
        guard failure != self.failure else { return }
        self.failure = failure
        audit.passwordHelper(helper, failure)
    }

    // MARK: For status reports

    /// Asks the helper about a newly loaded user. `firstQuestion` ends with its answer, or after a second without one.
    func learnFirst(of account: Account) {
        let (user, question) = (account.user.id, Pledge<Void>())
        let patience = errands.run(.endFirstQuestion(user, question), after: Self.firstAnswer)
        account.password.firstQuestion = (question, patience)
        errands.run(.learnPasswordFirst(user, question))
    }

    func learnFirst(of user: UserID, _ question: Pledge<Void>) async {
        if let account = accounts[user] { await learn(of: account) }
        endFirst(question, of: user)
    }

    /// Resumes the callers that wait for the first answer, even if the account was dropped meanwhile.
    func endFirst(_ question: Pledge<Void>, of user: UserID) {
        question.fulfil(())
        guard let account = accounts[user], account.password.firstQuestion?.pledge === question else { return }
        account.password.firstQuestion = nil
        calls.changed(account)
    }

    /// Asks until the helper answers, so that status reports become true without a call.
    private func goOnAsking(about account: Account) {
        guard account.password.state == .unknown else { return }
        account.password.askAgain { errands.run(.learnPasswordAgain(account.user.id), after: $0) }
    }

    func learnAgain(of user: UserID) async {
        guard let account = accounts[user] else { return }
        account.password.asksAgain()
        await learn(of: account)
        // The last answer may have been so recent that the helper was not asked.
        goOnAsking(about: account)
    }
}
