import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// What is known of the users' passwords. It is the system's to change, so a decision asks anew; what is told
/// follows the system's files, and a helper that is down is asked again.
extension Gatekeeper {
    /// How long a user's first call waits for a helper that may hang; what it says later is pushed.
    private static let firstAnswer: Duration = .seconds(1)

    /// Asks the helper; takes 10 s at most, where it hangs.
    private func passwordState(of account: Account) async -> PasswordState {
        // A number without an account has none, and thousands of them are not to keep the helpers busy.
        guard let passwords, account.hasName else { return .notSet }
        do throws(PasswordUnavailable) {
            let hasPassword = try await passwords.hasPassword(account.user)
            noteHelper(nil)
            return hasPassword ? .set : .notSet
        } catch {
            noteHelper(error)
            return .unknown
        }
    }

    /// Tells the journal of a helper that fails, once until it fails otherwise or answers.
    func noteHelper(_ failure: PasswordUnavailable?) {
        guard failure != helperFailure else { return }
        helperFailure = failure
        audit.passwordHelper(rules.passwordHelper, failure)
    }

    /// Asks the helper anew.
    @discardableResult
    func learnPassword(of account: Account) async -> PasswordState {
        let asked = clock.now().sinceBoot
        if account.password.isFresh(at: asked) { return account.password.state }
        // Whoever asks while the helper does is answered with it: the helper is everybody's.
        if let question = account.password.question { return await question.value() }
        let question = Pledge<PasswordState>()
        account.password.question = question
        defer { question.fulfil(account.password.state) }
        let state = await passwordState(of: account)
        // The system's files may have changed since it was asked.
        guard account.password.question === question else { return await learnPassword(of: account) }
        account.password.question = nil
        guard account.password.learn(state, asked: asked, at: clock.now().sinceBoot) else {
            return account.password.state
        }
        calls.changed(account)
        goOnAsking(about: account)
        return state
    }

    /// Until the helper answers: what is told is to become true without anybody's call.
    private func goOnAsking(about account: Account) {
        guard account.password.state == .unknown else { return }
        account.password.askAgain { after($0) { [user = account.user.id] in $0.learnPasswordAgain(of: user) } }
    }

    /// Asks the helper for the first time; `firstQuestion` ends with its answer, or without one after a moment.
    func learnPasswordFirst(of account: Account) {
        let question = Pledge<Void>()
        account.password.firstQuestion = question
        let patience = after(Self.firstAnswer) { [user = account.user.id] in $0.end(question, of: user) }
        Task.immediate(executorPreference: tasks) {
            await learnPassword(of: account)
            patience.cancel()
            end(question, of: account.user.id)
        }
    }

    /// Whoever waits for it goes on, also where the account was dropped meanwhile.
    private func end(_ question: Pledge<Void>, of user: UserID) {
        question.fulfil(())
        guard let account = accounts[user], account.password.firstQuestion === question else { return }
        account.password.firstQuestion = nil
        calls.changed(account)
    }

    private func learnPasswordAgain(of user: UserID) {
        guard let account = accounts[user] else { return }
        account.password.asksAgain()
        Task.immediate(executorPreference: tasks) {
            await learnPassword(of: account)
            // Somebody else's answer may have been so new that nobody was asked.
            goOnAsking(about: account)
        }
    }

    /// The system's accounts or passwords may have changed.
    func accountsChanged() async {
        for account in accounts.all where await accounts.isAnothers(account) { becameAnother(account) }
        for account in accounts.all {
            account.password.outdate()
            await learnPassword(of: account)
        }
    }

    /// For what cannot do without a password.
    func requirePassword(of account: Account) async throws(GateError) {
        switch await learnPassword(of: account) {
        case .set: break
        case .notSet: throw .credentialNotSet(.password)
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
            let state = await learnPassword(of: account)
            if state == .unknown, !isPINEnough { throw .credentialUnavailable(.password) }
        }
        return accepting.filter(account.credentials.has)
    }
}
