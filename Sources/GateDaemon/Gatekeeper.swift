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
    let pendingScans: any ScanLedger
    let passwords: (any PasswordChecker)?
    let clock: GateClock
    let database: any AccountLookUp
    let audit: Audit
    /// Whether the daemon serves the second interface, so that logins may ask here.
    let isFaceServed: Bool

    private(set) var accounts: [UserID: Account] = [:]
    var readers: ReaderTable
    var lanes = ReaderLanes()
    var holds = ReaderHolds()
    var upkeep = ChipUpkeep()
    var requests = WaitingCalls()
    var statusWatchers = StatusWatchers()
    var authentications = Authentications()
    var lateWork = LateWork()
    /// Who is in front of the machine; until logind says, anybody may be.
    private(set) var seats = SeatFacts()
    /// Behind the last time that something came of a change of theirs.
    private var seatsPause: LoopTimer?
    private var areSeatsNew = false
    private static let seatsPause: Duration = .milliseconds(50)
    var isSuspending = false
    /// Users without a connection whose accounts may still be in memory.
    private var departed: [UserID] = []
    /// Whom the second interface asked about, and whose accounts may be in memory for that alone.
    var facedUsers: [UserID] = []
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
        self.pendingScans = pendingScans
        self.passwords = passwords
        database = accounts
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
        if let account = accounts[id], await !isFoundByNow(account) { return accounts[id] ?? account }
        var user: User
        let hasName: Bool
        do throws(LookUpFailed) {
            (user, hasName) = try await database.user(id)
        } catch {
            audit.lookUpFailed(id, errno: error.errno)
            throw .notPermitted(.accountUnknown)
        }
        let kept: UserState
        do throws(KeystoreError) {
            kept = try await keystore.state(of: user)
        } catch {
            guard case .userChanged(_, let name) = error else { throw audit.refused(error) }
            guard hasName else {
                // The keystore has a name for this number. A directory that does not find it now may find it again.
                audit.lookUpFailed(id, errno: nil)
                throw .notPermitted(.accountUnknown)
            }
            // A number may have several names, and another one of them may be found first now.
            guard await isName(name, of: id) else { throw audit.refused(error) }
            user = User(id: id, name: name)
            do throws(KeystoreError) {
                kept = try await keystore.state(of: user)
            } catch {
                throw audit.refused(error)
            }
        }
        // Somebody else may have loaded it during the wait: there is one account for a user.
        if let account = accounts[id] { return account }
        let policy = try Self.policy(of: kept)
        let account = Account(user: user, hasName: hasName, kept: kept, policy: policy)
        account.policy.resume(at: clock.now())
        account.lookedUpAt = clock.now().sinceBoot
        accounts[id] = account
        learnPasswordFirst(of: account)
        if account.policy != policy { doLater(.keepResumed(account)) }
        try await untamperedGallery(of: account)
        return account
    }

    func isName(_ name: UserName, of id: UserID) async -> Bool {
        guard let number = try? await database.number(of: name) else { return false }
        return number == id
    }

    /// Whether an account that was not found is there by now, and is to be loaded: a directory may have been away. It is
    /// looked up again every 10 s at most.
    private func isFoundByNow(_ account: Account) async -> Bool {
        let (id, now) = (account.user.id, clock.now().sinceBoot)
        guard !account.hasName, account.lookedUpAt + Self.keptAfterAsking <= now else { return false }
        account.lookedUpAt = now
        guard let found = try? await database.user(id), found.hasAccount, accounts[id] === account else {
            return false
        }
        becameAnother(account)
        return true
    }

    /// Ends all that goes on for an account that is loaded: its number belongs to another one, or to none, by now.
    func becameAnother(_ account: Account) {
        cancelRequests(of: account.user.id, by: .revoked)
        authentications.end(of: account.user.id)
        drop(account.user.id)
    }

    /// Reads the keystore's state again after a change, and tells everybody.
    func refresh(_ account: Account) async throws(GateError) {
        account.kept = try await kept(account.user)
        changed(account)
    }

    /// How long what a root process said of a user is kept at least: whoever connects anew each time starts none each time.
    private static let keptAfterAsking: Duration = .seconds(10)

    /// Lets go of a user's account, which the next call reads again. It stays while a call is under way, which has a
    /// reference to it, and while it holds what the disk does not have.
    func dropIfUnused(_ id: UserID) {
        guard !isKept(id), isKnownUniquelyReferenced(&accounts[id]), accounts[id]?.isOnDisk == true else { return }
        drop(id)
    }

    private func isKept(_ id: UserID) -> Bool {
        guard let account = accounts[id], account.hasName, let asked = account.password.learnedAt else { return false }
        return asked + Self.keptAfterAsking > clock.now().sinceBoot
    }

    /// Forgets what is in memory, after the user's rows are gone.
    func drop(_ id: UserID) {
        accounts[id]?.password.forget()
        accounts[id] = nil
        statusWatchers.tell(of: id)
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
        changed(account)
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
        await forget(Array(leftover), of: account)
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
        departed.append(contentsOf: gone)
        // Two more than came, so that the list gets shorter and no close takes long.
        for _ in 0..<min(departed.count, gone.count + 2) {
            let user = departed.removeFirst()
            dropIfUnused(user)
            if accounts[user] != nil, !departed.contains(user) { departed.append(user) }
        }
        dropFacedUsers()
    }
}
