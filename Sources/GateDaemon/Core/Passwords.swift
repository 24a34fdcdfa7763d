import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// What is known of the users' passwords. They are the system's to change, so a decision asks anew; what is told follows
/// the system's files, and a helper that is down is asked again.
///
/// It lives on the Gatekeeper's loop.
final class Passwords {
    private let checker: (any PasswordChecker)?
    private let accounts: Accounts
    private let calls: WaitingCalls
    private let helper: String
    private let clock: GateClock
    private let audit: Audit
    private let errands: Errands
    /// How the helper failed when it was last asked; nil where it answered.
    private var failure: PasswordUnavailable?

    /// How long a user's first call waits for a helper that may hang; what it says later is pushed.
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

    // MARK: For a decision

    /// Asks the helper anew.
    @discardableResult
    func learn(of account: Account) async -> PasswordState {
        let asked = clock.now().sinceBoot
        if account.password.isFresh(at: asked) { return account.password.state }
        // Whoever asks while the helper does is answered with it: the helper is everybody's.
        if let question = account.password.question { return await question.value() }
        let question = Pledge<PasswordState>()
        account.password.question = question
        defer { question.fulfil(account.password.state) }
        let state = await ask(about: account)
        // The system's files may have changed since it was asked.
        guard account.password.question === question else { return await learn(of: account) }
        account.password.question = nil
        guard account.password.learn(state, asked: asked, at: clock.now().sinceBoot) else {
            return account.password.state
        }
        calls.changed(account)
        goOnAsking(about: account)
        return state
    }

    /// For what cannot do without a password.
    func require(of account: Account) async throws(GateError) {
        guard try await isSet(of: account) else { throw .credentialNotSet(.password) }
    }

    /// Whether the user has a password. Throws `credentialUnavailable` where that cannot be found out: nobody gets past it.
    func isSet(of account: Account) async throws(GateError) -> Bool {
        switch await learn(of: account) {
        case .set: true
        case .notSet: false
        case .unknown: throw .credentialUnavailable(.password)
        }
    }

    /// Which of the credentials the user has. Where the helper cannot be asked, that is an error for those who give the
    /// password, or have nothing else to give.
    func present(
        _ accepting: [Credential], given: Credential?, of account: Account
    ) async throws(GateError) -> [Credential] {
        let isPINEnough = accepting.contains(.pin) && account.kept.pinSet && given != .password
        if accepting.contains(.password), !isPINEnough || given == nil {
            let state = await learn(of: account)
            if state == .unknown, !isPINEnough { throw .credentialUnavailable(.password) }
        }
        return accepting.filter(account.credentials.has)
    }

    /// The system's verdict; takes 10 s at most, where the helper hangs.
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

    /// Asks the helper; takes 10 s at most, where it hangs.
    private func ask(about account: Account) async -> PasswordState {
        // A number without an account has none, and thousands of them are not to keep the helpers busy.
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

    /// Tells the journal of a helper that fails, once until it fails otherwise or answers.
    private func note(_ failure: PasswordUnavailable?) {
        guard failure != self.failure else { return }
        self.failure = failure
        audit.passwordHelper(helper, failure)
    }

    // MARK: For what is told

    /// Asks the helper about a user who is new here; `firstQuestion` ends with its answer, or without one after a moment.
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

    /// Whoever waits for it goes on, also where the account was dropped meanwhile.
    func endFirst(_ question: Pledge<Void>, of user: UserID) {
        question.fulfil(())
        guard let account = accounts[user], account.password.firstQuestion?.pledge === question else { return }
        account.password.firstQuestion = nil
        calls.changed(account)
    }

    /// Until the helper answers: what is told is to become true without anybody's call.
    private func goOnAsking(about account: Account) {
        guard account.password.state == .unknown else { return }
        account.password.askAgain { errands.run(.learnPasswordAgain(account.user.id), after: $0) }
    }

    func learnAgain(of user: UserID) async {
        guard let account = accounts[user] else { return }
        account.password.asksAgain()
        await learn(of: account)
        // Somebody else's answer may have been so new that nobody was asked.
        goOnAsking(about: account)
    }
}
