import GateModel
import GatePolicy
import GateVault

/// Reads and writes users' data with the contract's errors, and tells a user's watchers about changes.
///
/// Confined to the Gatekeeper's loop.
final class Records {
    private let keystore: any CredentialStore
    private let ledger: Ledger
    private let accounts: Accounts
    private let calls: WaitingCalls
    private let audit: Audit

    init(keystore: any CredentialStore, ledger: Ledger, accounts: Accounts, calls: WaitingCalls, audit: Audit) {
        self.keystore = keystore
        self.ledger = ledger
        self.accounts = accounts
        self.calls = calls
        self.audit = audit
    }

    // MARK: The keystore

    /// Runs a keystore operation, and maps its errors to the contract's.
    func stored<Result: Sendable>(
        _ body: (any CredentialStore) async throws(KeystoreError) -> Result
    ) async throws(GateError) -> Result {
        do throws(KeystoreError) {
            return try await body(keystore)
        } catch {
            await follow()
            throw audit.refused(error)
        }
    }

    /// Reloads accounts after a write that failed but may have reached the disk.
    func follow() async {
        guard keystore.takeDoubt() else { return }
        for account in accounts.all {
            // If reading fails, too, the next call reports it.
            try? await refresh(account)
        }
    }

    // MARK: Accounts

    /// See `Accounts.load`.
    func load(_ id: UserID) async throws(GateError) -> (account: Account, isNew: Bool, hasResumed: Bool) {
        do throws(AccountRefusal) {
            return try await accounts.load(id)
        } catch {
            throw refusal(error, of: id)
        }
    }

    /// Reloads the keystore's state after a change, and tells the watchers.
    func refresh(_ account: Account) async throws(GateError) {
        do throws(AccountRefusal) {
            try await accounts.refresh(account)
        } catch {
            throw refusal(error, of: account.user.id)
        }
        calls.changed(account)
    }

    private func refusal(_ error: AccountRefusal, of id: UserID) -> GateError {
        switch error {
        case .lookUpFailed(let errno):
            audit.lookUpFailed(id, errno: errno)
            return .notPermitted(.accountUnknown)
        case .keystore(let error): return audit.refused(error)
        case .unreadable: return .storageFailed
        }
    }

    // MARK: The ledger

    /// See `Ledger.save`. Throws `cancelled` for an account that is being erased.
    func save(
        _ account: Account, isSetback: Bool = false, mayBeRefused: Bool = false
    ) async throws(GateError) {
        if !account.isErased { calls.changed(account) }
        do throws(LedgerError) {
            try await ledger.save(account.entry, isSetback: isSetback, mayBeRefused: mayBeRefused)
        } catch {
            throw refusal(error)
        }
    }

    /// See `Ledger.settle`.
    func settle(
        _ ticket: ScanTicket, misses: Int, of account: Account, at now: Moment, behind call: CallLife
    ) async throws(GateError) {
        if misses > 0, !account.isErased { calls.changed(account) }
        do throws(LedgerError) {
            try await ledger.settle(ticket, misses: misses, of: account.entry, at: now, behind: call)
        } catch {
            throw refusal(error)
        }
    }

    /// See `Ledger.forgetScans`. Throws `storageFailed`.
    func forgetScans(of user: UserID) async throws(GateError) {
        do throws(KeystoreError) {
            try await ledger.forgetScans(of: user)
        } catch {
            throw audit.refused(error)
        }
    }

    private func refusal(_ error: LedgerError) -> GateError {
        switch error {
        case .erased: .cancelled(by: .revoked)
        case .keystore(let error): audit.refused(error)
        }
    }

    /// Clears the misses and remembers the print, without delaying the answer. A crash before it is on disk keeps the
    /// misses. A print that opens nothing clears only the face interface's misses.
    func rememberMatch(_ print: PrintID, of account: Account, limits: PolicyLimits, behind call: CallLife) {
        let isVouched = account.openingPrints.contains(print)
        account.policy.scanMatched(isVouched: isVouched, limits)
        if isVouched { account.suspectedPrints = [] }
        if ledger.noteMatch(isVouched ? print : nil, of: account.entry, behind: call) { calls.changed(account) }
    }
}
