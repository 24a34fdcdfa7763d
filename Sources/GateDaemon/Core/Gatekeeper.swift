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
    let rules: GateRules
    let sensor: any FingerprintSensor
    let keystore: any CredentialStore
    let ledger: Ledger
    let passwords: (any PasswordChecker)?
    let clock: GateClock
    let audit: Audit

    let accounts: Accounts
    let situations: Situations
    let calls: WaitingCalls
    let turns: Turns
    let upkeep = ChipUpkeep()
    var authentications = Authentications()
    /// What the journal is told of behind the answers to these calls.
    var grants: [ObjectIdentifier: Grant] = [:]
    /// Until the ledger writes what waits for others.
    var notesPause: LoopTimer?
    /// Behind the last time that something came of a change of the seats.
    var seatsPause: LoopTimer?
    var areSeatsNew = false
    /// How the password helper failed when it was last asked; nil where it answered.
    var helperFailure: PasswordUnavailable?

    // The actor keeps the loop for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    init(
        on loop: any Loop, rules: GateRules,
        sensor: any FingerprintSensor, keystore: any CredentialStore, pendingScans: any ScanLedger,
        passwords: (any PasswordChecker)?, accounts: any AccountLookUp, clock: GateClock, audit: Audit,
        isFaceServed: Bool
    ) {
        self.loop = loop
        self.rules = rules
        self.sensor = sensor
        self.keystore = keystore
        ledger = Ledger(keystore: keystore, scans: pendingScans) { failure, error in
            _ = audit.refused(error)
            audit.failedLater(failure.rawValue)
        }
        self.passwords = passwords
        self.clock = clock
        self.audit = audit
        let accounts = Accounts(keystore: keystore, database: accounts, clock: clock)
        let situations = Situations(
            accounts: accounts, sensor: sensor, rules: rules, isFaceServed: isFaceServed)
        let calls = WaitingCalls(
            situations: situations, accounts: accounts, rules: rules, clock: clock, timers: loop)
        turns = Turns(
            calls: calls, situations: situations, upkeep: upkeep, clock: clock, timers: loop,
            length: rules.scanTimeout)
        (self.accounts, self.situations, self.calls) = (accounts, situations, calls)
    }

    var limits: PolicyLimits { rules.policy }

    /// As the sensor told them last.
    var readers: ReaderTable { situations.readers }

    /// Where tasks of the Gatekeeper's run: see `Loop.taskExecutor`.
    nonisolated var tasks: any TaskExecutor { loop.taskExecutor }

    /// Calls `body` once `delay` is over, unless the timer is let go before.
    func after(_ delay: Duration, _ body: @escaping @Sendable (isolated Gatekeeper) -> Void) -> LoopTimer {
        loop.timer(after: delay) { self.assumeIsolated(body) }
    }
}
