package import GateModel
import GatePolicy
package import GateSecret
package import GateSystem
package import GateVault

/// The daemon's one actor for decisions: it puts the parts together, passes calls to them, and runs the work behind
/// calls.
///
/// It and its parts, which are not Sendable, run on the loop of the sockets, so that a call is read, decided and
/// answered on one thread. Nothing here may wait but by `await`. An actor is re-entrant: after every `await` a part
/// decides again on the present state.
///
/// Each part knows only the parts to its right:
/// `Authority` (proofs) and `Enrolment`, `FaceVerification`, `FaceEnrolment`, `PrintMoving` (flows) →
/// `FingerPresence`, `PromptedCredential`, `Credentials`, `EnrolmentTouches` → `Scans` → `Users` →
/// `Prints`, `Passwords` → `Turns` → `Records` → `WaitingCalls` → `Situations` → `Accounts`, `Ledger`.
package actor Gatekeeper {
    package nonisolated let loop: any Loop
    package nonisolated let audit: Audit
    let keystore: any CredentialStore
    let ledger: Ledger
    let sensor: any FingerprintSensor
    let clock: GateClock

    let accounts: Accounts
    let authentications: Authentications
    let situations: Situations
    let calls: WaitingCalls
    let records: Records
    let afterAnswer: AfterAnswer
    let upkeep = ChipUpkeep()
    let turns: Turns
    let passwords: Passwords
    let prints: Prints
    let users: Users
    let credentials: Credentials
    let authority: Authority
    let loginTouches: LoginTouches
    let loginItems: LoginItems
    let items: Items
    let newItems: NewItems
    let destinations: Destinations
    let passkeys: Passkeys
    let settingsChanges: SettingsChanges
    let printChanges: PrintChanges
    let enrolment: Enrolment
    let faceEnrolment: FaceEnrolment
    let faceVerification: FaceVerification
    let faceHolding: FaceHolding
    let printMoving: PrintMoving
    let seats: SeatChanges
    let errands: Errands

    // The actor keeps the loop for as long as it lives.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    package init(
        on loop: any Loop, rules: GateRules,
        sensor: any FingerprintSensor, keystore: any CredentialStore, pendingScans: any ScanLedger,
        passwords checker: (any PasswordChecker)?, accounts: any AccountLookUp, clock: GateClock, audit: Audit,
        isFaceServed: Bool
    ) {
        let limits = rules.policy
        let errands = Errands(timers: loop)
        let authentications = Authentications(clock: clock, errands: errands)
        let operations = SensorOperations(sensor: sensor, scans: pendingScans, tasks: loop.taskExecutor)
        let ledger = Ledger(keystore: keystore, scans: pendingScans) { failure, error in
            _ = audit.refused(error)
            audit.failedLater(failure.rawValue)
        }
        let afterAnswer = AfterAnswer(ledger: ledger, audit: audit, clock: clock, errands: errands)
        let accounts = Accounts(keystore: keystore, database: accounts, clock: clock)
        let situations = Situations(
            accounts: accounts, sensor: sensor, rules: rules, clock: clock, isFaceServed: isFaceServed)
        let calls = WaitingCalls(
            situations: situations, accounts: accounts, authentications: authentications, rules: rules, clock: clock,
            timers: loop)
        let records = Records(keystore: keystore, ledger: ledger, accounts: accounts, calls: calls, audit: audit)
        let turns = Turns(
            calls: calls, situations: situations, upkeep: upkeep, clock: clock, timers: loop, errands: errands,
            length: rules.scanTimeout)
        let passwords = Passwords(
            checker: checker, helper: rules.passwordHelper, accounts: accounts, calls: calls, clock: clock,
            audit: audit, errands: errands)
        let prints = Prints(
            records: records, sensor: sensor, situations: situations, turns: turns, upkeep: upkeep,
            authentications: authentications, audit: audit, errands: errands)
        let users = Users(
            accounts: accounts, records: records, passwords: passwords, prints: prints, calls: calls,
            situations: situations, authentications: authentications, ledger: ledger, afterAnswer: afterAnswer,
            rules: rules)
        let proofs = Proofs(authentications: authentications, clock: clock)
        let credentials = Credentials(
            keystore: keystore, records: records, users: users, passwords: passwords, calls: calls,
            situations: situations, authentications: authentications, proofs: proofs, limits: limits, clock: clock,
            audit: audit)
        let scans = Scans(
            operations: operations, ledger: ledger, records: records, calls: calls, turns: turns,
            situations: situations, upkeep: upkeep, armedTime: ArmedTime(clock: clock, share: rules.scanTimeout),
            limits: limits, clock: clock, audit: audit)
        let prompted = PromptedCredential(
            calls: calls, turns: turns, situations: situations, proofs: proofs, afterAnswer: afterAnswer,
            limits: limits,
            clock: clock, timers: loop)
        let finger = FingerPresence(
            scans: scans, prints: prints, records: records, prompted: prompted, calls: calls, turns: turns,
            situations: situations, proofs: proofs, afterAnswer: afterAnswer, limits: limits,
            clock: clock)
        let authority = Authority(
            credentials: credentials, passwords: passwords, finger: finger, prompted: prompted,
            situations: situations, authentications: authentications, proofs: proofs, afterAnswer: afterAnswer,
            users: users, clock: clock)
        let storage = OwnStorage(
            users: users, prints: prints, records: records, sensor: sensor, rules: rules, audit: audit)
        let touches = EnrolmentTouches(
            keystore: keystore, operations: operations, scans: scans, records: records, prints: prints,
            storage: storage, situations: situations, upkeep: upkeep, clock: clock, audit: audit)
        let loginTouches = LoginTouches(clock: clock, errands: errands)
        loginItems = LoginItems(
            keystore: keystore, users: users, credentials: credentials, passwords: passwords, situations: situations,
            touches: loginTouches, rules: rules, clock: clock, audit: audit)
        let opener = Opener(
            keystore: keystore, authority: authority, situations: situations, authentications: authentications,
            afterAnswer: afterAnswer, clock: clock, audit: audit)
        items = Items(
            keystore: keystore, users: users, records: records, ledger: ledger, authority: authority, opener: opener,
            credentials: credentials, situations: situations, authentications: authentications,
            afterAnswer: afterAnswer, clock: clock, audit: audit)
        newItems = NewItems(
            keystore: keystore, users: users, records: records, ledger: ledger, authority: authority, opener: opener,
            passwords: passwords, loginItems: loginItems, situations: situations, authentications: authentications,
            clock: clock, audit: audit)
        destinations = Destinations(
            users: users, records: records, credentials: credentials, authentications: authentications, audit: audit)
        passkeys = Passkeys(
            keystore: keystore, users: users, records: records, ledger: ledger, authority: authority, opener: opener,
            items: items, newItems: newItems, authentications: authentications, situations: situations, clock: clock,
            audit: audit)
        settingsChanges = SettingsChanges(
            keystore: keystore, users: users, records: records, authority: authority, credentials: credentials,
            passwords: passwords, prints: prints, calls: calls, authentications: authentications, rules: rules,
            clock: clock, audit: audit)
        printChanges = PrintChanges(
            users: users, records: records, credentials: credentials, prints: prints, situations: situations,
            turns: turns, sensor: sensor, audit: audit)
        enrolment = Enrolment(
            users: users, credentials: credentials, touches: touches, prints: prints, turns: turns,
            situations: situations, sensor: sensor, rules: rules, audit: audit)
        faceEnrolment = FaceEnrolment(
            users: users, touches: touches, prints: prints, storage: storage, records: records, turns: turns,
            situations: situations, sensor: sensor, rules: rules, audit: audit)
        faceVerification = FaceVerification(
            users: users, scans: scans, prints: prints, storage: storage, records: records,
            settling: Settling(operations: operations, turns: turns, clock: clock, timers: loop), turns: turns,
            situations: situations, upkeep: upkeep, afterAnswer: afterAnswer, sensor: sensor, touches: loginTouches,
            limits: limits, clock: clock, audit: audit)
        faceHolding = FaceHolding(sensor: sensor, turns: turns, calls: calls, situations: situations)
        printMoving = PrintMoving(
            users: users, records: records, prints: prints, turns: turns, situations: situations, sensor: sensor,
            rules: rules, clock: clock, audit: audit)
        seats = SeatChanges(situations: situations, turns: turns, calls: calls, errands: errands)
        self.loop = loop
        self.audit = audit
        self.keystore = keystore
        self.ledger = ledger
        self.sensor = sensor
        self.clock = clock
        self.accounts = accounts
        self.situations = situations
        self.calls = calls
        self.records = records
        self.afterAnswer = afterAnswer
        self.turns = turns
        self.passwords = passwords
        self.prints = prints
        self.users = users
        self.credentials = credentials
        self.authority = authority
        self.errands = errands
        self.authentications = authentications
        self.loginTouches = loginTouches
    }

    /// Must end before any call is served: counts the scans that a crash left pending as misses, and learns the
    /// readers.
    package func start() async throws(KeystoreError) {
        errands.bind(to: self)
        try await ledger.countFoundScans(at: clock.now())
        situations.refreshReaders()
        for reader in readers.all { errands.run(.tidyUp(reader.id)) }
    }

    /// The readers as the sensor last reported them.
    package var readers: ReaderTable { situations.readers }

    /// The executor of the Gatekeeper's tasks; see `Loop.taskExecutor`.
    package nonisolated var tasks: any TaskExecutor { loop.taskExecutor }
}
