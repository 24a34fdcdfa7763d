import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Finds the account of a user for a call, and ends what goes on for one that became another's.
///
/// It lives on the Gatekeeper's loop.
final class Users {
    private let accounts: Accounts
    private let records: Records
    private let passwords: Passwords
    private let prints: Prints
    private let calls: WaitingCalls
    private let situations: Situations
    private let authentications: Authentications
    private let ledger: Ledger
    private let answers: Answers
    private let rules: GateRules

    init(
        accounts: Accounts, records: Records, passwords: Passwords, prints: Prints, calls: WaitingCalls,
        situations: Situations, authentications: Authentications, ledger: Ledger, answers: Answers, rules: GateRules
    ) {
        self.accounts = accounts
        self.records = records
        self.passwords = passwords
        self.prints = prints
        self.calls = calls
        self.situations = situations
        self.authentications = authentications
        self.ledger = ledger
        self.answers = answers
        self.rules = rules
    }

    /// The user's account, loaded on first need.
    func account(_ id: UserID) async throws(GateError) -> Account {
        await records.follow()
        let account = try await loaded(id)
        // A helper that works answers at once; for one that does not, nobody waits twice.
        await account.password.firstQuestion?.pledge.value()
        return account
    }

    /// The account of a user of whom something is to be kept. Throws `notPermitted` for a number without an account, unless
    /// the administrator allows it: whoever has thousands of them would fill the disk.
    func lasting(_ id: UserID) async throws(GateError) -> Account {
        let account = try await account(id)
        guard account.hasName || rules.allowNamelessUsers else { throw .notPermitted(.noAccount) }
        return account
    }

    private func loaded(_ id: UserID) async throws(GateError) -> Account {
        if let account = accounts[id] {
            guard await accounts.isFoundByNow(account) else { return accounts[id] ?? account }
            becameAnother(account)
        }
        let (account, isNew, hasResumed) = try await records.load(id)
        guard isNew else { return account }
        passwords.learnFirst(of: account)
        if hasResumed {
            ledger.keepResumed(account.entry)
            answers.work()
        }
        try await prints.untamperedGallery(of: account)
        return account
    }

    /// What is told of a user, who is loaded for it.
    func view(of user: UserID) async throws(GateError) -> UserView {
        if let known = situations.knownView(of: user) { return known }
        return situations.view(of: try await account(user))
    }

    // MARK: Changes outside

    /// The system's accounts or passwords may have changed.
    func accountsChanged() async {
        for account in accounts.all where await accounts.isAnothers(account) { becameAnother(account) }
        for account in accounts.all {
            account.password.outdate()
            await passwords.learn(of: account)
        }
    }

    /// Ends all that goes on for an account that is loaded: its number belongs to another one, or to none, by now.
    private func becameAnother(_ account: Account) {
        calls.cancel(of: account.user.id, by: .revoked)
        authentications.end(of: account.user.id)
        drop(account.user.id)
    }

    /// Forgets what is in memory, after the user's rows are gone.
    func drop(_ id: UserID) {
        accounts.drop(id)
        situations.tell(of: id)
    }

    // MARK: Letting go

    /// `gone` are those of a closed connection's users who have no other one.
    func haveLeft(_ gone: some Collection<UserID>) {
        for dropped in accounts.haveLeft(gone) { situations.tell(of: dropped) }
    }

    /// See `Accounts.askedAbout`.
    func askedAbout(_ user: UserID) {
        for dropped in accounts.askedAbout(user) { situations.tell(of: dropped) }
    }
}
