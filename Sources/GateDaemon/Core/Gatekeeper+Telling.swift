import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What is told of a user.
extension Gatekeeper {
    func situation(of account: Account) -> UserSituation {
        UserSituation(
            policy: account.policy, facts: facts(of: account), credentials: account.credentials, limits: limits)
    }

    /// Whether a user is loaded, and all is known that there is to tell.
    func isKnown(_ user: UserID) -> Bool { known(user) != nil }

    /// What is told of a user who is known; nil for others.
    func knownView(of user: UserID) -> UserView? { known(user).map(view(of:)) }

    private func known(_ user: UserID) -> Account? {
        accounts[user].flatMap { $0.password.firstQuestion == nil ? $0 : nil }
    }

    /// What is told of a user, who is loaded for it.
    func view(of user: UserID) async throws(GateError) -> UserView {
        if let known = knownView(of: user) { return known }
        return view(of: try await account(user))
    }

    private func view(of account: Account) -> UserView {
        UserView(
            hasAccount: account.hasName, situation: situation(of: account), prints: account.kept.vouchedPrints.count,
            hasUnvouchedPrints: account.kept.prints.count > account.kept.vouchedPrints.count, items: account.kept.items,
            onboarding: account.kept.onboarding, mayHavePassword: account.password.state != .notSet,
            isFaceServed: isFaceServed)
    }

    /// To be called after every change of what `view` tells of an account.
    func changed(_ account: Account) {
        // A call that outlasted its account has nothing to say of the user.
        guard accounts[account.user.id] === account else { return }
        statusWatchers.tell(of: account.user.id)
        promptChanged(for: account.user.id)
    }

    /// See `StatusWatchers.add`.
    func watch(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller) -> StatusWatchers.ID {
        statusWatchers.add(user, wakeUp, by: caller, isInteractive: isInteractive(caller))
    }

    func forget(_ watcher: StatusWatchers.ID) { statusWatchers.remove(watcher) }

    private func facts(of account: Account) -> AvailabilityFacts {
        let prints = account.kept.vouchedPrints
        let hardware = readers.facts(for: Set(prints.map(\.reader)))
        // Somebody else's program may have had it open when it was looked for.
        if hardware == .noReader || (hardware == .noReaderWithPrints && !prints.isEmpty) {
            sensor.lookAgain()
        }
        return AvailabilityFacts(
            hardware: hardware,
            hasPrints: !prints.isEmpty, printsVanished: account.kept.printsVanished,
            fingerprintSwitch: account.fingerprintSwitch,
            isAllowedByAdministrator: configuration.fingerprintEnabled, isSuspending: isSuspending)
    }
}
