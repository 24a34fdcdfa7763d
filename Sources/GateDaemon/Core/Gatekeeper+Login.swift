import GateModel
import GatePolicy
import GateSecret

extension Gatekeeper {
    /// A login has taken this password: where misses lock the user's fingers, and nowhere else, it is compared, by the rules
    /// of every password. It is no authentication, and whoever calls is not told what became of it.
    func passwordTyped(_ password: consuming SecretBytes, of user: UserID, by caller: Caller) async {
        defer { askedAbout(user) }
        guard let account = try? await account(user), account.hasName, isLockedOut(account),
            await learnPassword(of: account) == .set,
            // Another login may have ended it meanwhile.
            isLockedOut(account), let credential = PresentedCredential(.password, password)
        else { return }
        do throws(GateError) {
            _ = try await check(credential, of: account, by: caller, isRecorded: false)
            audit.changed(caller, user, .lockoutEnded)
        } catch {
            audit.denied(
                caller, user, RefusedCall(method: "PasswordTyped", operation: nil, item: nil, error: error),
                hasAccount: true)
        }
    }

    /// Where the miss that was counted last locks the user's fingers at logins: tells the journal, and ends the asking for a
    /// finger at other readers.
    func noteLoginLockout(of account: Account, by caller: Caller) {
        guard situations.isFaceServed, let lockout = account.policy.loginLockout(limits, at: clock.now()) else {
            return
        }
        audit.loginsLocked(caller, account.user.id, lockout)
        for request in calls.all where request.ask.isForFace && request.ask.user == account.user.id {
            // An enrolment asks for no guess.
            if request.ask.operation == .authenticate { request.inbox.post(.turnOver) }
        }
    }

    private func isLockedOut(_ account: Account) -> Bool {
        let (policy, now) = (account.policy, clock.now())
        return policy.lockout.state(limits, at: now) != .open || policy.loginLockout(limits, at: now) != nil
    }
}
