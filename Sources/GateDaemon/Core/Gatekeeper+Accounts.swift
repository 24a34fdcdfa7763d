import GateModel
import GatePolicy
import GateSystem
import GateVault

/// The users' accounts, and what else knows of them.
extension Gatekeeper {
    /// The user's account, loaded on first need.
    func account(_ id: UserID) async throws(GateError) -> Account {
        await followKeystore()
        let account = try await loaded(id)
        // A helper that works answers at once; for one that does not, nobody waits twice.
        await account.password.firstQuestion?.value()
        return account
    }

    /// Reads anew what a disk may have kept of a change that it was said not to keep.
    func followKeystore() async {
        guard keystore.takeDoubt() else { return }
        for account in accounts.all {
            // Where even reading fails, the next call says so.
            try? await refresh(account)
        }
    }

    /// The account of a user of whom something is to be kept. Throws `notPermitted` for a number without an account, unless
    /// the administrator allows it: whoever has thousands of them would fill the disk.
    func lastingAccount(_ id: UserID) async throws(GateError) -> Account {
        let account = try await account(id)
        guard account.hasName || rules.allowNamelessUsers else { throw .notPermitted(.noAccount) }
        return account
    }

    private func loaded(_ id: UserID) async throws(GateError) -> Account {
        if let account = accounts[id] {
            guard await accounts.isFoundByNow(account) else { return accounts[id] ?? account }
            becameAnother(account)
        }
        let (account, isNew, hasResumed) = try await accounting(for: id) { accounts throws(AccountRefusal) in
            try await accounts.load(id)
        }
        guard isNew else { return account }
        learnPasswordFirst(of: account)
        if hasResumed {
            ledger.keepResumed(account.entry)
            work()
        }
        try await untamperedGallery(of: account)
        return account
    }

    private func accounting<Result>(
        for id: UserID, _ body: (Accounts) async throws(AccountRefusal) -> Result
    ) async throws(GateError) -> Result {
        do throws(AccountRefusal) {
            return try await body(accounts)
        } catch {
            switch error {
            case .lookUpFailed(let errno):
                audit.lookUpFailed(id, errno: errno)
                throw .notPermitted(.accountUnknown)
            case .keystore(let error): throw audit.refused(error)
            case .unreadable: throw .storageFailed
            }
        }
    }

    /// Ends all that goes on for an account that is loaded: its number belongs to another one, or to none, by now.
    func becameAnother(_ account: Account) {
        cancelRequests(of: account.user.id, by: .revoked)
        authentications.end(of: account.user.id)
        drop(account.user.id)
    }

    /// Reads the keystore's state again after a change, and tells everybody.
    func refresh(_ account: Account) async throws(GateError) {
        try await accounting(for: account.user.id) { accounts throws(AccountRefusal) in
            try await accounts.refresh(account)
        }
        calls.changed(account)
    }

    /// Forgets what is in memory, after the user's rows are gone.
    func drop(_ id: UserID) {
        accounts.drop(id)
        situations.tell(of: id)
    }
}
