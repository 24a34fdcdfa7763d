import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Finds the account of a call's user, and ends what runs for an account whose number changed hands.
///
/// Confined to the Gatekeeper's loop.
final class Users {
    private let accounts: Accounts
    private let records: Records
    private let passwords: Passwords
    private let prints: Prints
    private let calls: WaitingCalls
    private let situations: Situations
    private let authentications: Authentications
    private let ledger: Ledger
    private let afterAnswer: AfterAnswer
    private let rules: GateRules

    init(
        accounts: Accounts, records: Records, passwords: Passwords, prints: Prints, calls: WaitingCalls,
        situations: Situations, authentications: Authentications, ledger: Ledger, afterAnswer: AfterAnswer,
        rules: GateRules
    ) {
        self.accounts = accounts
        self.records = records
        self.passwords = passwords
        self.prints = prints
        self.calls = calls
        self.situations = situations
        self.authentications = authentications
        self.ledger = ledger
        self.afterAnswer = afterAnswer
        self.rules = rules
    }

    /// The user's account, loaded on first use.
    func account(_ id: UserID) async throws(GateError) -> Account {
        await records.follow()
        let account = try await loaded(id)
        // A working helper answers at once. For one that hangs, only the first calls wait, and at most a second.
        await account.password.firstQuestion?.pledge.value()
        return account
    }

    /// The account of a user for whom data will be stored. Throws `notPermitted` for a number without an account,
    /// unless the administrator allows it: a user with thousands of numbers could fill the disk.
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
            afterAnswer.work()
        }
        try await prints.untamperedGallery(of: account)
        return account
    }

    /// The user's status. Loads the user if necessary.
    func view(of user: UserID) async throws(GateError) -> UserView {
        if let known = situations.knownView(of: user) { return known }
        return situations.view(of: try await account(user))
    }

    // MARK: Changes of the system's accounts

    /// The system's accounts or passwords may have changed.
    func accountsChanged() async {
        for account in accounts.all where await accounts.isAnothers(account) { becameAnother(account) }
        for account in accounts.all {
            account.password.outdate()
            await passwords.learn(of: account)
        }
    }

    /// Ends everything for an account whose number now belongs to another account, or to none.
    private func becameAnother(_ account: Account) {
        calls.cancel(of: account.user.id, by: .revoked)
        authentications.end(of: account.user.id)
        drop(account.user.id)
    }

    /// Removes the account from memory, after the user's rows are gone.
    func drop(_ id: UserID) {
        accounts.drop(id)
        situations.tell(of: id)
    }

    // MARK: Dropping accounts

    /// A connection closed; `gone` are its users without another connection.
    func haveLeft(_ gone: some Collection<UserID>) {
        for dropped in accounts.haveLeft(gone) { situations.tell(of: dropped) }
    }

    /// See `Accounts.askedAbout`.
    func askedAbout(_ user: UserID) {
        for dropped in accounts.askedAbout(user) { situations.tell(of: dropped) }
    }
}
