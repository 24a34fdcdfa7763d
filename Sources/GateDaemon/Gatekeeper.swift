import GateKeystore
import GateModel
import GatePolicy
import GateSecret
import Logging

/// Decides, by asking the policy, and carries out: the one room that knows the reader, the keystore and the callers.
///
/// An actor is re-entrant: after every `await` it decides again on the state as it is then.
actor Gatekeeper {
    let configuration: Configuration
    let sensor: any FingerprintSensor
    let keystore: any CredentialStore
    let pendingScans: any ScanLedger
    let passwords: (any PasswordChecker)?
    let clock: GateClock
    let database = AccountDatabase()
    let deadlines = Deadlines()
    let published: PublishedState
    let audit: Audit

    private(set) var accounts: [UserID: Account] = [:]
    var readers: [Reader] = []
    var lanes: [ReaderID: FairQueue<RequestID>] = [:]
    var requests: [RequestID: WaitingRequest] = [:]
    /// Calls that wait for a reader, and for nobody.
    var whenTurn: [RequestID: CheckedContinuation<Void, Never>] = [:]
    var requestWatchers: [UInt64: RequestWatcher] = [:]
    var nextNumber: UInt64 = 0
    private var eras: [UserID: UInt64] = [:]
    private var erasOfEverybody: UInt64 = 0
    private var ledgers: [LedgerKey: AuthenticationLedger] = [:]
    var isSuspending = false
    /// Who waits until no call waits for its user any more.
    var whenIdle: [CheckedContinuation<Void, Never>] = []
    /// How much is not written yet of scans and of what is done behind answers, and who waits until there is none.
    var unsettled = 0
    var whenSettled: [CheckedContinuation<Void, Never>] = []
    /// When users last used which items, as far as the disk does not have it yet; nil where nothing is being written.
    var usesToNote: [UserID: [ItemName: WallTime]] = [:]
    /// Homes whose prints were found to be there, and those that are still to be looked at.
    var reconciled: Set<PrintHome> = []
    var unreconciled: Set<PrintHome> = []
    /// Readers whose storage may hold prints that are deleted here already.
    var untidy: Set<ReaderID> = []
    /// When readers that did not delete are asked again, and after how long the next time.
    var tidyingTimers: [ReaderID: Task<Void, Never>] = [:]
    var tidyingPauses: [ReaderID: Duration] = [:]
    static let firstTidyingPause: Duration = .seconds(1)
    static let longestTidyingPause: Duration = .seconds(600)
    var restTimers: [ReaderID: Task<Void, Never>] = [:]
    /// How the password helper failed when it was last asked; nil where it answered.
    var helperFailure: PasswordUnavailable?
    /// How long an overheated reader said it needs, as of the last heat.
    var cooling: [ReaderID: Duration] = [:]

    private struct LedgerKey: Hashable {
        let connection: ConnectionID
        let user: UserID
    }

    init(
        configuration: Configuration, sensor: any FingerprintSensor, keystore: any CredentialStore,
        pendingScans: any ScanLedger, passwords: (any PasswordChecker)?, clock: GateClock, published: PublishedState,
        audit: Audit
    ) {
        self.configuration = configuration
        self.sensor = sensor
        self.keystore = keystore
        self.pendingScans = pendingScans
        self.passwords = passwords
        self.clock = clock
        self.published = published
        self.audit = audit
    }

    var limits: PolicyLimits { configuration.policy }

    // MARK: Users

    /// The user's account, loaded on first need.
    func account(_ id: UserID) async throws(GateError) -> Account {
        await followKeystore()
        let account = try await loaded(id)
        // A helper that works answers at once; for one that does not, nobody waits twice.
        await account.passwordQuestion?.value
        return account
    }

    /// Reads anew what a disk may have kept of a change that it was said not to keep.
    func followKeystore() async {
        guard keystore.takeDoubt() else { return }
        for account in accounts.values {
            // Where even reading fails, the next call says so.
            try? await refresh(account)
        }
    }

    /// The account of a user of whom something is to be kept. Throws `notPermitted` for a number without an account, unless
    /// the administrator allows it: whoever has thousands of them would fill the disk.
    func lastingAccount(_ id: UserID) async throws(GateError) -> Account {
        let account = try await account(id)
        guard account.hasName || configuration.allowNamelessUsers else { throw .notPermitted(.noAccount) }
        return account
    }

    private func loaded(_ id: UserID) async throws(GateError) -> Account {
        if let account = accounts[id] { return account }
        let user: User
        let hasName: Bool
        do throws(AccountDatabase.LookUpFailed) {
            (user, hasName) = try await database.user(id)
        } catch {
            audit.lookUpFailed(id, errno: error.errno)
            throw .storageFailed
        }
        let kept = try await kept(user)
        // Somebody else may have loaded it during the wait: there is one account for a user.
        if let account = accounts[id] { return account }
        let policy = try Self.policy(of: kept)
        let account = Account(user: user, hasName: hasName, kept: kept, policy: policy)
        account.policy.resume(at: clock.now())
        accounts[id] = account
        account.passwordQuestion = Task { await learnPasswordFirst(of: account) }
        if account.policy != policy { keepResumed(account) }
        try await untamperedGallery(of: account)
        return account
    }

    /// Writes, behind the answer, that waits have begun anew after a boot, so that the next start does not begin them
    /// once more.
    private func keepResumed(_ account: Account) {
        Task {
            guard !account.isErased else { return }
            let policy = account.policy
            do throws(KeystoreError) {
                try await keystore.savePolicy(policy.encoded, of: account.user)
                account.savedPolicy = policy
            } catch {
                // Nothing is shorter for it.
                audit.failedLater("writing that waits began anew")
            }
        }
    }

    /// Reads the keystore's state again after a change, and tells everybody.
    func refresh(_ account: Account) async throws(GateError) {
        account.kept = try await kept(account.user)
        publish(account)
    }

    /// How long what a root process said of a user is kept at least: whoever connects anew each time starts none each time.
    private static let keptAfterAsking: Duration = .seconds(10)

    /// Lets go of the accounts of users who are not connected, and of whom no call is under way: those have references.
    /// What the disk does not have stays.
    private func dropUnused(except connected: Set<UserID>) {
        for id in Array(accounts.keys) where !connected.contains(id) && !isKept(id) {
            guard isKnownUniquelyReferenced(&accounts[id]), accounts[id]?.isOnDisk == true else { continue }
            drop(id)
        }
    }

    private func isKept(_ id: UserID) -> Bool {
        guard let account = accounts[id], account.hasName, let asked = account.passwordLearnedAt else { return false }
        return asked + Self.keptAfterAsking > .now
    }

    /// Forgets what is in memory, after the user's rows are gone.
    func drop(_ id: UserID) {
        accounts[id]?.passwordRetry?.cancel()
        accounts[id] = nil
        published.withdraw(id)
    }

    private func kept(_ user: User) async throws(GateError) -> UserState {
        do throws(KeystoreError) {
            return try await keystore.state(of: user)
        } catch {
            throw audit.refused(error)
        }
    }

    private static func policy(of kept: UserState) throws(GateError) -> UserPolicy {
        guard let bytes = kept.policy else { return UserPolicy() }
        guard let policy = UserPolicy(encoded: bytes) else { throw .storageFailed }
        return policy
    }

    /// Writes the policy's state; when it returns, nothing forgets it. Throws `cancelled` for an account that is erased.
    ///
    /// `isSetback`: after a miss or a try, which no old copy of the database shall undo. `mayBeRefused`: before a try.
    func save(
        _ account: Account, isSetback: Bool = false, mayBeRefused: Bool = false
    ) async throws(GateError) {
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        publish(account)
        // Those that the policy as it is now knows of: the next miss may be refused while this is written.
        let leftover = account.leftoverScans
        let policy = account.policy
        do throws(KeystoreError) {
            try await keystore.savePolicy(
                policy.encoded, of: account.user, isSetback: isSetback, mayBeRefused: mayBeRefused)
        } catch {
            throw audit.refused(error)
        }
        account.savedPolicy = policy
        account.leftoverScans.subtract(leftover)
        for ticket in leftover { await forget(ticket, of: account) }
    }

    // MARK: What is published

    func situation(of account: Account) -> UserSituation {
        UserSituation(
            policy: account.policy, facts: facts(of: account), credentials: account.credentials, limits: limits)
    }

    func publish(_ account: Account) {
        // A call that outlasted its account has nothing to say of the user.
        guard accounts[account.user.id] === account else { return }
        published.publish(view(of: account), of: account.user.id)
    }

    func view(of account: Account) -> PublishedState.View {
        PublishedState.View(
            hasAccount: account.hasName, situation: situation(of: account), prints: account.kept.prints.count,
            items: account.kept.items,
            onboarding: account.kept.onboarding, mayHavePassword: account.password != .notSet)
    }

    func publishAll() {
        for account in accounts.values { publish(account) }
    }

    private func facts(of account: Account) -> AvailabilityFacts {
        let homes = Set(account.kept.prints.map(\.reader))
        let hardware: HardwareFacts =
            if readers.isEmpty {
                .noReader
            } else if let best = readers.filter({ homes.contains($0.id) }).min(by: { $0.state.rank < $1.state.rank }) {
                .reader(best.state, retryAfter: best.state == .overheated ? cooling[best.id] : nil)
            } else {
                .noReaderWithPrints
            }
        return AvailabilityFacts(
            hardware: hardware, hasPrints: !account.kept.prints.isEmpty, printsVanished: account.kept.printsVanished,
            fingerprintSwitch: account.fingerprintSwitch,
            isAllowedByAdministrator: configuration.fingerprintEnabled, isSuspending: isSuspending)
    }

    // MARK: Authentications

    /// What `endAuthentications` has ended so far; an authentication that began before is not recorded after.
    func era(of user: UserID) -> AuthenticationEra {
        AuthenticationEra(ofEverybody: erasOfEverybody, ofUser: eras[user, default: 0])
    }

    func record(
        _ authentication: Authentication, by caller: Caller, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard begun == era(of: user), caller.life.endedBy == nil else { return }
        ledgers[LedgerKey(connection: caller.connection, user: user), default: AuthenticationLedger()]
            .record(authentication)
    }

    func ledger(of connection: ConnectionID, user: UserID) -> AuthenticationLedger {
        ledgers[LedgerKey(connection: connection, user: user)] ?? AuthenticationLedger()
    }

    func forgetAuthentications(on connection: ConnectionID) {
        for key in ledgers.keys where key.connection == connection { ledgers[key] = nil }
    }

    /// After a change of prints, PIN or settings, a revoke, a lock or a suspend.
    func endAuthentications(of user: UserID?) {
        if let user { eras[user, default: 0] += 1 } else { erasOfEverybody += 1 }
        for key in ledgers.keys where user == nil || key.user == user { ledgers[key] = nil }
    }

    /// The connection is gone: whatever it waited for ends, and the reader is free. `remaining` are the users of the others.
    func connectionClosed(_ connection: ConnectionID, remaining: @Sendable () -> Set<UserID>) {
        forgetAuthentications(on: connection)
        for request in requests.values where request.ask.caller.connection == connection {
            cancel(request, by: .client)
        }
        dropUnused(except: remaining())
    }
}

/// A stretch of time in which no authentication of a user was ended.
struct AuthenticationEra: Hashable, Sendable {
    let ofEverybody: UInt64
    let ofUser: UInt64
}

extension Reader.State {
    /// How near a reader is to being of use.
    fileprivate var rank: Int {
        switch self {
        case .ready: 0
        case .busy: 1
        case .inUse: 2
        case .overheated: 3
        case .suspended: 4
        case .faulted: 5
        }
    }
}
