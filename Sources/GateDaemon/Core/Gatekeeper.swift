import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// Decides, by asking the policy, and carries out: the one room that knows the reader, the keystore and the callers.
///
/// It runs on the loop of the sockets, so that a call is read, decided and answered on one thread; nothing here may wait
/// for anything but by `await`. An actor is re-entrant: after every `await` it decides again on the state as it is then.
actor Gatekeeper {
    nonisolated let loop: any Loop
    let configuration: Configuration
    let sensor: any FingerprintSensor
    let keystore: any CredentialStore
    let ledger: Ledger
    let passwords: (any PasswordChecker)?
    let clock: GateClock
    let audit: Audit
    /// Whether the daemon serves the second interface, so that logins may ask here.
    let isFaceServed: Bool

    let accounts: Accounts
    var readers: ReaderTable
    var lanes = ReaderLanes()
    var holds = ReaderHolds()
    var upkeep = ChipUpkeep()
    var requests = WaitingCalls()
    var statusWatchers = StatusWatchers()
    var authentications = Authentications()
    /// What the journal is told of behind the answers to these calls.
    private var grants: [ObjectIdentifier: Grant] = [:]
    /// Until the ledger writes what waits for others.
    private var notesPause: LoopTimer?
    /// Who is in front of the machine; until logind says, anybody may be.
    private(set) var seats = SeatFacts()
    /// Behind the last time that something came of a change of theirs.
    private var seatsPause: LoopTimer?
    private var areSeatsNew = false
    private static let seatsPause: Duration = .milliseconds(50)
    var isSuspending = false
    /// How the password helper failed when it was last asked; nil where it answered.
    var helperFailure: PasswordUnavailable?

    // The actor keeps the loop for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    init(
        on loop: any Loop, configuration: Configuration,
        sensor: any FingerprintSensor, keystore: any CredentialStore, pendingScans: any ScanLedger,
        passwords: (any PasswordChecker)?, accounts: any AccountLookUp, clock: GateClock, audit: Audit,
        isFaceServed: Bool
    ) {
        self.loop = loop
        self.configuration = configuration
        readers = ReaderTable(builtIn: configuration.builtInReaders)
        self.sensor = sensor
        self.keystore = keystore
        ledger = Ledger(keystore: keystore, scans: pendingScans) { failure, error in
            _ = audit.refused(error)
            audit.failedLater(failure.rawValue)
        }
        self.passwords = passwords
        self.accounts = Accounts(keystore: keystore, database: accounts, clock: clock)
        self.clock = clock
        self.audit = audit
        self.isFaceServed = isFaceServed
    }

    var limits: PolicyLimits { configuration.policy }

    /// Where tasks of the Gatekeeper's run: see `Loop.taskExecutor`.
    nonisolated var tasks: any TaskExecutor { loop.taskExecutor }

    /// Calls `body` once `delay` is over, unless the timer is let go before.
    func after(_ delay: Duration, _ body: @escaping @Sendable (isolated Gatekeeper) -> Void) -> LoopTimer {
        loop.timer(after: delay) { self.assumeIsolated(body) }
    }

    // MARK: Users

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
        guard account.hasName || configuration.allowNamelessUsers else { throw .notPermitted(.noAccount) }
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
        changed(account)
    }

    /// Forgets what is in memory, after the user's rows are gone.
    func drop(_ id: UserID) {
        accounts.drop(id)
        statusWatchers.tell(of: id)
    }

    /// See `Ledger.save`. Throws `cancelled` for an account that is erased.
    func save(
        _ account: Account, isSetback: Bool = false, mayBeRefused: Bool = false
    ) async throws(GateError) {
        if !account.isErased { changed(account) }
        do throws(LedgerError) {
            try await ledger.save(account.entry, isSetback: isSetback, mayBeRefused: mayBeRefused)
        } catch {
            throw refusal(error)
        }
    }

    func refusal(_ error: LedgerError) -> GateError {
        switch error {
        case .erased: .cancelled(by: .revoked)
        case .keystore(let error): audit.refused(error)
        }
    }

    // MARK: Behind the answers

    /// Notes a grant, which is told of, and that the item was used, behind the call's answer.
    func granted(_ grant: Grant, _ item: ItemName) {
        grants[ObjectIdentifier(grant.ask.caller.life)] = grant
        ledger.noteUse(of: item, by: grant.account.user, behind: grant.ask.caller.life)
    }

    /// The call has its answer, or goes on for long without one.
    func answered(_ call: CallLife) {
        if let grant = grants.removeValue(forKey: ObjectIdentifier(call)) {
            audit.granted(grant.ask, factor: grant.factor, isRepeatable: grant.isReused, of: grant.account)
        }
        ledger.release(behind: call, at: clock.now().wall)
        work()
        guard notesPause == nil, ledger.mayPause else { return }
        notesPause = after(LateWork.usePause) { $0.writeNotes() }
    }

    private func writeNotes() {
        notesPause = nil
        ledger.writeNotes()
        work()
    }

    private func work() {
        guard ledger.begin() else { return }
        Task.immediate(executorPreference: tasks) {
            await ledger.workOff()
            // A write that failed may stand nevertheless.
            await followKeystore()
        }
    }

    /// Returns when no scan is armed, and all that came of scans and answers is written: an end before that would count
    /// as a miss.
    func allWritten() async {
        writeNotes()
        await withCheckedContinuation { ledger.whenDone($0) }
    }

    /// Returns when the loop and the keystore have looked at it, for a watchdog.
    func ping() async {
        _ = try? await keystore.knownUsers()
    }

    // MARK: What is told

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

    // MARK: Who is in front of the machine

    /// From the next decision on that counts. What else comes of it comes at once, and then behind a pause, however often
    /// a user's sessions change meanwhile.
    func seatsChanged(_ seats: SeatFacts) {
        self.seats = seats
        readers.isLidClosed = seats.isLidClosed && configuration.fingerprintInteractiveOnly
        if seatsPause == nil { followSeats() } else { areSeatsNew = true }
    }

    /// Ends the calls of those who are not in front of the machine any more.
    private func followSeats() {
        areSeatsNew = false
        seatsPause = after(Self.seatsPause) { gatekeeper in
            gatekeeper.seatsPause = nil
            if gatekeeper.areSeatsNew { gatekeeper.followSeats() }
        }
        statusWatchers.tell(whether: isInteractive, isLidClosed: readers.isLidClosed)
        for reader in lanes.inUse { share(reader) }
        for request in requests.all where !request.ask.isForFace {
            switch obstacle(to: request.ask.caller) {
            case nil: break
            case .locked: cancel(request, by: .sessionLocked)
            case .remote, .inactive, .loggedOut: request.interrupt(.notInteractive)
            }
        }
        for request in requests.all where !request.readers.isEmpty {
            let present = request.readers.compactMap { readers[$0] }
            if !present.isEmpty, present.allSatisfy(readers.isCovered) { request.interrupt(.notInteractive) }
        }
    }

    /// Whether the caller is in front of the machine, as far as logind says, or need not be.
    func isInteractive(_ caller: Caller) -> Bool { obstacle(to: caller) == nil }

    /// The obstacle to asking the caller for a finger; nil where there is none.
    func obstacle(to caller: Caller) -> SeatObstacle? {
        guard configuration.fingerprintInteractiveOnly else { return nil }
        return seats.obstacle(to: caller.program.place, of: caller.peer.user)
    }

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

    // MARK: Authentications

    /// A call that was ended leaves none.
    func record(
        _ authentication: Authentication, by caller: Caller, of user: UserID, begunIn begun: AuthenticationEra
    ) {
        guard caller.life.endedBy == nil else { return }
        authentications.record(authentication, on: caller.connection, of: user, begunIn: begun)
    }

    func forgetAuthentications(on connection: ConnectionID) { authentications.forget(on: connection) }

    /// A connection is gone: what it waited for ends, and the reader is free. `gone` are those of its users who have no
    /// other connection.
    func connectionClosed(_ connection: ConnectionID, gone: some Collection<UserID>) {
        authentications.forget(on: connection)
        endCalls(on: connection)
        for user in accounts.haveLeft(gone) { statusWatchers.tell(of: user) }
    }
}

/// An item that was opened, or signed with, of which the journal is told.
struct Grant {
    let ask: Ask
    let factor: Factor
    let isReused: Bool
    let account: Account
}
